import { afterEach, describe, expect, it } from 'vitest';
import { type DataDirectory, isRoot, newDataDirectory } from '../support/dataDirectory.ts';
import { expectToServe } from '../support/liveService.ts';

let directory: DataDirectory;
afterEach(() => directory.remove());

describe('the service and the operator’s command work on a DATA_DIR', () => {
  it.each([
    ['whose path has spaces, letters beyond ASCII, commas and quotes', `Données, "日本" it's $HOME \\d #e %f/data`],
    ['whose path is longer than a socket’s may be', `${'deep/'.repeat(30)}data`],
  ])('%s', async (_what, below) => {
    directory = newDataDirectory({ below });
    await expectToServe(directory);
  });

  it.skipIf(isRoot)('below a directory that is closed to everybody else', async () => {
    directory = newDataDirectory({ mode: 0o700 });
    await expectToServe(directory);
    expect(directory.cluster().startsWith(directory.path)).toBe(true);
  });
});
