import { describe, expect, it } from 'vitest';
import { advanceTrip } from '../support/advance.ts';
import { filledIn, newMember, ownerForFile, ownerOf } from '../support/browserClient.ts';
import { agree, assign } from '../support/drivers.ts';
import { insertTrips } from '../support/manyTrips.ts';

const { service, account, owner } = await ownerForFile({ role: 'CONTRACTOR' });

/** The trips of a page, in its order. */
const listedIn = (html: string) => [...html.matchAll(/href="\/app\/trips\/([0-9a-f]{24})"/g)].map(([, id]) => id);

const listed = async (query = '') => {
  const { status, html } = await owner.get(`/app/trips${query}`);
  expect(status).toBe(200);
  return listedIn(html);
};

const bookedAt = async (scheduledAt: string) => (await account.api.createdTrip({ scheduledAt }))._id;

/** The drivers to choose, by their names. */
const choicesIn = (html: string) => {
  const select = /<select id="driver".*?<\/select>/s.exec(html)?.[0] ?? '';
  return [...select.matchAll(/<option value(?:="([^"]*)")?( selected)?>([^<]*)/g)].map(
    ([, value, isSelected, label]) => ({
      ...{ value, label, isSelected: isSelected !== undefined },
    }),
  );
};

describe('the list of trips', () => {
  it('says so when there are none, and where a sign-in leads', async () => {
    const contractor = await ownerOf(service, await service.account({ role: 'CONTRACTOR' }));
    expect((await contractor.get('/app')).headers.get('location')).toBe('/app/day');
    const newcomer = await ownerOf(service, await service.account());
    expect((await newcomer.get('/app')).headers.get('location')).toBe('/app/rides');
    expect((await newcomer.get('/app/trips')).html).toContain('No trips yet');
    expect((await newcomer.get('/app/trips?status=CANCELLED')).html).toContain('No matching trips');
  });

  it('shows this account’s trips alone, the newest booking first, with rider, driver, status and price', async () => {
    const other = await service.account();
    const { _id: notOurs } = await other.api.createdTrip();
    const first = await bookedAt('2028-01-01T10:00:00Z');
    service.clock.advance(1);
    const second = await bookedAt('2028-01-02T10:00:00Z');
    const { html } = await owner.get('/app/trips');
    expect(listedIn(html)).toEqual([second, first]);
    expect(html).not.toContain(notOurs);
    for (const text of ['Ada Lovelace', 'No driver', 'Confirmed', '€66.00', '2 Jan 2028, 11:00<', 'Paris time'])
      expect(html).toContain(text);
  });

  it('is filtered by status and by days of Paris, both inclusive', async () => {
    const before = await bookedAt('2029-03-01T22:59:59Z');
    const early = await bookedAt('2029-03-01T23:00:00Z');
    const late = await bookedAt('2029-03-02T22:59:59Z');
    const after = await bookedAt('2029-03-02T23:00:00Z');
    expect((await listed('?from=2029-03-02&to=2029-03-02')).sort()).toEqual([early, late].sort());
    expect((await listed('?from=2029-03-01&to=2029-03-03')).sort()).toEqual([before, early, late, after].sort());
    await advanceTrip(service, late, 'OTWTP');
    expect(await listed('?from=2029-03-02&to=2029-03-02&status=OTWTP')).toEqual([late]);
    // The day on which clocks are put forward has 23 hours.
    const summer = await bookedAt('2029-03-25T21:59:59Z');
    await bookedAt('2029-03-25T22:00:00Z');
    expect(await listed('?from=2029-03-25&to=2029-03-25')).toEqual([summer]);
    // And that on which they are put back has 25.
    const winter = await bookedAt('2029-10-28T22:59:59Z');
    await bookedAt('2029-10-28T23:00:00Z');
    expect(await listed('?from=2029-10-28&to=2029-10-28')).toEqual([winter]);
  });

  it('is filtered by driver, by none, and by what is not over, each also in the file', async () => {
    const contractor = await service.account({ role: 'CONTRACTOR' });
    const dispatcher = await ownerOf(service, contractor);
    const [karim, lena, removed] = await Promise.all([1, 2, 3].map(() => service.account()));
    if (!karim || !lena || !removed) throw new Error('three drivers are needed');
    for (const driver of [karim, lena, removed]) await agree(service, contractor, driver);
    const book = async (driver?: typeof karim) => {
      const { _id } = await contractor.api.createdTrip();
      if (driver) await assign(service, contractor, _id, driver);
      return _id;
    };
    const [ahead, over, hers, his, nobodys] = [
      await book(karim),
      await book(karim),
      await book(lena),
      await book(removed),
      await book(),
    ];
    await advanceTrip(service, over, 'FINISHED');
    const cancelled = await book();
    await contractor.api.cancel(cancelled);
    const { accountId } = removed;
    await dispatcher.submit(`/app/drivers/${accountId}/end`, '/app/drivers/end');
    // The same driver for somebody else.
    const other = await service.account({ role: 'CONTRACTOR' });
    await agree(service, other, karim);
    const { _id: elsewhere } = await other.api.createdTrip();
    await assign(service, other, elsewhere, karim);

    for (const [query, expected] of [
      [`driver=${karim.accountId}`, [ahead, over]],
      [`status=open&driver=${karim.accountId}`, [ahead]],
      [`status=FINISHED&driver=${karim.accountId}`, [over]],
      [`driver=${karim.accountId}&from=2099-01-01`, []],
      [`driver=${lena.accountId}`, [hers]],
      [`driver=${accountId}`, [his]],
      ['driver=none', [nobodys]],
      ['driver=none&status=CANCELLED', [cancelled]],
      ['status=open', [ahead, hers, his, nobodys]],
      [`driver=${other.accountId}`, [ahead, over, hers, his, nobodys, cancelled]],
    ] as const) {
      const { html } = await dispatcher.get(`/app/trips?${query}`);
      expect([query, listedIn(html).sort()]).toEqual([query, [...expected].sort()]);
      const file = (await dispatcher.get(`/app/trips.csv?${query}`)).html;
      const exported = file.split('\r\n').flatMap((line) => /[0-9a-f]{24}$/.exec(line)?.[0] ?? []);
      expect([query, exported.sort()]).toEqual([query, [...expected].sort()]);
    }

    const { html } = await dispatcher.get(`/app/trips?driver=${accountId}`);
    expect(choicesIn(html).map(({ label }) => label)).toEqual([
      ...['All', 'No driver', 'Demo driver', 'Demo driver', 'Demo driver (former driver)'],
    ]);
    expect(choicesIn(html).filter(({ isSelected }) => isSelected)).toEqual([
      expect.objectContaining({ value: accountId }),
    ]);
    expect(html).toContain(`href="/app/trips.csv?driver=${accountId}"`);
  });

  it('turns the pages of one driver’s trips', async () => {
    const contractor = await service.account({ role: 'CONTRACTOR' });
    const driver = await service.account();
    await agree(service, contractor, driver);
    await insertTrips(service.database, contractor, 30);
    await service.database.query({
      text: 'UPDATE trips SET executor_id = $2 WHERE account_id = $1',
      values: [contractor.accountId, driver.accountId],
    });
    const dispatcher = await ownerOf(service, contractor);
    const { html } = await dispatcher.get(`/app/trips?driver=${driver.accountId}`);
    expect(html).toContain('30 trips');
    const link = `/app/trips?driver=${driver.accountId}&page=2`;
    expect(html).toContain(`rel="next" href="${link.replace('&', '&amp;')}"`);
    const next = listedIn((await dispatcher.get(link)).html);
    expect(new Set([...listedIn(html), ...next]).size).toBe(30);
  });

  it('of a driver account has no filter by driver, since it drives its trips itself', async () => {
    const driver = await service.account();
    const { _id } = await driver.api.createdTrip();
    const browser = await ownerOf(service, driver);
    for (const query of ['', '?driver=none', `?driver=${driver.accountId}`]) {
      const { html } = await browser.get(`/app/trips${query}`);
      expect([listedIn(html), choicesIn(html)]).toEqual([[_id], []]);
      expect((await browser.get(`/app/trips.csv${query}`)).html).toContain(_id);
    }
  });

  it('keeps what was asked for while one turns pages, and says how many pages there are past the end', async () => {
    for (let count = 0; count < 21; count += 1) await bookedAt('2030-05-05T10:00:00Z');
    const { html } = await owner.get('/app/trips?from=2030-05-05&status=CONFIRMED');
    expect(listedIn(html)).toHaveLength(20);
    expect(html).toContain('21 trips');
    const next = /href="([^"]*)"[^>]*>Next|rel="next" href="([^"]*)"/.exec(html);
    const link = (next?.[1] ?? next?.[2] ?? '').replaceAll('&amp;', '&');
    expect(link).toBe('/app/trips?status=CONFIRMED&from=2030-05-05&page=2');
    expect(await listed(link.slice('/app/trips'.length))).toHaveLength(1);
    for (const page of ['9', '9999999']) {
      const past = await owner.get(`/app/trips?from=2030-05-05&page=${page}`);
      expect([past.status, listedIn(past.html)]).toEqual([404, []]);
      for (const text of ['This list has only 2 pages', 'href="/app/trips?from=2030-05-05&amp;page=2"'])
        expect(past.html).toContain(text);
    }
  });

  it.each([
    ['?from=tomorrow', 422, 'Enter a date.'],
    ['?to=2027-02-30', 422, 'Enter a date.'],
    ['?from=0001-01-01', 422, 'Enter a date.'],
    ['?from=2027-03-02&to=2027-03-01', 422, 'must not be before the start date'],
    ['?status=NOPE&page=-1', 200, ' trips</p>'],
    ['?page=99999999999999999999&status=CONFIRMED&status=CANCELLED', 200, ' trips</p>'],
    [`?from=${'9'.repeat(3_000)}`, 422, 'Enter a date.'],
    ['?from=%00', 422, 'Enter a date.'],
  ])('takes whatever stands in its address: %s', async (query, status, text) => {
    const answer = await owner.get(`/app/trips${query}`);
    expect([answer.status, answer.html]).toEqual([status, expect.stringContaining(text)]);
  });
});

describe('trips that are assigned together', () => {
  /** What the page says of the assignment. */
  const linesOf = (html: string) => {
    const [, notice = ''] = /data-outcome.*?<div>(.*?)<\/div>/s.exec(html) ?? [];
    return notice.split('\n');
  };

  it('are those selected in the list of a driver; one that was changed meanwhile stays as it is', async () => {
    const contractor = await service.account({ role: 'CONTRACTOR' });
    const contractorsOwner = await ownerOf(service, contractor);
    const [ill, other, stranger] = [await service.account(), await service.account(), await service.account()];
    await agree(service, contractor, ill);
    await agree(service, contractor, other);
    const ids: string[] = [];
    for (const hour of [10, 12, 14, 16, 18]) {
      const { _id } = await contractor.api.createdTrip({ scheduledAt: `2027-08-01T${hour}:00:00Z` });
      await assign(service, contractor, _id, ill);
      ids.push(_id);
    }
    const [kept = '', first = '', second = '', changed = '', over = ''] = ids;
    await advanceTrip(service, over, 'FINISHED');
    const list = `/app/trips?driver=${ill.accountId}`;
    const action = list.replace('/app/trips', '/app/trips/assign');
    const { html } = await contractorsOwner.get(list);
    const form = { ...filledIn(html, action), assignTo: other.accountId };
    const offered = [...html.matchAll(/type="checkbox" name="trip" value="([^"]+)"/g)].map(([, value = '']) => value);
    expect(offered.map((value) => value.split(':')[0]).sort()).toEqual([kept, first, second, changed].sort());
    await contractorsOwner.change(`/app/trips/${changed}/edit`, { note: 'Gate B' });
    const sentOf = (id: string) => offered.find((value) => value.startsWith(id)) ?? '';
    const trip = [first, second, changed].map(sentOf);
    const answer = await contractorsOwner.post(`${action}&page=2`, { ...form, trip });
    const left = `${list}&select=${changed}&assignTo=${other.accountId}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([303, left]);
    const after = (await contractorsOwner.get(left)).html;
    expect(linesOf(after)).toEqual([
      '2 trips assigned.',
      'Not changed, because it was changed meanwhile: 1 Aug 2027, 18:00',
    ]);
    expect(filledIn(after, action)).toMatchObject({ trip: [`${changed}:3`], assignTo: [other.accountId] });
    const driverOf = async (id: string) => (await contractor.api.tripNow(id)).executorId;
    const { accountId: illId } = ill;
    expect(await Promise.all(ids.map(driverOf))).toEqual([illId, other.accountId, other.accountId, illId, illId]);
    const refused = [
      { ...form, trip: [] },
      { ...form, trip: [sentOf(kept)], assignTo: '' },
      { ...form, trip: ['x', ':1'] },
      { ...form, trip: [sentOf(kept)], assignTo: stranger.accountId },
      { ...form, trip: [kept, changed].map(sentOf), assignTo: stranger.accountId },
    ];
    for (const fields of refused) expect((await contractorsOwner.post(action, fields)).status).toBe(303);
    expect(linesOf((await contractorsOwner.get(list)).html)).toEqual([
      'Not changed, because it was changed meanwhile: 1 Aug 2027, 18:00',
      'Not changed, because the chosen driver no longer drives for you: 1 Aug 2027, 12:00',
    ]);
    expect(await driverOf(kept)).toBe(ill.accountId);
    expect((await contractorsOwner.post(action, { ...form, trip: [sentOf(kept)], formToken: '' })).status).toBe(403);
    const viewer = await newMember(service, contractorsOwner, { role: 'VIEWER' });
    expect((await viewer.get(list)).html).not.toContain('checkbox');
    const all = await contractorsOwner.get(`${list}&select=all`);
    const everything = { ...filledIn(all.html, action), assignTo: 'none' };
    await contractorsOwner.post(action, everything);
    expect((await contractorsOwner.get(list)).html).toContain('2 trips no longer have a driver.');
    expect(await Promise.all([kept, changed, first].map(driverOf))).toEqual([null, null, other.accountId]);
    expect((await contractorsOwner.get(action)).headers.get('location')).toBe(list);
    await contractor.api.cancel(first);
    await contractorsOwner.post(action, { ...form, trip: [sentOf(first)], assignTo: ill.accountId });
    expect(linesOf((await contractorsOwner.get(list)).html)).toEqual([
      'Not changed, because its driver can no longer be changed: 1 Aug 2027, 14:00',
    ]);
  });

  it('are named if they now overlap with another trip of the driver', async () => {
    const contractor = await service.account({ role: 'CONTRACTOR' });
    const contractorsOwner = await ownerOf(service, contractor);
    const driver = await service.account();
    await agree(service, contractor, driver);
    const bookedFor = async (scheduledAt: string) =>
      (await contractor.api.createdTrip({ scheduledAt, estimatedDurationMinutes: 30 }))._id;
    await assign(service, contractor, await bookedFor('2027-08-01T10:00:00Z'), driver);
    await bookedFor('2027-08-01T10:20:00Z');
    await bookedFor('2027-08-01T12:00:00Z');
    const list = '/app/trips?driver=none';
    const action = list.replace('/app/trips', '/app/trips/assign');
    const assignAll = async () => {
      const { html } = await contractorsOwner.get(`${list}&select=all`);
      await contractorsOwner.post(action, { ...filledIn(html, action), assignTo: driver.accountId });
      return contractorsOwner.get(list);
    };
    const { html } = await assignAll();
    expect(linesOf(html)).toEqual([
      '2 trips assigned.',
      'At the same time as another trip of the driver: 1 Aug 2027, 12:20 ' +
        '<a href="/app/day?date=2027-08-01">See the trips of 1 August 2027</a>',
    ]);
    await bookedFor('2027-08-02T12:00:00Z');
    const alone = (await assignAll()).html;
    expect(alone).toContain('1 trip assigned.');
    expect(alone).not.toContain('another trip at this time');
  });

  it('are not offered where none can be selected', async () => {
    const contractor = await service.account({ role: 'CONTRACTOR' });
    const contractorsOwner = await ownerOf(service, contractor);
    const driver = await service.account();
    await agree(service, contractor, driver);
    const [open, cancelled] = [await contractor.api.createdTrip(), await contractor.api.createdTrip()];
    for (const { _id } of [open, cancelled]) await assign(service, contractor, _id, driver);
    await contractor.api.cancel(cancelled._id);
    const isOffered = async (query: string) => {
      const { html } = await contractorsOwner.get(`/app/trips?driver=${driver.accountId}${query}`);
      expect(html).toContain(cancelled._id);
      return html.includes('name="assignTo"');
    };
    expect([await isOffered(''), await isOffered('&status=CANCELLED')]).toEqual([true, false]);
  });

  it('need a list by driver', async () => {
    expect((await owner.get('/app/trips')).html).not.toContain('checkbox');
  });
});
