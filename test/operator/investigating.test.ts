import { describe, expect, it } from 'vitest';
import { referenceOf } from '../../src/identifiers.ts';
import { advanceTrip } from '../support/advance.ts';
import { ownerForFile } from '../support/browserClient.ts';
import { agree } from '../support/drivers.ts';
import { operatorOn } from '../support/operator.ts';

const { service, account, owner } = await ownerForFile({ role: 'CONTRACTOR' });
const operator = operatorOn({ DATABASE_URL: service.databaseUrl });
const email = account.invitation?.email;
const { accountId, api } = account;
const idOf = ({ _id }: { _id: string }) => _id;

describe('trips show', () => {
  it('says who changed what and why, from the booking to the end', async () => {
    const driver = await service.account();
    await agree(service, account, driver);
    const { _id } = await api.createdTrip({ scheduledAt: '2027-03-14T10:30:00Z', note: 'Two bags' });
    const page = `/app/trips/${_id}`;
    await owner.submit(page, `${page}/assign`, { driver: driver.accountId });
    expect((await owner.change(`${page}/edit`, { at: '2027-03-22T11:30', note: '' })).status).toBe(303);
    await owner.submit(`${page}/cancel`, `${page}/cancel`, { reason: 'Flight cancelled' });

    const changedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const byMember = { changedAt, changedBy: 'DASHBOARD', memberEmail: email };
    const shown = await operator.json(`trips show ${_id}`);
    expect(shown.statusHistory).toEqual([
      { status: 'CONFIRMED', changedAt, changedBy: 'API', memberEmail: null, reason: null },
      { status: 'CANCELLED', ...byMember, reason: 'Flight cancelled' },
    ]);
    expect(shown.assignments).toEqual([
      {
        ...{ driver: 'Demo driver', assignedAt: changedAt, assignedBy: 'DASHBOARD', memberEmail: email, reason: null },
      },
    ]);
    expect(shown.updates).toEqual([
      {
        ...byMember,
        changes: {
          scheduledAt: { from: '2027-03-14T10:30:00.000Z', to: '2027-03-22T10:30:00.000Z' },
          note: { from: 'Two bags', to: null },
        },
      },
    ]);
    const text = await operator.text(`trips show ${_id}`);
    expect(text).toContain(`changedBy: DASHBOARD, memberEmail: ${email}, reason: Flight cancelled`);
    expect(text).toContain('scheduledAt: (from: 2027-03-14T10:30:00.000Z, to: 2027-03-22T10:30:00.000Z)');
  });

  it('finds a trip by its reference, however it is written, or by an externalReference of the account', async () => {
    const { _id, reference } = await api.createdTrip({ externalReference: 'ORDER-12' });
    const names = [_id, reference, reference.toLowerCase(), reference.replace('-', '')];
    for (const name of names) {
      expect((await operator.json(`trips show ${name}`))._id).toBe(_id);
      expect((await operator.json(`trips show ${name} --account ${accountId}`))._id).toBe(_id);
    }
    expect((await operator.json(`trips show ORDER-12 --account ${accountId}`))._id).toBe(_id);
    expect(await operator.fault('trips show ORDER-12')).toBe(
      'trips: "ORDER-12" is neither a trip’s id nor its reference; an externalReference needs --account ID',
    );
  });

  it('finds an externalReference that looks like a reference or an id', async () => {
    for (const externalReference of ['ORDER-12345', 'f'.repeat(24)]) {
      const { _id } = await api.createdTrip({ externalReference });
      expect((await operator.json(`trips show ${externalReference} --account ${accountId}`))._id).toBe(_id);
      expect(await operator.fault(`trips show ${externalReference}`)).toBe(
        `trips: there is no trip ${externalReference}`,
      );
    }
  });

  it('finds nothing of another account, and names the trips that share an externalReference', async () => {
    const other = await service.account();
    const trips = [
      await api.createdTrip({ externalReference: 'TWICE' }),
      await api.createdTrip({ externalReference: 'TWICE' }),
    ];
    for (const name of [trips[0]?._id, trips[0]?.reference, 'TWICE'])
      expect(await operator.fault(`trips show ${name} --account ${other.accountId}`)).toBe(
        `trips: there is no trip ${name}`,
      );
    expect(await operator.fault(`trips show TWICE --account ${accountId}`)).toBe(
      `trips: several trips are called TWICE: name one of ${trips.map(idOf).reverse().join(', ')}`,
    );
    const nobodys = referenceOf('f'.repeat(24));
    expect(await operator.fault(`trips show ${nobodys}`)).toBe(`trips: there is no trip ${nobodys}`);
  });
});

describe('trips list', () => {
  const listed = async (rest: string): Promise<string[]> =>
    (await operator.json(`trips list --account ${accountId} ${rest}`)).map(idOf);

  it('has the references, and filters by them and by the status', async () => {
    const first = await api.createdTrip({ externalReference: 'ORDER-7' });
    const second = await api.createdTrip();
    await advanceTrip(service, second._id, 'OTWTP');
    expect(await operator.text(`trips list --account ${accountId}`)).toMatch(
      new RegExp(`^${first._id} +${first.reference} +ORDER-7 +CONFIRMED`, 'm'),
    );
    expect(await listed('--external-reference ORDER-7')).toEqual([first._id]);
    expect(await listed(`--reference ${second.reference}`)).toEqual([second._id]);
    expect(await listed('--status otwtp')).toEqual([second._id]);
    expect(await listed(`--status CANCELLED --reference ${second.reference}`)).toEqual([]);
    expect(await operator.fault(`trips list --account ${accountId} --status LOST`)).toContain(
      '--status must be one of CONFIRMED, OTWTP, OTWTD, FINISHED, FINISHED_PAYED, CANCELLED (it is "LOST")',
    );
    expect(await operator.fault(`trips list --account ${accountId} --reference ORDER-7`)).toContain(
      '--reference must be a reference such as 7K3QX-9TM2B (it is "ORDER-7")',
    );
  });

  it('shows the next hundred on the next page', async () => {
    const { accountId, api } = await service.account();
    const oldest = await api.createdTrip();
    service.clock.advance(1);
    await Promise.all(Array.from({ length: 100 }, () => api.createdTrip()));
    const page = async (number: string) =>
      (await operator.json(`trips list --account ${accountId} ${number}`)).map(idOf);
    expect(await page('--page 2')).toEqual([oldest._id]);
    expect((await page('--page 1')).length).toBe(100);
    expect(await page('--page 3')).toEqual([]);
    expect(await operator.fault(`trips list --account ${accountId} --page 0`)).toContain(
      '--page must be a whole number',
    );
  });
});
