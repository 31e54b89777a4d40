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
  expect(await operator.json('check')).toEqual({ counts: 'ok', references: 'ok' });

  const change = (text: string) => service.database.query({ text, values: [_id] });
  await change(`UPDATE trips SET status = 'FINISHED' WHERE trip_id = $1`);
  const fault = await operator.fault('check');
  expect(fault).toContain(
    `account ${account.accountId}: 2 trips counted as CONFIRMED, but there are 1: run npm run -s trips -- check --repair`,
  );
  expect((await account.api.list('?status=FINISHED')).body.pagination.total).toBe(0);
  expect(await operator.json('check --repair')).toEqual({ counts: 'ok', references: 'ok' });
  expect((await account.api.list('?status=FINISHED')).body.pagination.total).toBe(1);

  await change(`UPDATE trips SET executor_id = repeat('f', 24) WHERE trip_id = $1`);
  expect(await operator.fault('check --repair')).toContain('table trips has 1 rows whose executor_id does not exist');
  await service.close();
});
