import { describe, expect, it } from 'vitest';
import { bookByHand, newMember, ownerForFile, ownerOf, PASSWORD, type Visitor } from '../support/browserClient.ts';
import { agree } from '../support/drivers.ts';

const { service, account: contractor, owner: dispatcher } = await ownerForFile({ role: 'CONTRACTOR' });
const driver = await service.account();
const browser = await ownerOf(service, driver);
await agree(service, contractor, driver);

const PAGE = '/app/calendar';

/** Creates or renews the link, and returns its path. */
async function newLink(visitor: Visitor): Promise<string> {
  const { status, html } = await visitor.submit(PAGE, PAGE);
  expect(html).toMatch(/<a [^>]*href="webcal:\/\/127\.0\.0\.1:3000\/calendar\/[\w-]{43}\.ics\?lang=/);
  const url = /<pre id="calendar-link">([^<]+)<\/pre>/.exec(html)?.[1] ?? '';
  expect([status, url]).toEqual([
    201,
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/calendar\/[\w-]{43}\.ics\?lang=(en|fr)$/),
  ]);
  return url.replace('http://127.0.0.1:3000', '');
}

const open = (path: string) => fetch(service.url + path);
const linesOf = async (path: string) => (await (await open(path)).text()).replaceAll('\r\n ', '').split('\r\n');
/** The lines of the event of a trip. */
async function eventOf(path: string, tripId: string): Promise<string[]> {
  const text = (await linesOf(path)).join('\n');
  return (
    text
      .split('BEGIN:VEVENT')
      .find((event) => event.includes(`UID:${tripId}@`))
      ?.split('\n') ?? []
  );
}

async function assignedTrip(changes: Record<string, unknown> = {}): Promise<string> {
  const { _id } = await contractor.api.createdTrip(changes);
  await dispatcher.submit(`/app/trips/${_id}`, `/app/trips/${_id}/assign`, { driver: driver.accountId });
  return _id;
}

describe('the link of a calendar', () => {
  it('outlives sessions and passwords, which the account page and the notice say while there is one', async () => {
    const account = await service.account();
    const owner = await ownerOf(service, account);
    const viewer = await newMember(service, owner, { role: 'VIEWER' });
    const stays = 'Your calendar link keeps working. To replace it, renew it under';
    const timesSaid = async (visitor: Visitor) => (await visitor.get('/app/account')).html.split(stays).length - 1;
    const changePassword = (current: string, next: string) =>
      owner.submit('/app/account', '/app/account/password', { current, next });
    const another = 'a staple of the correct horse';
    await changePassword(PASSWORD, another);
    expect(await timesSaid(owner)).toBe(0);
    const path = await newLink(owner);
    expect((await owner.get('/app/account')).html).toContain(`${stays} <a href="/app/calendar">Calendar</a>.`);
    await changePassword(another, PASSWORD);
    expect((await open(path)).status).toBe(200);
    expect((await owner.get('/app/account')).html).toContain(`signed out. ${stays} Calendar.`);
    expect(await timesSaid(owner)).toBe(1);
    expect(await timesSaid(viewer)).toBe(0); // who can neither see the link nor renew it
  });
});

describe('the calendar of a driver', () => {
  it('says of an hourly hire that it is one', async () => {
    const hire = await assignedTrip({ tripType: 'AVAILABILITY', estimatedDurationMinutes: 270 });
    const event = (await eventOf(await newLink(browser), hire)).join('\n');
    expect(event).toContain('DESCRIPTION:Hourly hire\\, 4\u00a0h\u00a030\u00a0min\\nTo: ');
  });

  it('has own and assigned rides, with cancelled ones marked, and needs no session', async () => {
    const own = (await driver.api.createdTrip({ scheduledAt: '2027-03-28T03:30:00+02:00' }))._id;
    const assigned = await assignedTrip({ note: 'Two\nlines', paxNumber: 3, estimatedDurationMinutes: 45 });
    const cancelled = await assignedTrip();
    await contractor.api.cancel(cancelled, { body: { reason: 'a secret reason' } });
    const others = (await contractor.api.createdTrip())._id;
    const path = await newLink(browser);
    const response = await open(path);
    expect([response.status, response.headers.get('content-type'), response.headers.get('set-cookie')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      null,
    ]);
    expect(response.headers.get('cache-control')).toMatch(/^private\b/);
    expect(await eventOf(path, own)).toEqual(
      expect.arrayContaining([
        'DTSTART:20270328T013000Z',
        'STATUS:CONFIRMED',
        `URL:http://127.0.0.1:3000/app/trips/${own}`,
      ]),
    );
    const event = await eventOf(path, assigned);
    expect(event).toContain(`URL:http://127.0.0.1:3000/app/rides/${assigned}`);
    expect(event.find((line) => line.startsWith('SUMMARY:'))).toBe(
      'SUMMARY:Ada Lovelace: 10 Rue de Rivoli\\, 75004 Paris → Aéroport CDG\\, Terminal 2E',
    );
    expect(event.find((line) => line.startsWith('DESCRIPTION:'))).toMatch(
      /3 passengers\\nFor: Demo contractor\\nReference: [^\\]+\\nTwo\\nlines$/,
    );
    expect(await eventOf(path, cancelled)).toEqual(
      expect.arrayContaining(['STATUS:CANCELLED', expect.stringMatching(/^SUMMARY:Cancelled: /)]),
    );
    const text = (await linesOf(path)).join('\n');
    expect(text).not.toContain(others);
    expect(text).not.toContain('a secret reason');
  });

  it('has the point of the pickup, unless it was booked by hand: then it may be the centre of the town', async () => {
    const sent = (await driver.api.createdTrip())._id;
    const typed = await bookByHand(browser, {
      ...{ pickup: '7 impasse des Colverts, 38200 Vienne', dropoff: 'Lyon', at: '2027-03-05T10:30' },
      ...{ firstName: 'Grace', lastName: 'Hopper', phone: '+33611223344' },
    });
    const path = await newLink(browser);
    const points = async (id: string) => (await eventOf(path, id)).filter((line) => line.startsWith('GEO:'));
    expect([await points(sent), await points(typed)]).toEqual([['GEO:48.8556;2.3601'], []]);
    expect(await eventOf(path, typed)).toContain('LOCATION:7 impasse des Colverts\\, 38200 Vienne');
  });

  it('ends a ride of unknown duration by its distance, after an hour at least, and says so', async () => {
    const lille = { address: 'Gare de Lille-Flandres', lat: 50.6365, lng: 3.0706 };
    const book = async (changes: Record<string, unknown>) =>
      (await driver.api.createdTrip({ scheduledAt: '2027-03-09T08:00:00Z', ...changes }))._id;
    const rides = [
      await book({ estimatedDurationMinutes: 25 }),
      await book({}),
      await book({ dropoff: lille }),
      await book({ estimatedDistanceKm: 300 }), // by a long way, as when a vehicle is hired with its driver
    ];
    const path = await newLink(browser);
    const ends = async (lang: string, line: string) => {
      const events = await Promise.all(rides.map((id) => eventOf(path.replace('lang=en', `lang=${lang}`), id)));
      return events.map((event) => [event.find((each) => each.startsWith('DTEND:')), event.join('').includes(line)]);
    };
    const expected = [
      ['DTEND:20270309T082500Z', false],
      ['DTEND:20270309T090000Z', true],
      ['DTEND:20270309T101700Z', true],
      ['DTEND:20270309T112000Z', true],
    ];
    expect(await ends('en', '\\nDuration not known: the end time is an estimate.')).toEqual(expected);
    expect(await ends('fr', '\\nDurée inconnue\u00a0: l’heure de fin est une estimation.')).toEqual(expected);
  });

  it('ends rides at whole minutes, never too early', async () => {
    const changes = { scheduledAt: '2027-03-09T08:00:00Z', estimatedDurationMinutes: 39.3 };
    const { _id } = await driver.api.createdTrip(changes);
    expect(await eventOf(await newLink(browser), _id)).toContain('DTEND:20270309T084000Z');
  });

  it('says in its own language what was erased', async () => {
    const erased = { client: { firstName: 'Erased', lastName: 'rider', phone: '+33 6 00 00 00 00' } };
    const address = { address: 'Erased', lat: 48.85, lng: 2.35 };
    const { _id } = await driver.api.createdTrip({ ...erased, pickup: address, dropoff: address });
    const path = (await newLink(browser)).replace('lang=en', 'lang=fr');
    const event = await eventOf(path, _id);
    expect(event).toEqual(
      expect.arrayContaining(['SUMMARY:Passager effacé\u00a0: Effacée → Effacée', 'LOCATION:Effacée']),
    );
    expect(event.join()).not.toContain('Erased');
  });

  it('has a higher sequence after each change, by which calendars know the newer event', async () => {
    const id = await assignedTrip({ scheduledAt: '2027-03-09T08:00:00Z' });
    const path = await newLink(browser);
    const shown = async () => {
      const event = await eventOf(path, id);
      const valueIn = (name: string) => event.find((line) => line.startsWith(name))?.slice(name.length);
      return { sequence: Number(valueIn('SEQUENCE:')), start: valueIn('DTSTART:') };
    };
    const before = await shown();
    await dispatcher.change(`/app/trips/${id}/edit`, { at: '2027-03-09T07:30' });
    const moved = await shown();
    expect([before.start, moved.start]).toEqual(['20270309T080000Z', '20270309T063000Z']);
    expect(moved.sequence).toBeGreaterThan(before.sequence);
    await contractor.api.cancel(id);
    expect((await shown()).sequence).toBeGreaterThan(moved.sequence);
  });

  it('keeps rides for 30 days', async () => {
    const [within, before] = [await assignedTrip(), await assignedTrip()];
    const path = await newLink(browser);
    const move = (id: string, days: number) =>
      service.database.query({
        text: 'UPDATE trips SET scheduled_at = $3 WHERE account_id = $1 AND trip_id = $2',
        values: [contractor.accountId, id, new Date(service.clock.now().getTime() - days * 86_400_000)],
      });
    await move(within, 29.9);
    await move(before, 30.1);
    expect([(await eventOf(path, within)).length > 0, await eventOf(path, before)]).toEqual([true, []]);
  });

  it('loses a ride that another driver gets', async () => {
    const id = await assignedTrip();
    const path = await newLink(browser);
    expect(await eventOf(path, id)).not.toEqual([]);
    await dispatcher.submit(`/app/trips/${id}`, `/app/trips/${id}/assign`, { driver: '' });
    expect((await contractor.api.tripNow(id)).executorId).not.toBe(driver.accountId);
    expect(await eventOf(path, id)).toEqual([]);
  });

  it('speaks the language in which its link was created', async () => {
    const french = await ownerOf(service, await service.account(), { 'accept-language': 'fr' });
    const path = await newLink(french);
    expect(await linesOf(path)).toContain('X-WR-CALNAME:Courses de Demo driver');
    expect((await open(path.replace('lang=fr', 'lang=xx'))).status).toBe(200);
  });
});

describe('the calendar of a contractor', () => {
  it('has all trips of the account, with their drivers', async () => {
    const [assigned, unassigned] = [await assignedTrip(), (await contractor.api.createdTrip())._id];
    const path = await newLink(dispatcher);
    expect((await eventOf(path, assigned)).join('\n')).toContain('Driver: Demo driver');
    expect(await eventOf(path, unassigned)).not.toEqual([]);
    expect((await linesOf(path)).join('\n')).not.toContain('For: ');
  });
});

describe('the link', () => {
  it('ends when it is renewed or removed', async () => {
    const first = await newLink(browser);
    const second = await newLink(browser);
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200]);
    expect((await browser.get(PAGE)).html).not.toContain(second.slice(10, 53));
    const removed = await browser.submit(PAGE, `${PAGE}/end`);
    expect([removed.status, (await open(second)).status]).toEqual([303, 404]);
    expect((await browser.get(PAGE)).html).toContain('There is no link yet');
  });

  it('is stored as a hash, and is in no line of the log', async () => {
    const path = await newLink(browser);
    const token = path.slice('/calendar/'.length, '/calendar/'.length + 43);
    await open(path);
    await open(path.replace('.ics', ''));
    await fetch(service.url + path, { method: 'POST' });
    const { rows } = await service.database.query({ text: 'SELECT to_jsonb(f)::text AS row FROM calendar_feeds f' });
    expect(JSON.stringify(rows)).not.toContain(token);
    await expect.poll(() => service.logText()).toContain('"route":"/calendar/:file"');
    expect(service.logText()).not.toContain(token);
    expect(await service.metrics()).not.toContain(token);
  });

  it.each(['x.ics', `${'A'.repeat(43)}.ics`, `${'A'.repeat(43)}`, '%00.ics', `${'A'.repeat(5_000)}.ics`])(
    'that nobody has leads nowhere: %s',
    async (file) => {
      expect((await open(`/calendar/${file}`)).status).toBe(404);
    },
  );
});
