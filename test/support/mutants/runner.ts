import { join } from 'node:path';
import { afterAll, type RunnerTask, type RunnerTestCase, TestRunner, test } from 'vitest';

/** What Stryker keeps in a global variable. */
interface Stryker {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  mutantCoverage?: { perTest: Record<string, Record<string, number>> };
}

/**
 * Runs tests for Stryker, which by itself knows only what a test does. Most tests of a file share a service that the file
 * starts: here a mutant is active then too, its coverage counts for every test of the file, and a file that cannot be loaded
 * has failed.
 */
export default class MutantRunner extends TestRunner {
  static #failedMutant: string | undefined;
  readonly #mutant = this.injectValue('activeMutant' as never) as string | undefined;
  readonly #isDryRun = (this.injectValue('mode' as never) as string) === 'dry-run';

  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    if (source === 'setup') return super.importFile(path, source);
    if (this.#isDryRun) return this.#importCounting(path);
    if (MutantRunner.#failedMutant === this.#mutant) return undefined; // the first failure is enough
    Object.assign(stryker(), { activeMutant: this.#mutant, hitCount: 0 });
    try {
      return await super.importFile(path, source);
    } catch (error) {
      this.config.testNamePattern = undefined;
      return test('is loaded', () => {
        throw error;
      });
    }
  }

  async #importCounting(path: string): Promise<unknown> {
    for (const file of (process.env.MUTANTS_FILES ?? '').split(' '))
      await super.importFile(join(this.config.root, file), 'collect');
    const ofFile = `${path}#`;
    countOutsideTestsAs(ofFile);
    afterAll((_, file) => {
      const { perTest = {} } = stryker().mutantCoverage ?? {};
      for (const name of file.tasks.flatMap((task) => namesOf(task))) addHits(perTest, ofFile + name, perTest[ofFile]);
      delete perTest[ofFile];
    });
    return super.importFile(path, 'collect');
  }

  override onAfterRunTask(done: RunnerTestCase): void {
    super.onAfterRunTask(done);
    if (done.result?.state === 'fail') MutantRunner.#failedMutant = this.#mutant;
  }
}

const stryker = () => (globalThis as unknown as { __stryker__: Stryker }).__stryker__;

/** Stryker takes what happens outside of tests for the loading of modules. */
function countOutsideTestsAs(id: string): void {
  let ofTest: string | undefined;
  Object.defineProperty(stryker(), 'currentTestId', {
    configurable: true,
    get: () => ofTest ?? id,
    set: (value: string | undefined) => {
      ofTest = value;
    },
  });
}

const namesOf = (task: RunnerTask): string[] =>
  task.type === 'suite'
    ? task.tasks.flatMap((inner) => namesOf(inner).map((name) => `${task.name} ${name}`))
    : [task.name];

function addHits(perTest: Record<string, Record<string, number>>, id: string, hits: Record<string, number> = {}): void {
  perTest[id] ??= {};
  const ofTest = perTest[id];
  for (const [mutant, count] of Object.entries(hits)) ofTest[mutant] = (ofTest[mutant] ?? 0) + count;
}
