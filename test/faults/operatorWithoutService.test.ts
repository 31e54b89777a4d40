import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newDataDirectory } from '../support/dataDirectory.ts';
import { startLive } from '../support/liveService.ts';
import { operatorProcess } from '../support/operator.ts';
import { COMMANDS, expectBothForms, type Known, prepareKnown } from '../support/operatorCommands.ts';

const directory = newDataDirectory();
const operator = operatorProcess(directory.env);
let known: Known;

beforeAll(async () => {
  const service = await startLive({ env: directory.env });
  known = await prepareKnown(operator, service, directory);
  await service.stop();
});
afterEach(() => {
  expect(directory.postgresProcesses()).toEqual([]);
});
afterAll(() => directory.remove());

describe('without a service, the operator’s command starts the database for the moment and answers', () => {
  it.each(COMMANDS)('%s', async (...row) => {
    await expectBothForms(operator, known, row);
  });
});

describe('on an empty DATA_DIR', () => {
  it('makes the database, and the first service then prints no key of its own', async () => {
    const empty = newDataDirectory();
    const { apiKey } = await operatorProcess(empty.env).json('demo');
    const service = await startLive({ env: empty.env }, apiKey);
    expect(service.output()).not.toContain('trip_live_');
    await service.book();
    await service.stop();
    await empty.remove();
  });
});
