import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/support/globalSetup.ts',
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A loaded machine may take its time; a poll that succeeds ends at once all the same.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 3,
    reporters: ['default'],
  },
});
