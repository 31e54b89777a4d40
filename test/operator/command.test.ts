import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataDirectory } from '../support/dataDirectory.ts';
import { type LiveService, startLive } from '../support/liveService.ts';
import { operatorProcess } from '../support/operator.ts';
import { COMMANDS, expectBothForms, type Known, prepareKnown } from '../support/operatorCommands.ts';

const directory = newDataDirectory();
const operator = operatorProcess(directory.env);
let service: LiveService;
let known: Known;
let postmaster: number;

beforeAll(async () => {
  service = await startLive({ env: directory.env });
  known = await prepareKnown(operator, service, directory);
  postmaster = directory.postmasterPid();
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

describe('while the service runs, the operator’s command answers in JSON and for people', () => {
  it.each(COMMANDS)('%s', async (...row) => {
    await expectBothForms(operator, known, row);
  });

  it('and leaves the service’s database alone', async () => {
    expect(directory.postmasterPid()).toBe(postmaster);
    expect((await service.api.list()).body.pagination.total).toBe(6);
    expect(service.output()).not.toContain('went away');
  });
});
