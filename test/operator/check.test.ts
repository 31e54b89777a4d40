import { expect, it } from 'vitest';
import { databaseForFile } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';
import { startService } from '../support/service.ts';

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });

it('trips check names a wrong count and a dangling reference, and --repair rebuilds the counts', async () => {
  const service = await startService({ on: database });
  const account = await service.account();
  const { _id } = await account.api.createdTrip();
  await account.api.createdTrip();
  expect(await operator.json('check')).toEqual({ counts: 'ok', references: 'ok', events: 'ok' });

  const change = (text: string) => service.database.query({ text, values: [_id] });
  await change(`UPDATE trips SET status = 'FINISHED' WHERE trip_id = $1`);
  const fault = await operator.fault('check');
  expect(fault).toContain(
    `account ${account.accountId}: 2 trips counted as CONFIRMED, but there are 1: run npm run -s trips -- check --repair`,
  );
  expect((await account.api.list('?status=FINISHED')).body.pagination.total).toBe(0);
  const corrected = [
    `account ${account.accountId}: 2 trips counted as CONFIRMED, corrected to 1`,
    `account ${account.accountId}: 0 trips counted as FINISHED, corrected to 1`,
  ];
  const fine = { counts: 'ok', references: 'ok', events: 'ok' };
  expect(await operator.json('check --repair')).toEqual({ ...fine, corrected });
  expect(await operator.json('check --repair')).toEqual({ ...fine, corrected: [] });
  expect((await account.api.list('?status=FINISHED')).body.pagination.total).toBe(1);

  await change(`UPDATE trips SET status = 'CONFIRMED', executor_id = repeat('f', 24) WHERE trip_id = $1`);
  const stillWrong = await operator.fault('check --repair');
  expect(stillWrong).toContain('1 trips counted as CONFIRMED, corrected to 2; ');
  expect(stillWrong).toContain('table trips has 1 rows whose executor_id does not exist');
  await service.close();
});

it('trips check names an account whose events have a gap, or one number twice', async () => {
  const service = await startService({ on: database });
  const account = await service.account();
  for (const note of ['first', 'second']) await account.api.createdTrip({ note });
  const change = (text: string) => service.database.query({ text, values: [account.accountId] });
  const fault = (numbers: number) =>
    `account ${account.accountId}: ${numbers} events are numbered, but the latest has the number 2`;
  await change('UPDATE trip_status_history SET event_number = NULL WHERE account_id = $1 AND event_number = 1');
  expect(await operator.fault('check')).toContain(fault(1));
  await change('UPDATE trip_status_history SET event_number = 2 WHERE account_id = $1');
  expect(await operator.fault('check')).toContain(fault(1));
  await service.close();
});
