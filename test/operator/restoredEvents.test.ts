import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Event } from '../../src/contract/event.ts';
import { backupDirectory } from '../support/backups.ts';
import { operatorOn } from '../support/operator.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const file = join(backupDirectory(), 'backup.trips');
const operator = operatorOn({ DATABASE_URL: service.databaseUrl });

it('a restore gives no event the id of one that it forgets, however often the same backup is restored', async () => {
  const { api } = await service.account();
  const events = async (after = ''): Promise<Event[]> => (await api.send('GET', `/v1/events${after}`)).body.data;
  const { _id: trip } = await api.createdTrip();
  await operator.json(`backup ${file}`);
  const published: string[] = [];
  for (const change of ['advance', 'cancel', 'advance']) {
    if (change === 'cancel') await api.cancel(trip);
    else await operator.json(`trips advance ${trip}`);
    const [, changed] = await events();
    published.push(changed?._id ?? '');
    await setTimeout(1_001); // numbers continue at seconds
    await operator.json(`restore ${file}`);
    expect((await api.send('GET', `/v1/events?after=${changed?._id}`)).status).toBe(404);
  }
  expect(new Set(published).size).toBe(3);
  const numbers = published.map((id) => Number(id.split('-')[1]));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect((await api.cancel(trip)).status).toBe(200);
  const [created, cancelled] = await events();
  expect([created?._id, created?.type]).toEqual([`${trip}-1`, 'trip.created']);
  expect([cancelled?.type, cancelled?.data.previousStatus]).toEqual(['trip.cancelled', 'CONFIRMED']);
  expect((await events(`?after=${trip}-1`)).map(({ _id }) => _id)).toEqual([cancelled?._id]);
  expect((await operator.json('check')).events).toBe('ok');
});
