import { defineConfig } from 'vitest/config';

/** For `npm run mutants`, which names the tests: Stryker can choose no projects of the usual configuration. */
const include = (process.env.MUTANTS_TESTS ?? '').split(' ').map((name) => `test/${name}.test.ts`);
const isPure = include.every((name) => /^test\/(rules|contract)\//.test(name));

export default defineConfig({
  test: {
    include,
    testTimeout: 20_000,
    ...(isPure ? {} : { globalSetup: 'test/support/globalSetup.ts' }),
  },
});
