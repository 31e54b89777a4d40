import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { createWorker } from './test/support/mutants/keptWorkers.ts';

/** For `npm run mutants`, which names the tests: Stryker can choose no projects of the usual configuration. */
const include = (process.env.MUTANTS_TESTS ?? '').split(' ').map((name) => `test/${name}.test.ts`);
const isPure = (path: string) => /\btest\/(rules|contract)\//.test(path);

/** What costs least first: the first test that fails is enough. */
class CheapestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => Number(isPure(b.moduleId)) - Number(isPure(a.moduleId)));
  }
}

export default defineConfig({
  plugins: [
    {
      name: 'kept-workers',
      configureVitest({ project }) {
        // Stryker names a pool itself, before this.
        Object.assign(project.config, {
          pool: 'mutants',
          poolRunner: { name: 'mutants', createPoolWorker: createWorker },
        });
      },
    },
  ],
  test: {
    include,
    isolate: false,
    runner: 'test/support/mutants/runner.ts',
    sequence: { sequencer: CheapestFirst },
    expect: { poll: { timeout: 5_000 } },
    // A test that waits in vain has failed, long before Stryker ends its process.
    ...(include.every(isPure)
      ? { testTimeout: 5_000 }
      : { testTimeout: 20_000, globalSetup: 'test/support/globalSetup.ts' }),
  },
});
