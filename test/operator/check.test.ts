import { expect, it } from 'vitest';
import { databaseForFile } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';
import { startService } from '../support/service.ts';

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });

it('trips check names a wrong count and a reference to nothing, and --repair rebuilds the counts', async () => {
  const service = await startService({ on: database });
  const account = await service.account();
  const { _id } = await account.api.createdTrip();
  await account.api.createdTrip();
  expect(await operator.json('check')).toEqual({ counts: 'right', references: 'right' });

  const change = (text: string) => service.database.query({ text, values: [_id] });
  await change(`UPDATE trips SET status = 'FINISHED' WHERE trip_id = $1`);
  const fault = await operator.fault('check');
  expect(fault).toContain(`account ${account.accountId} has 1 trips that are CONFIRMED, and 2 are counted`);
  expect(fault).toContain('run trips check --repair');
  expect((await account.api.list('?status=FINISHED')).body.pagination.total).toBe(0);
  expect(await operator.json('check --repair')).toEqual({ counts: 'right', references: 'right' });
  expect((await account.api.list('?status=FINISHED')).body.pagination.total).toBe(1);

  await change(`UPDATE trips SET executor_id = repeat('f', 24) WHERE trip_id = $1`);
  expect(await operator.fault('check --repair')).toContain('table trips has 1 rows whose executor_id does not exist');
  await service.close();
});
