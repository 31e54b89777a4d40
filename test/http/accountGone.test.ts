import { expect, it } from 'vitest';
import { newKey } from '../support/client.ts';
import { openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();

const TABLES = ['members', 'member_invitations', 'api_keys', 'pricing_schemes', 'vehicles', 'riders', 'accounts'];

it('a booking whose account was removed by a restore gets 401, and the rest of its batch is booked', async () => {
  const [gone, neighbour] = [await service.account(), await service.account()];
  const restore = await openTransaction(service);
  await restore.query('LOCK TABLE idempotency_keys IN EXCLUSIVE MODE');
  for (const table of TABLES) await restore.query(`DELETE FROM ${table} WHERE account_id = $1`, [gone.accountId]);
  const answers = Promise.all([gone.api.create({}, newKey()), neighbour.api.create({}, newKey())]);
  await untilStatementWaits(service);
  await restore.commit();
  const [refused, made] = await answers;
  expect([refused.status, refused.body.code, made.status]).toEqual([401, 'UNAUTHORIZED', 201]);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
});
