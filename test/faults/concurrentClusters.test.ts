import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type DataDirectory, newDataDirectory } from '../support/dataDirectory.ts';
import { operatorProcess } from '../support/operator.ts';

let directory: DataDirectory;
afterEach(() => directory.remove());

it('twenty commands that start together on an empty DATA_DIR make one database, all succeed on it, and leave no server', async () => {
  directory = newDataDirectory();
  const operator = operatorProcess(directory.env);
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, index) => operator.json(`accounts create --name Garage-${index} --role DRIVER`)),
  );
  expect(directory.postgresProcesses()).toEqual([]);
  expect(readdirSync(dirname(directory.cluster())).sort()).toEqual([
    'cluster',
    'passwords.json',
    'pg_hba.conf',
    'run',
    'server.log',
  ]);
  const listed: { accountId: string }[] = await operator.json('accounts list');
  expect(listed.map(({ accountId }) => accountId).sort()).toEqual(made.map(({ accountId }) => accountId).sort());
});
