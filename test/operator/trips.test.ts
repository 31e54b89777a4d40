import { describe, expect, it } from 'vitest';
import { apiClient } from '../support/client.ts';
import { databaseForFile } from '../support/database.ts';
import { liveForFile } from '../support/liveService.ts';
import { operatorOn } from '../support/operator.ts';

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
const { accountId: driver } = await operator.json('demo');
const { accountId: contractor, apiKey } = await operator.json('demo --role contractor');
const service = await liveForFile({ env: database.env }, apiKey);

describe('trips advance', () => {
  it('goes one step at a time, each in the history by OPERATOR, and is paid at the end', async () => {
    const trip = await service.book();
    for (const [status, isPaid] of [
      ['OTWTP', false],
      ['OTWTD', false],
      ['FINISHED', false],
      ['FINISHED_PAYED', true],
    ]) {
      expect(await operator.json(`trips advance ${trip}`)).toMatchObject({ _id: trip, status, isPaid });
      expect(await service.api.tripNow(trip)).toMatchObject({ status, isPaid });
    }
    const { statusHistory } = await service.api.tripNow(trip);
    expect(statusHistory.map(({ status, changedBy }) => `${status} ${changedBy}`)).toEqual([
      'CONFIRMED API',
      'OTWTP OPERATOR',
      'OTWTD OPERATOR',
      'FINISHED OPERATOR',
      'FINISHED_PAYED OPERATOR',
    ]);
    expect(await operator.fault(`trips advance ${trip}`)).toContain('a trip that is FINISHED_PAYED cannot advance');
  });

  it('walks every step up to --to, and shows the trip as the API does', async () => {
    const trip = await service.book();
    const advanced = await operator.json(`trips advance ${trip.toUpperCase()} --to finished`);
    const { statusHistory, ...now } = await service.api.tripNow(trip);
    expect(advanced).toEqual(now);
    expect(statusHistory.map(({ status }) => status)).toEqual(['CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED']);
  });

  const STEPS = 'OTWTP, OTWTD, FINISHED, FINISHED_PAYED';
  it.each([
    ['OTWTP', 'a trip that is OTWTP cannot advance to OTWTP'],
    ['CONFIRMED', `--to must be one of ${STEPS} (it is "CONFIRMED")`],
    ['CANCELLED', `--to must be one of ${STEPS} (it is "CANCELLED")`],
  ])('refuses to go from OTWTP to %s, and changes nothing', async (target, reason) => {
    const trip = await service.book();
    await operator.json(`trips advance ${trip}`);
    expect(await operator.fault(`trips advance ${trip} --to ${target}`)).toBe(`trips: ${reason}`);
    expect((await service.api.tripNow(trip)).statusHistory).toHaveLength(2);
  });

  it('names the same statuses in its help', async () => {
    expect(await operator.text('trips advance --help')).toContain(`to this status: ${STEPS}\n`);
  });

  it('refuses a status there is not, and a trip that was cancelled', async () => {
    const trip = await service.book();
    expect(await operator.fault(`trips advance ${trip} --to HOME`)).toContain(`--to must be one of ${STEPS}`);
    await service.api.cancel(trip);
    expect(await operator.fault(`trips advance ${trip}`)).toContain('a trip that is CANCELLED cannot advance');
  });

  it('of two at once takes each step once: the second goes on from the first or says that it changed', async () => {
    const trip = await service.book();
    const codes = (await Promise.all([1, 2].map(() => operator.run(`trips advance ${trip}`)))).map(({ code }) => code);
    const done = codes.filter((code) => code === 0).length;
    expect(done).toBeGreaterThan(0);
    expect((await service.api.tripNow(trip)).statusHistory).toHaveLength(1 + done);
  });
});

describe('trips assign', () => {
  it('may hand a DRIVER’s own trip to another, which owners cannot', async () => {
    const { apiKey } = await operator.json('demo');
    const { _id } = await apiClient(service.url, apiKey).createdTrip({ scheduledAt: '2099-03-14T10:30:00Z' });
    expect((await operator.json(`trips assign ${_id} --executor ${driver}`)).executorId).toBe(driver);
  });

  it('names the driver of a contractor’s trip, which has none at first', async () => {
    const trip = await service.book();
    expect((await service.api.tripNow(trip)).executorId).toBe(null);
    expect((await operator.json(`trips assign ${trip} --executor ${driver}`)).executorId).toBe(driver);
    expect(await service.api.tripNow(trip)).toMatchObject({ executorId: driver, status: 'CONFIRMED' });
  });

  it('takes the reference that people know the trip by, as advance does', async () => {
    const { _id, reference } = await service.api.createdTrip();
    expect(await operator.json(`trips assign ${reference} --executor ${driver}`)).toMatchObject({
      _id,
      executorId: driver,
    });
    expect(await operator.json(`trips advance ${reference.toLowerCase()}`)).toMatchObject({ _id, status: 'OTWTP' });
  });

  it('refuses an account that is no DRIVER, one that is unknown, and a trip that is over', async () => {
    const trip = await service.book();
    const assign = (executor: string) => operator.fault(`trips assign ${trip} --executor ${executor}`);
    expect(await assign(contractor)).toContain('is a CONTRACTOR, and only a DRIVER can drive');
    expect(await assign('0'.repeat(24))).toContain('there is no account');
    expect(await operator.fault(`trips assign ${trip}`)).toContain('--executor ACCOUNT is required');
    await operator.json(`trips advance ${trip} --to FINISHED`);
    expect(await assign(driver)).toContain('a trip that is FINISHED cannot be assigned');
    expect((await service.api.tripNow(trip)).executorId).toBe(null);
  });
});
