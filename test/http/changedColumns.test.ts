import { describe, expect, inject, it } from 'vitest';
import { newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
// A pooler keeps no statement, and a cluster has functions.
const isPrepared = inject('pgBouncer') === undefined && inject('nodes').length === 1;

/** Books, reads, lists and cancels, thirty trips at once, so that every statement is prepared on several connections. */
async function useEverything(): Promise<number[]> {
  const walk = async () => {
    const headers = newKey();
    const booked = await account.api.create({}, headers);
    const { _id } = booked.body.data;
    const answers = [
      booked,
      await account.api.create({}, headers),
      await account.api.read(_id),
      await account.api.list(),
      await account.api.cancel(_id, { headers: newKey() }),
    ];
    return answers.map(({ status }) => status);
  };
  return (await Promise.all(Array.from({ length: 30 }, walk))).flat();
}

const preparedStatements = async () => {
  const { rows } = await service.serving.query<{ name: string }>({ text: 'SELECT name FROM pg_prepared_statements' });
  return rows.map(({ name }) => name.replace(/@\d+$/, ''));
};

describe('a column whose type is changed while the service runs', () => {
  it.each([
    ['of a trip', 'ALTER TABLE trips ALTER note TYPE varchar(2000), ALTER pickup_address TYPE varchar(500)'],
    ['of a kept answer', 'ALTER TABLE idempotency_keys ALTER response_body TYPE varchar'],
    ['of a key', 'ALTER TABLE accounts ALTER api_tier TYPE varchar(50)'],
    ['back again', 'ALTER TABLE trips ALTER note TYPE text, ALTER pickup_address TYPE text'],
  ])('%s costs no request: the statements prepared before are prepared again', async (_, change) => {
    expect(new Set(await useEverything())).toEqual(new Set([200, 201]));
    if (isPrepared)
      expect(await preparedStatements()).toContainEqual(expect.stringMatching(/^(find|book|cancel)_trips/));
    await service.database.query({ text: change });
    expect(new Set(await useEverything())).toEqual(new Set([200, 201]));
    expect(service.logLines().filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });
});
