import { describe, expect, it } from 'vitest';
import { ownerForFile, ownerOf } from '../support/browserClient.ts';
import { agree } from '../support/drivers.ts';

const { service, account: contractor, owner: dispatcher } = await ownerForFile({ role: 'CONTRACTOR' });
const driver = await service.account();
const browser = await ownerOf(service, driver);
await agree(service, contractor, driver);

const DAY = '2027-03-14';
const HIRE = { tripType: 'AVAILABILITY', estimatedDurationMinutes: 270 };

async function assignedTrip(changes: Record<string, unknown>): Promise<string> {
  const { _id } = await contractor.api.createdTrip(changes);
  await dispatcher.submit(`/app/trips/${_id}`, `/app/trips/${_id}/assign`, { driver: driver.accountId });
  return _id;
}

describe('an hourly hire', async () => {
  const hire = await assignedTrip(HIRE);
  // Less than an hour is most likely the time of the drive alone, which a quote has.
  const unknown = await assignedTrip({
    ...{ ...HIRE, estimatedDurationMinutes: 24.5 },
    scheduledAt: '2027-03-15T10:30:00+01:00',
  });
  const ride = await assignedTrip({ estimatedDurationMinutes: 270, scheduledAt: '2027-03-16T10:30:00+01:00' });

  it.each([
    ['the driver’s list', browser, () => '/app/rides'],
    ['the driver’s page of the ride', browser, (id: string) => `/app/rides/${id}`],
    ['the driver’s day sheet', browser, (_: string, day: string) => `/app/day-sheet?date=${day}`],
    ['the list of trips', dispatcher, (_: string, day: string) => `/app/trips?from=${day}&to=${day}`],
    ['the day', dispatcher, (_: string, day: string) => `/app/day?date=${day}`],
    ['the day sheet', dispatcher, (_: string, day: string) => `/app/day-sheet?date=${day}`],
  ])('says that it is one, and for how long, on %s', async (_, visitor, path) => {
    const textOf = async (id: string, day: string, language = 'en') =>
      (await visitor.get(path(id, day), { 'accept-language': language })).html;
    expect(await textOf(hire, DAY)).toContain('>Hourly hire, 4\u00a0h\u00a030\u00a0min<');
    expect(await textOf(hire, DAY, 'fr')).toContain('>Mise à disposition, 4\u00a0h\u00a030\u00a0min<');
    expect(await textOf(unknown, '2027-03-15')).toContain('>Hourly hire<');
  });

  it('is not what a ride is called', async () => {
    for (const path of [`/app/rides/${ride}`, '/app/day-sheet?date=2027-03-16'])
      expect((await browser.get(path)).html).not.toContain('hire');
  });

  it('has its duration on the voucher', async () => {
    const { html } = await browser.get(`/app/rides/${hire}/voucher`);
    expect(html).toMatch(/Durée de la mise à disposition.*?<dd>4 h 30 min<\/dd>/s);
    for (const id of [unknown, ride])
      expect((await browser.get(`/app/rides/${id}/voucher`)).html).not.toContain('Durée');
  });

  it('has its duration in the files of both', async () => {
    const files = [
      await dispatcher.get(`/app/trips.csv?from=${DAY}&to=${DAY}`),
      await browser.get('/app/rides.csv?month=2027-03'),
    ];
    for (const { html } of files) {
      const [titles, first] = html.split('\r\n').map((line) => line.split(','));
      expect(titles).toContain('Duration (min)');
      expect(first).toEqual(expect.arrayContaining(['Hourly hire', '270']));
    }
  });
});
