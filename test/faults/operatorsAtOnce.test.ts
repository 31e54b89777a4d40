import { afterEach, describe, expect, it } from 'vitest';
import { type DataDirectory, newDataDirectory } from '../support/dataDirectory.ts';
import { startLive } from '../support/liveService.ts';
import { type Operator, operatorProcess } from '../support/operator.ts';

let directory: DataDirectory;
afterEach(() => directory.remove());

const several = (operator: Operator) => Promise.all([1, 2, 3].map(() => operator.json('migrate')));

/** Commands before, with and after the start of a service; all must succeed, and none end what the service uses. */
async function expectPeace(apiKey: string | undefined): Promise<string> {
  const operator = operatorProcess(directory.env);
  const [, service] = await Promise.all([
    several(operator),
    startLive({ env: directory.env }, apiKey),
    several(operator),
  ]);
  await service.book();
  await Promise.all([several(operator), service.book()]);
  expect(service.output()).not.toContain('the embedded database stopped');
  const leaving = several(operator);
  expect(await service.stop()).toBe(0);
  await leaving;
  expect(directory.postgresProcesses()).toEqual([]);
  return service.apiKey;
}

describe('operator’s commands and a service that start and end at the same time', () => {
  it('all succeed on one DATA_DIR, empty at first and then not, and leave no PostgreSQL behind', async () => {
    directory = newDataDirectory();
    const apiKey = await expectPeace(undefined);
    await expectPeace(apiKey);
  });

  it('that end together still stop the database, whichever is the last', async () => {
    directory = newDataDirectory();
    const operator = operatorProcess(directory.env);
    await operator.json('migrate');
    for (let round = 0; round < 4; round += 1) {
      await several(operator);
      expect(directory.postgresProcesses()).toEqual([]);
    }
  });

  it('may each make a new default pricing scheme: all are made, and one is the default', async () => {
    directory = newDataDirectory();
    const operator = operatorProcess(directory.env);
    const { accountId } = await operator.json('demo');
    const names = ['A', 'B', 'C', 'D'];
    await Promise.all(
      names.map((name) => operator.json(`schemes add --account ${accountId} --name ${name} --default`)),
    );
    const schemes: { isDefault: boolean; name: string }[] = await operator.json(`schemes list --account ${accountId}`);
    expect(schemes.map(({ name }) => name).sort()).toEqual([...names, 'Standard']);
    expect(schemes.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});
