import { defineConfig } from 'vitest/config';

const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Long enough for a busy machine; a poll that succeeds ends at once anyway.
  expect: { poll: { timeout: 50_000 } },
};
const withPostgres = {
  ...shared,
  globalSetup: 'test/support/globalSetup.ts',
  setupFiles: 'test/support/errorsOfService.ts',
};

const inBrowser = 'test/**/*{I,i}nBrowser.test.ts';

/**
 * `npm test` runs rules and service, `npm run test:browser` browser, and `npm run test:faults` faults. Without isolation a worker loads the sources once
 * for all its files instead of once per file, which halves the time; so no test may change a module or the environment.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      {
        // Functions and files only: starts no database.
        test: { ...shared, name: 'rules', isolate: false, include: ['test/{rules,places,contract}/**/*.test.ts'] },
      },
      {
        // The service's behaviour, most of it in this process, on one PostgreSQL.
        test: {
          ...withPostgres,
          name: 'service',
          isolate: false,
          include: [
            'test/{http,dashboard,docs,security,operator,database,start,walks}/**/*.test.ts',
            'clients/typescript/test/**/*.test.ts',
          ],
          exclude: [inBrowser],
        },
      },
      {
        // Pages in a real Chromium: what people do on them, what they look like, and whether everybody can use them.
        test: { ...withPostgres, name: 'browser', isolate: false, include: [inBrowser] },
      },
      {
        // `npm run screenshots`: every page of the dashboard, to be looked at.
        test: { ...withPostgres, name: 'screenshots', include: ['test/screenshots/**/*.test.ts'] },
      },
      {
        // Real processes that are killed, deployed, cut off or started at the same time.
        // Beside each other on a busy machine, starts alone can take a minute.
        test: {
          ...withPostgres,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 120_000 } },
        },
      },
    ],
  },
});
