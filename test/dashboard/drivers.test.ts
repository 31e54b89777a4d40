import { describe, expect, it } from 'vitest';
import { endAgreement, hasAgreed } from '../../src/accounts/driverAgreementStore.ts';
import { issueResetLink } from '../../src/accounts/invitations.ts';
import { findMemberByEmail } from '../../src/accounts/memberStore.ts';
import { saveVoucherDetails } from '../../src/accounts/voucherStore.ts';
import { newId, referenceOf } from '../../src/identifiers.ts';
import { eraseRiders } from '../../src/privacy/riderDataStore.ts';
import { assignTrip } from '../../src/trips/store/changeTrip.ts';
import {
  bookByHand,
  filledIn,
  formsOf,
  newMember,
  ownerForFile,
  ownerOf,
  PASSWORD,
  type Visitor,
} from '../support/browserClient.ts';
import { bookingWith } from '../support/client.ts';
import { agree, assign } from '../support/drivers.ts';
import type { TestAccount } from '../support/service.ts';

const { service, account: contractor, owner: dispatcher } = await ownerForFile({ role: 'CONTRACTOR' });
const emailOf = ({ invitation }: TestAccount) => invitation?.email ?? '';

async function newDriver(): Promise<{ driver: TestAccount; browser: Visitor }> {
  const driver = await service.account();
  return { driver, browser: await ownerOf(service, driver) };
}

const invite = (email: string) => dispatcher.submit('/app/drivers', '/app/drivers', { email });
const answer = (browser: Visitor, answer: string) => browser.submit('/app/rides', '/app/rides/contractors', { answer });
const STOP = `/app/rides/contractors/${contractor.accountId}/end`;
const rowOf = async (email: string) => {
  const { html } = await dispatcher.get('/app/drivers');
  return html.match(/<tr>.*?<\/tr>/gs)?.find((row) => row.includes(email)) ?? '';
};

/** Another contractor, who has no drivers. */
async function newContractor() {
  const account = await service.account({ role: 'CONTRACTOR' });
  return { account, owner: await ownerOf(service, account) };
}

/** A trip of the contractor, assigned to the driver. */
async function assignedTrip(driver: TestAccount, changes: Record<string, unknown> = {}) {
  const { _id: id } = await contractor.api.createdTrip(changes);
  await dispatcher.submit(`/app/trips/${id}`, `/app/trips/${id}/assign`, { driver: driver.accountId });
  expect((await contractor.api.tripNow(id)).executorId).toBe(driver.accountId);
  return { id, path: `/app/rides/${id}` };
}

/** The rides that My rides says overlap, by their links. */
async function overlapping(browser: Visitor) {
  const rows = (await browser.get('/app/rides')).html.match(/<tr[ >].*?<\/tr>/gs) ?? [];
  return rows.filter((row) => row.includes('>Overlap<')).map((row) => /href="([^"]+)"/.exec(row)?.[1]);
}

describe('a driver', () => {
  it('is invited by e-mail, accepts in their own dashboard, and is then in the list to choose from', async () => {
    const { driver, browser } = await newDriver();
    const { _id } = await contractor.api.createdTrip();
    expect((await dispatcher.get('/app/drivers')).html).toContain('They need a driver account of their own.');
    expect((await invite(` ${emailOf(driver).toUpperCase()} `)).headers.get('location')).toBe('/app/drivers');
    expect((await dispatcher.get('/app/drivers')).html).toContain(
      `${emailOf(driver)} has been invited. No e-mail is sent`,
    );
    const invited = await rowOf(emailOf(driver));
    for (const text of ['Invited', 'Not known yet']) expect(invited).toContain(text); // the name is the driver's to give
    expect((await dispatcher.get(`/app/trips/${_id}`)).html).not.toContain(driver.accountId);
    expect((await browser.get('/app/rides')).html).toContain('Demo contractor invites you to drive for them');
    await answer(browser, 'AGREED');
    expect((await browser.get('/app/rides')).html).toContain('You accepted.');
    expect(await rowOf(emailOf(driver))).toContain('Drives for you');
    expect((await dispatcher.get(`/app/trips/${_id}`)).html).toContain(`<option value="${driver.accountId}"`);
  });

  it('can decline, be invited again, and stop', async () => {
    const { driver, browser } = await newDriver();
    await invite(emailOf(driver));
    await answer(browser, 'DECLINED');
    expect(await rowOf(emailOf(driver))).toContain('Declined');
    await invite(emailOf(driver));
    await answer(browser, 'AGREED');
    expect((await invite(emailOf(driver))).status).toBe(303);
    expect((await dispatcher.get('/app/drivers')).html).toContain('already drives for you');
    await browser.submit(STOP, '/app/rides/contractors');
    expect(await rowOf(emailOf(driver))).toContain('Ended');
    expect((await browser.get('/app/rides')).html).not.toContain('Demo contractor');
  });

  it('is asked before they stop, and told that assigned rides stay with them', async () => {
    const { driver, browser } = await newDriver();
    const leadsBack = async () => {
      const { status, headers } = await browser.get(STOP);
      expect([status, headers.get('location')]).toEqual([303, '/app/rides']);
      expect((await browser.get('/app/rides')).html).toContain('no longer valid');
    };
    await leadsBack();
    await invite(emailOf(driver));
    await leadsBack();
    await answer(browser, 'AGREED');
    const { path } = await assignedTrip(driver);
    const { html } = await browser.get('/app/rides');
    expect(html).toContain(`href="${STOP}" data-dialog`);
    expect(formsOf(html).some(({ action }) => action === '/app/rides/contractors')).toBe(false);
    const asked = (await browser.get(STOP)).html;
    for (const text of ['Stop driving for Demo contractor?', 'stay with you']) expect(asked).toContain(text);
    expect(await rowOf(emailOf(driver))).toContain('Drives for you');
    await browser.submit(STOP, '/app/rides/contractors');
    expect(await rowOf(emailOf(driver))).toContain('Ended');
    expect((await browser.get(path)).status).toBe(200);
  });

  it('is removed by the contractor, who is asked first and still sees the driver’s name', async () => {
    const { driver, browser } = await newDriver();
    const path = `/app/drivers/${driver.accountId}/end`;
    await invite(emailOf(driver));
    expect((await dispatcher.get(path)).status).toBe(404);
    await answer(browser, 'AGREED');
    const row = await rowOf(emailOf(driver));
    expect(row).toContain(`href="${path}" data-dialog`);
    expect(row).not.toContain('<form');
    const asked = (await dispatcher.get(path)).html;
    for (const text of ['Remove Demo driver?', 'stay with them']) expect(asked).toContain(text);
    await dispatcher.submit(path, '/app/drivers/end');
    for (const text of ['Demo driver', 'Ended']) expect(await rowOf(emailOf(driver))).toContain(text);
    expect((await dispatcher.get(path)).status).toBe(404);
  });

  describe('with another address than before', () => {
    /** A driver of the contractor who has proven a new address since. */
    async function movedDriver() {
      const { driver, browser } = await newDriver();
      const before = emailOf(driver);
      await invite(before);
      await answer(browser, 'AGREED');
      const email = `moved-${newId()}@example.com`;
      const change = 'UPDATE members SET email = $2, email_proven = true WHERE account_id = $1';
      await service.database.query({ text: change, values: [driver.accountId, email] });
      return { driver, browser, before, email, end: `/app/drivers/${driver.accountId}/end` };
    }

    it('has one agreement after they were invited at the new one, which the contractor ends', async () => {
      const { driver, browser, before, email, end } = await movedDriver();
      await invite(email);
      await answer(browser, 'AGREED');
      expect([await rowOf(before), await rowOf(email)]).toEqual(['', expect.stringContaining('Drives for you')]);
      const { html } = await browser.get('/app/rides');
      expect(html.match(new RegExp(`href="${STOP}"`, 'g'))).toHaveLength(1);
      await dispatcher.submit(end, '/app/drivers/end');
      expect(await rowOf(email)).toContain('Ended');
      expect(await hasAgreed(service.database, contractor.accountId, driver.accountId)).toBe(false);
    });

    it('has no agreement any more once it is ended, even if an earlier release left two', async () => {
      const { driver, email, end } = await movedDriver();
      const text = `INSERT INTO driver_agreements (account_id, email, driver_id, status, invited_at)
                    VALUES ($1, $2, $3, 'AGREED', now())`;
      await service.database.query({ text, values: [contractor.accountId, email, driver.accountId] });
      const { _id } = await contractor.api.createdTrip();
      const page = await dispatcher.get(`/app/trips/${_id}`);
      expect(page.html.match(new RegExp(`<option value="${driver.accountId}"`, 'g'))).toHaveLength(1);
      await dispatcher.submit(end, '/app/drivers/end');
      expect(await hasAgreed(service.database, contractor.accountId, driver.accountId)).toBe(false);
    });

    it('is invited again at the old one by who they are, which nobody else learns', async () => {
      const { driver, browser, before, end } = await movedDriver();
      await dispatcher.submit(end, '/app/drivers/end');
      await invite(before);
      expect((await browser.get('/app/rides')).html).toContain('Demo contractor invites you');
      const other = await newDriver();
      expect((await other.browser.get('/app/rides')).html).not.toContain('Demo contractor');
      await answer(browser, 'AGREED');
      expect(await rowOf(before)).toContain('Drives for you');
      expect(await hasAgreed(service.database, contractor.accountId, driver.accountId)).toBe(true);
    });

    it('is not meant any more once another account has the old one', async () => {
      const { driver, browser, before, email, end } = await movedDriver();
      await dispatcher.submit(end, '/app/drivers/end');
      const heir = await newDriver();
      const change = 'UPDATE members SET email = $2 WHERE account_id = $1';
      await service.database.query({ text: change, values: [heir.driver.accountId, before] });
      await invite(before);
      expect((await browser.get('/app/rides')).html).not.toContain('Demo contractor');
      expect((await heir.browser.get('/app/rides')).html).toContain('Demo contractor invites you');
      await invite(email);
      await answer(browser, 'DECLINED');
      await answer(heir.browser, 'AGREED');
      const agreed = (id: string) => hasAgreed(service.database, contractor.accountId, id);
      expect([await agreed(driver.accountId), await agreed(heir.driver.accountId)]).toEqual([false, true]);
    });

    it('stays a former driver if they decline to drive again', async () => {
      const { driver, browser, before, end } = await movedDriver();
      await dispatcher.submit(end, '/app/drivers/end');
      await invite(before);
      await answer(browser, 'DECLINED');
      expect(await hasAgreed(service.database, contractor.accountId, driver.accountId)).toBe(false);
      const row = await rowOf(before);
      for (const text of ['Ended', 'Demo driver', `/app/trips?driver=${driver.accountId}`]) expect(row).toContain(text);
    });

    it('is one row of the list, also once the agreement has ended', async () => {
      const { browser, before, email, end } = await movedDriver();
      const rows = async () =>
        [await rowOf(before), await rowOf(email)].map((row) => /(Invited|Drives|Ended)/.exec(row)?.[0]);
      await invite(email);
      await answer(browser, 'AGREED');
      expect(await rows()).toEqual([undefined, 'Drives']);
      await dispatcher.submit(end, '/app/drivers/end');
      expect((await rows()).filter(Boolean)).toEqual(['Ended']);
      await invite(before);
      expect((await rows()).filter(Boolean)).toEqual(['Invited']);
    });
  });

  it('who stops just before they are assigned is refused with the reason, even if nobody is left to choose', async () => {
    const { account: other, owner } = await newContractor();
    const { _id } = await other.api.createdTrip();
    const path = `/app/trips/${_id}`;
    const driver = await service.account();
    await agree(service, other, driver);
    const form = filledIn((await owner.get(path)).html, `${path}/assign`);
    await endAgreement(service.database, other.accountId, `${driver.accountId}@example.com`, service.clock.now());
    const refused = await owner.post(`${path}/assign`, { ...form, driver: driver.accountId });
    expect([refused.status, refused.html]).toEqual([
      422,
      expect.stringContaining('Choose a driver who drives for you.'),
    ]);
  });

  it('is invited through any of their members, and an owner answers', async () => {
    const { driver, browser } = await newDriver();
    const member = await newMember(service, browser, { role: 'DISPATCHER' });
    await invite(member.email);
    const shown = (await member.get('/app/rides')).html;
    expect(shown).toContain('Demo contractor invites you to drive for them');
    expect(shown).toContain('Only an owner of your account can accept or decline.');
    expect(formsOf(shown).some(({ action }) => action === '/app/rides/contractors')).toBe(false);
    await answer(browser, 'AGREED');
    expect(await hasAgreed(service.database, contractor.accountId, driver.accountId)).toBe(true);
    expect(await rowOf(member.email)).toContain('Drives for you');
  });

  it('has a list of their trips, which the page of drivers and the question before their removal lead to', async () => {
    const { driver } = await newDriver();
    await agree(service, contractor, driver);
    const email = `${driver.accountId}@example.com`;
    const path = `/app/drivers/${driver.accountId}/end`;
    const list = `/app/trips?driver=${driver.accountId}`;
    expect(await rowOf(email)).toContain(`href="${list}"`);
    expect((await dispatcher.get(path)).html).not.toContain('still assigned to them.');
    const trips = [await assignedTrip(driver), await assignedTrip(driver), await assignedTrip(driver)];
    await contractor.api.cancel(trips[0]?.id ?? '');
    const { html } = await dispatcher.get(path);
    expect(html).toContain('2 upcoming or ongoing trips are still assigned to them.');
    const link = `/app/trips?status=open&driver=${driver.accountId}`;
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`);
    const open = (await dispatcher.get(link)).html;
    expect(trips.map(({ id }) => open.includes(id))).toEqual([false, true, true]);
    await dispatcher.submit(path, '/app/drivers/end');
    expect(await rowOf(email)).toContain(`href="${list}"`); // what is left to give to others
    const { driver: invited } = await newDriver();
    await invite(emailOf(invited));
    expect(await rowOf(emailOf(invited))).not.toContain('/app/trips');
  });

  it('whose invitation is withdrawn never drove for the contractor, and no page says so', async () => {
    const { driver, browser } = await newDriver();
    await invite(emailOf(driver));
    await answer(browser, 'DECLINED'); // so that the agreement knows the driver
    await invite(emailOf(driver));
    const page = await dispatcher.get('/app/drivers');
    const [form] = formsOf(page.html).filter(({ hidden }) => hidden.email === emailOf(driver));
    await dispatcher.post('/app/drivers/end', form?.hidden ?? {});
    const { html } = await dispatcher.get('/app/drivers');
    expect(html).toContain(`The invitation for ${emailOf(driver)} has been withdrawn.`);
    expect(html).not.toContain('no longer drives for you');
    for (const text of ['Invitation withdrawn', 'Not known yet']) expect(await rowOf(emailOf(driver))).toContain(text);
    expect((await browser.get('/app/rides')).html).not.toContain('invites you');
  });

  it('answers only what was asked of them', async () => {
    const { driver } = await newDriver();
    const other = await newDriver();
    await invite(emailOf(driver));
    const token = formsOf((await other.browser.get('/app/rides')).html)[0]?.hidden ?? {};
    for (const [given, contractorId] of [
      ['AGREED', contractor.accountId],
      ['ENDED', contractor.accountId],
      ['INVITED', contractor.accountId],
      ['AGREED', newId()],
      ['AGREED', 'x'],
    ] as const) {
      const reply = await other.browser.post('/app/rides/contractors', {
        ...token,
        answer: given,
        contractor: contractorId,
      });
      expect(reply.status).toBe(303);
      expect((await other.browser.get('/app/rides')).html).toContain('no longer valid');
    }
    expect(await rowOf(emailOf(driver))).toContain('Invited');
  });

  it('does not see an invitation to an address that they merely typed, until a link sent there was used', async () => {
    const { driver, browser } = await newDriver();
    const email = `${driver.accountId}@elsewhere.example`;
    await invite(email);
    await browser.submit('/app/account', '/app/account/email', { email });
    const { html } = await browser.get('/app/rides');
    expect(html).toContain(`You changed your e-mail address to ${email}`);
    expect(html).not.toContain('invites you');
    const [{ hidden = {} } = {}] = formsOf(html);
    const typed = { ...hidden, answer: 'AGREED', contractor: contractor.accountId };
    await browser.post('/app/rides/contractors', typed);
    expect(await rowOf(email)).toContain('Invited');

    const member = await findMemberByEmail(service.database, email);
    if (!member) throw new Error('the address was not changed');
    const { token } = await issueResetLink(service.database, service.clock.now, member);
    const path = `/app/invitations/${token}`;
    await browser.submit(path, path, { password: PASSWORD });
    expect((await browser.get('/app/rides')).html).toContain('invites you');
  });

  it('is no member of the contractor’s team, who could not accept; of other addresses, no page says whose they are', async () => {
    const { email } = await newMember(service, dispatcher, { role: 'DISPATCHER' });
    for (const [language, text] of [
      ['en', 'This is the address of a member of your team, or of'],
      ['fr', 'C’est l’adresse d’un membre de votre équipe, ou'],
    ] as const) {
      const form = filledIn((await dispatcher.get('/app/drivers')).html, '/app/drivers');
      const refused = await dispatcher.post('/app/drivers', { ...form, email }, { 'accept-language': language });
      expect([refused.status, refused.html]).toEqual([422, expect.stringContaining(text)]);
      expect(refused.html).toContain(`value="${email}"`);
    }
    expect(await rowOf(email)).toBe('');
    const inviteMember = (address: string) =>
      dispatcher.submit('/app/account/members/invite', '/app/account/members/invite', {
        ...{ email: address, name: 'Paul', role: 'VIEWER' },
      });
    expect((await inviteMember('paul@both.example')).status).toBe(201);
    expect((await invite('paul@both.example')).status).toBe(422);
    await invite('nina@both.example');
    const asMember = await inviteMember('nina@both.example');
    expect([asMember.status, asMember.html]).toEqual([422, expect.stringContaining('is invited as a driver')]);
    const stranger = await service.account({ role: 'CONTRACTOR' });
    for (const address of [emailOf(stranger), 'nobody-at-all@example.com']) {
      expect((await invite(address)).status).toBe(303);
      expect((await dispatcher.get('/app/drivers')).html).toContain(`${address} has been invited.`);
    }
  });

  it('is invited by a real address only, and not by the hundred', async () => {
    const { status, html } = await invite('nobody');
    expect([status, html]).toEqual([422, expect.stringContaining('Enter an e-mail address')]);
    expect(html).toContain('value="nobody"');
    const hasty = await ownerOf(service, await service.account({ role: 'CONTRACTOR' }));
    const { hidden = {} } =
      formsOf((await hasty.get('/app/drivers')).html).find(({ action }) => action === '/app/drivers') ?? {};
    const attempt = (count: number) => hasty.post('/app/drivers', { ...hidden, email: `d${count}@example.com` });
    for (let count = 0; count < 60; count += 1) expect((await attempt(count)).status).toBe(303);
    expect((await attempt(60)).html).toContain('Too many invitations');
  });
});

describe('a driver’s name', () => {
  it('is the name of their account wherever the contractor reads it, and the legal name is for the voucher', async () => {
    const { driver, browser } = await newDriver();
    const details = { legalName: 'Benali EI', registrationNumber: null, siren: null, address: null, phone: null };
    await saveVoucherDetails(service.database, driver.accountId, details);
    await browser.submit('/app/account', '/app/account/name', { 'account-name': 'Karim Benali VTC' });
    await agree(service, contractor, driver);
    const { id } = await assignedTrip(driver, { scheduledAt: '2027-03-05T10:00:00Z' });
    for (const path of ['/app/drivers', '/app/trips', `/app/trips/${id}`, '/app/day?date=2027-03-05']) {
      const { html } = await dispatcher.get(path);
      expect([path, html]).toEqual([path, expect.stringContaining('Karim Benali VTC')]);
      expect(html).not.toContain('Benali EI');
    }
    expect((await dispatcher.get(`/app/trips/${id}/voucher`)).html).toContain('Benali EI');
  });
});

describe('business details', () => {
  it('reach a contractor only with the driver’s consent, even if the operator assigned the trip', async () => {
    const { driver, browser } = await newDriver();
    const details = {
      legalName: 'SARL Durand',
      registrationNumber: 'EVTC1',
      siren: '732829320',
      address: '1 rue X',
      phone: '+33100',
    };
    await saveVoucherDetails(service.database, driver.accountId, details);
    const { _id } = await contractor.api.createdTrip();
    await assignTrip(service.database, {
      trip: { accountId: contractor.accountId, tripId: _id, version: 1 },
      ...{ executorId: driver.accountId, assignedAt: service.clock.now(), assignedBy: 'OPERATOR' },
    });
    const seen = async () =>
      (await Promise.all(['', '/voucher'].map((page) => dispatcher.get(`/app/trips/${_id}${page}`))))
        .map(({ html }) => html)
        .join();
    for (const detail of Object.values(details)) expect(await seen()).not.toContain(detail);
    expect(await seen()).toContain('has not agreed');
    const own = (await browser.get(`/app/rides/${_id}/voucher`)).html;
    for (const detail of Object.values(details)) expect(own).toContain(detail);
    await agree(service, contractor, driver);
    for (const detail of Object.values(details)) expect(await seen()).toContain(detail);
  });

  it('of a driver who was removed are said to be hidden, not missing, until they agree again', async () => {
    const { driver, browser } = await newDriver();
    await invite(emailOf(driver));
    await answer(browser, 'AGREED');
    const withoutPhone = { client: { firstName: 'A', lastName: 'B', email: 'a@example.com' } };
    const { id } = await assignedTrip(driver, withoutPhone);
    const [card, notice] = ['<p class="hint">', '<p>'];
    const says = async (path: string, text: string, before = notice) =>
      expect((await dispatcher.get(`/app/trips/${id}${path}`)).html).toContain(`${before}${text}</p>`);
    await says('', 'The driver completes the operator’s details in their own account.');

    await dispatcher.submit(`/app/drivers/${driver.accountId}/end`, '/app/drivers/end');
    const stopped = 'This driver no longer drives for you, so their details are hidden.';
    const advice = 'Choose another driver, or invite them again.';
    await says('', `${stopped} ${advice}`, card);
    for (const path of ['', '/voucher']) {
      await says(path, `${stopped} ${advice}`);
      await says(path, 'Missing on the booking voucher: rider’s phone number.');
      const { html } = await dispatcher.get(`/app/trips/${id}${path}`);
      for (const text of ['in their own account', 'has not agreed']) expect(html).not.toContain(text);
    }

    await invite(emailOf(driver));
    for (const path of ['', '/voucher'])
      await says(path, `${stopped} Choose another driver, or wait until they accept your new invitation.`);
    await contractor.api.cancel(id);
    await says('', stopped, card); // too late to choose another one
    await answer(browser, 'AGREED');
    expect((await dispatcher.get(`/app/trips/${id}`)).html).not.toContain(stopped);
  });
});

describe('my rides', () => {
  it('are the driver’s own trips and those assigned to them, cancelled or not, by pickup, from today on', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const late = await assignedTrip(driver, { scheduledAt: '2027-03-20T10:00:00Z' });
    const { _id: own } = await driver.api.createdTrip({ scheduledAt: '2027-03-10T10:00:00Z' });
    const early = await assignedTrip(driver, { scheduledAt: '2027-03-05T10:00:00Z' });
    const { _id: notOurs } = await contractor.api.createdTrip();
    const cancelled = await assignedTrip(driver, { scheduledAt: '2027-03-15T10:00:00Z' });
    await contractor.api.cancel(cancelled.id);
    const { html } = await browser.get('/app/rides');
    const links = [...html.matchAll(/href="(\/app\/(?:rides|trips)\/[0-9a-f]{24}(?:\?from=rides)?)"/g)].map(
      ([, path]) => path,
    );
    expect(links).toEqual([early.path, `/app/trips/${own}?from=rides`, cancelled.path, late.path]);
    const ownPage = (await browser.get(`/app/trips/${own}?from=rides`)).html;
    expect(ownPage).toMatch(/<a class="back" href="\/app\/rides"/);
    expect((await browser.get(`/app/trips/${own}`)).html).toMatch(/<a class="back" href="\/app\/trips"/);
    const marked = html.match(/<tr[ >].*?<\/tr>/gs)?.filter((row) => row.includes('>Cancelled<')) ?? [];
    expect(marked).toEqual([expect.stringContaining(cancelled.path)]);
    expect(html).not.toContain(notOurs);
  });

  it('that are late change an open page', async () => {
    const { driver, browser } = await newDriver();
    await driver.api.createdTrip({ scheduledAt: new Date(service.clock.now().getTime() + 60_000).toISOString() });
    const value = async () => (await browser.get('/app/rides/change')).html;
    const before = await value();
    service.clock.advance(61);
    expect(await value()).not.toBe(before);
  });

  it('for contractors are not among the account’s own trips and totals, which say so', async () => {
    const { driver, browser } = await newDriver();
    const pages = (visitor: Visitor, headers = {}) =>
      Promise.all(['/app/trips', '/app/trips/totals'].map(async (path) => (await visitor.get(path, headers)).html));
    const areSaid = async (visitor: Visitor) => {
      const [list = '', totals = ''] = await pages(visitor);
      return [
        /for contractors are not included here\. <a href="\/app\/day-sheet">Day sheet</.test(list),
        totals.includes('They are not in the totals above'),
      ];
    };
    expect(await areSaid(browser)).toEqual([false, false]);
    await agree(service, contractor, driver);
    await assignedTrip(driver);
    expect(await areSaid(browser)).toEqual([true, true]);
    expect(await areSaid(dispatcher)).toEqual([false, false]);
    const [list, totals] = await pages(browser, { 'accept-language': 'fr' });
    expect(list).toContain('pour des donneurs d’ordre n’apparaissent pas ici.');
    expect(totals).toContain('Elles ne sont pas comprises dans les totaux');
  });

  it('for contractors are counted by month, and saved as a file that has no price', async () => {
    const { driver, browser } = await newDriver();
    const { browser: other } = await newDriver();
    await agree(service, contractor, driver);
    const may = await assignedTrip(driver, { scheduledAt: '2027-05-31T21:59:00Z', price: 77.7, paxNumber: 3 });
    const cancelled = await assignedTrip(driver, { scheduledAt: '2027-05-03T08:00:00Z' });
    await contractor.api.cancel(cancelled.id);
    await assignedTrip(driver, { scheduledAt: '2027-05-31T22:00:00Z' }); // in June, in Paris
    await driver.api.createdTrip({ scheduledAt: '2027-05-04T08:00:00Z' });
    const { html } = await browser.get('/app/trips/totals?month=2027-05');
    const [, rides = ''] = html.split('Rides for contractors</h2>');
    const [row = ''] = rides.match(/<tr[^>]*>(?:(?!<tr).)*Demo contractor.*?<\/tr>/s) ?? [];
    expect([...row.matchAll(/>(\d+)</g)].map(([, count]) => count)).toEqual(['1', '0', '0', '1']);
    const namesake = await service.account({ role: 'CONTRACTOR' });
    await agree(service, namesake, driver);
    const { _id } = await namesake.api.createdTrip({ scheduledAt: '2027-06-02T08:00:00Z' });
    await assign(service, namesake, _id, driver);
    const june = (await browser.get('/app/trips/totals?month=2027-06')).html.split('Rides for contractors</h2>')[1];
    expect(june?.match(/>Demo contractor</g)).toHaveLength(2);
    expect(rides).toContain('href="/app/rides.csv?month=2027-05"');
    const file = await browser.get('/app/rides.csv?month=2027-05');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="rides-for-contractors-2027-05.csv"');
    const lines = file.html.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]?.split(',')[0]).toBe(referenceOf(cancelled.id));
    expect(lines[2]).toBe(
      [
        ...[referenceOf(may.id), 'Demo contractor', 'Confirmed', '2027-05-31 23:59', 'Ada Lovelace'],
        ...['"10 Rue de Rivoli, 75004 Paris"', '"Aéroport CDG, Terminal 2E"', 'Trip', '', '3', may.id],
      ].join(),
    );
    expect(file.html).not.toContain('77.7');
    expect((await browser.get('/app/account/audit')).html).toContain('Rides for contractors exported');
    expect((await browser.get('/app/trips/totals?month=2027-04')).html).toContain('No rides for contractors');
    for (const [visitor, month] of [
      [other, '2027-05'],
      [browser, 'May'],
    ] as const)
      expect((await visitor.get(`/app/rides.csv?month=${month}`)).headers.get('location')).toBe(
        `/app/trips/totals?month=${month}`,
      );
  });

  it('say which of them overlap, own and assigned ones, unless one is over', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const { path } = await assignedTrip(driver, { scheduledAt: '2027-03-05T10:00:00Z', estimatedDurationMinutes: 40 });
    const short = { estimatedDurationMinutes: 1 };
    const { _id: own } = await driver.api.createdTrip({ scheduledAt: '2027-03-05T10:39:00Z', ...short });
    await driver.api.createdTrip({ scheduledAt: '2027-03-05T10:40:00Z', ...short });
    const cancelled = await assignedTrip(driver, { scheduledAt: '2027-03-05T10:41:00Z', ...short });
    await driver.api.createdTrip({ scheduledAt: '2027-03-05T10:41:00Z', ...short });
    await contractor.api.cancel(cancelled.id);
    expect(await overlapping(browser)).toEqual([path, `/app/trips/${own}?from=rides`]);
    for (const _ of ['on the way', 'on board', 'finished'])
      await browser.submit(path, `${path}/advance`, { confirmed: 'yes' });
    expect(await overlapping(browser)).toEqual([]);
  });

  it('that overlap say so on their pages, in the plan of the day and while one is booked, to the driver alone', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const hour = { estimatedDurationMinutes: 60 };
    const { id, path } = await assignedTrip(driver, { scheduledAt: '2027-03-06T10:00:00Z', ...hour });
    const { _id: own } = await driver.api.createdTrip({ scheduledAt: '2027-03-06T10:59:00Z', ...hour });
    const { _id: next } = await driver.api.createdTrip({ scheduledAt: '2027-03-06T11:59:00Z', ...hour });
    const isSaid = async (at: string) => (await browser.get(at)).html.includes('You have another ride at this time.');
    const saidWhileBooking = async (at: string) =>
      /id="at-found"[^>]*>(.*?)<\/div>/s.exec((await browser.change('/app/trips/new', { at })).html)?.[1];
    /** Where the warnings of a page lead to, and what they say there. */
    const linksIn = (html = '') =>
      [...html.matchAll(/<a href="(\/app\/(?:trips|rides)\/[0-9a-f]{24})"[^>]*>([^<]+)</g)].map(([, ...link]) => link);
    const linksOn = async (at: string) =>
      linksIn(
        /class="notice warn"[^>]*>.*?another ride at this time\.(.*?)<\/div>/s.exec((await browser.get(at)).html)?.[1],
      );
    const said = async () => ({
      ride: await isSaid(path),
      trip: await isSaid(`/app/trips/${own}`),
      next: await isSaid(`/app/trips/${next}`),
      day: /Driver double-booked: 1/.test((await browser.get('/app/day?date=2027-03-06')).html),
    });
    expect(await said()).toEqual({ ride: true, trip: true, next: false, day: true });
    expect((await browser.get(`/app/trips/${own}`)).html).toContain('href="/app/day-sheet?date=2027-03-06"');
    expect((await dispatcher.get(`/app/trips/${id}`)).html).not.toContain('at this time.');
    expect((await dispatcher.get(`/app/trips/${id}`)).html).not.toContain(own);
    const [toRide, toOwn] = [
      [path, '6 Mar 2027, 11:00 Ada Lovelace (Demo contractor)'],
      [`/app/trips/${own}`, '6 Mar 2027, 11:59 Ada Lovelace'],
    ];
    expect([await linksOn(path), await linksOn(`/app/trips/${own}`)]).toEqual([[toOwn], [toRide]]);
    const whileBooking = await saidWhileBooking('2027-03-06T11:59'); // 10:59 in UTC
    expect(whileBooking).toContain('You have other rides at this time.');
    expect(linksIn(whileBooking)).toEqual([toRide, toOwn]);
    expect(await saidWhileBooking('2027-03-06T14:00')).toBe('');
    await contractor.api.cancel(id);
    expect(await said()).toEqual({ ride: false, trip: false, next: false, day: false });
  });

  it('of a contractor do not overlap for the form of a contractor, who chooses the driver later', async () => {
    const { driver } = await newDriver();
    await agree(service, contractor, driver);
    await assignedTrip(driver, { scheduledAt: '2027-03-07T10:00:00Z' });
    expect((await dispatcher.change('/app/trips/new', { at: '2027-03-07T11:00' })).html).not.toContain('another ride');
  });

  it('overlap if one goes too far to end before the next, though its duration is not known', async () => {
    const { driver, browser } = await newDriver();
    const lille = { address: 'Gare de Lille-Flandres', lat: 50.6365, lng: 3.0706 };
    const { _id: far } = await driver.api.createdTrip({ scheduledAt: '2027-03-05T07:00:00Z', dropoff: lille });
    const { _id: next } = await driver.api.createdTrip({ scheduledAt: '2027-03-05T07:10:00Z' });
    await driver.api.createdTrip({ scheduledAt: '2027-03-05T09:30:00Z' });
    expect(await overlapping(browser)).toEqual([`/app/trips/${far}?from=rides`, `/app/trips/${next}?from=rides`]);
  });

  it('are followed by an open page, with the invitations; a trip can be booked there', async () => {
    const { driver, browser } = await newDriver();
    const now = async () => (await browser.get('/app/rides/change')).html;
    const empty = (await browser.get('/app/rides')).html;
    expect(empty).toContain(`data-refresh-value="${await now()}"`);
    const canBook = (html: string) => html.includes('href="/app/trips/new"');
    expect(canBook(empty)).toBe(true);
    const values = [await now()];
    await invite(emailOf(driver));
    values.push(await now());
    await answer(browser, 'AGREED');
    values.push(await now());
    const { id } = await assignedTrip(driver);
    values.push(await now());
    expect(canBook((await browser.get('/app/rides')).html)).toBe(true);
    const viewer = await newMember(service, browser, { role: 'VIEWER' });
    expect(canBook((await viewer.get('/app/rides')).html)).toBe(false);
    await contractor.api.cancel(id);
    values.push(await now());
    expect(new Set(values).size).toBe(5);
    expect((await dispatcher.get('/app/rides/change')).status).toBe(404);
  });

  it('show what the drive needs and nothing else of the contractor', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const booked = { note: 'Gate B', price: 123.45, externalReference: 'SECRET-ORDER' };
    const serviceTierId = contractor.serviceTiers.find(({ name }) => name === 'Van')?.serviceTierId;
    const { path } = await assignedTrip(driver, { ...booked, serviceTierId });
    const { html } = await browser.get(path);
    const needed = ['Ada Lovelace', 'tel:+33612345678', 'Gate B', 'destination=48.8556,2.3601', 'Demo contractor'];
    for (const text of [...needed, '<dt>Vehicle category</dt><dd>Van</dd>']) expect(html).toContain(text);
    for (const text of ['SECRET-ORDER', '123.45', `${path}/cancel`, `${path}/edit`, contractor.accountId])
      expect(html).not.toContain(text);
    expect((await browser.get(`${path}/voucher`)).html).toContain('Ada Lovelace');
  });

  it('are followed by an open page of one: changed, cancelled, or no longer assigned', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const { id, path } = await assignedTrip(driver);
    const now = async () => (await browser.get(`${path}/change`)).html;
    const page = async () => {
      const { html } = await browser.get(path);
      expect(html).toMatch(
        `data-refresh="${path}/change" data-refresh-seconds="30" data-refresh-value="${await now()}"`,
      );
      return html;
    };
    expect(await page()).toContain('I cannot take this ride');
    const values = [await now()];
    await dispatcher.submit(`/app/trips/${id}`, `/app/trips/${id}/assign`, { driver: '' });
    expect(await page()).toContain('This ride is no longer assigned to you.');
    values.push(await now());
    await dispatcher.submit(`/app/trips/${id}`, `/app/trips/${id}/assign`, { driver: driver.accountId });
    expect(await page()).not.toContain('has been cancelled');
    values.push(await now());
    await contractor.api.cancel(id);
    expect(await page()).toContain('This ride has been cancelled.');
    values.push(await now());
    expect(new Set(values).size).toBe(4);
  });

  it('say how to reach the contractor', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const { path } = await assignedTrip(driver);
    const details = { legalName: null, registrationNumber: null, siren: null, address: null, phone: '01 49 54 46 46' };
    await saveVoucherDetails(service.database, contractor.accountId, details);
    expect((await browser.get(path)).html).toContain('<a href="tel:0149544646">01 49 54 46 46</a>');
    for (const [phone, dialled] of [
      ['+33 (0)1 49 54 46 46', '+33149544646'],
      ['(0)1 49 54 46 46', '0149544646'],
    ] as const) {
      await saveVoucherDetails(service.database, contractor.accountId, { ...details, phone });
      expect((await browser.get(path)).html).toContain(`<a href="tel:${dialled}">${phone}</a>`);
    }
    await saveVoucherDetails(service.database, contractor.accountId, { ...details, phone: '+ call the office' });
    expect((await browser.get(path)).html).toContain('<dd>+ call the office</dd>');
  });

  it('say what remains possible without the rider once the driver is on the way', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const details = { legalName: null, registrationNumber: null, siren: null, address: null, phone: '01 49 54 46 46' };
    await saveVoucherDetails(service.database, contractor.accountId, details);
    const { id, path } = await assignedTrip(driver);
    const own = `/app/trips/${(await driver.api.createdTrip())._id}`;
    const said = async (at: string, visitor = browser) =>
      /<p class="hint">((?:Rider not there|A breakdown).*?)<\/p>/.exec((await visitor.get(at)).html)?.[1] ?? '';
    const pages = () => Promise.all([said(path), said(own), said(`/app/trips/${id}`, dispatcher)]);
    expect(await pages()).toEqual(['', '', '']);
    const advance = async () => {
      for (const page of [path, own]) await browser.submit(page, `${page}/advance`, { confirmed: 'yes' });
    };
    await advance();
    expect(await pages()).toEqual([
      'Rider not there, or a breakdown? Call Demo contractor, who can cancel the ride or assign another driver. ' +
        '<a href="tel:0149544646">01 49 54 46 46</a>',
      'Rider not there, or a breakdown? Cancel the trip and say why. A late flight? Edit the pickup time.',
      'Rider not there, or a breakdown? Cancel the trip, or assign another driver. A late flight? Edit the pickup time.',
    ]);
    await advance();
    expect(await pages()).toEqual([
      'A breakdown? Call Demo contractor, who can cancel the ride or assign another driver. ' +
        '<a href="tel:0149544646">01 49 54 46 46</a>',
      'A breakdown? Cancel the trip and say why.',
      'A breakdown? Cancel the trip, or assign another driver.',
    ]);
  });

  it('of their own have navigation too, which dispatchers do not need', async () => {
    const { driver, browser } = await newDriver();
    const { _id: own } = await driver.api.createdTrip();
    expect((await browser.get(`/app/trips/${own}`)).html).toContain('destination=48.8556,2.3601');
    const { _id: ours } = await contractor.api.createdTrip();
    expect((await dispatcher.get(`/app/trips/${ours}`)).html).not.toContain('destination=48.8556,2.3601');
  });

  it('lead to the address if they were booked by hand, since its coordinates may be the centre of the town', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const ends = { pickup: '7 impasse des Colverts & Cie, 38200 Vienne', dropoff: 'Lyon' };
    const booking = { ...ends, at: '2027-03-05T10:30', firstName: 'Grace', lastName: 'Hopper', phone: '+33611223344' };
    const id = await bookByHand(dispatcher, booking);
    await dispatcher.submit(`/app/trips/${id}`, `/app/trips/${id}/assign`, { driver: driver.accountId });
    const own = await bookByHand(browser, booking);
    for (const path of [`/app/rides/${id}`, `/app/trips/${own}`]) {
      const { html } = await browser.get(path);
      const links = [...html.matchAll(/href="https:\/\/www\.google\.com\/maps\/dir\/\?([^"]+)"/g)];
      const destinations = links.map(([, query = '']) =>
        new URLSearchParams(query.replaceAll('&amp;', '&')).get('destination'),
      );
      expect([path, destinations]).toEqual([path, [ends.pickup, ends.dropoff]]);
    }
    const erased = { address: 'Erased', lat: 48.8, lng: 2.3 };
    const { _id } = await driver.api.createdTrip({ pickup: erased, dropoff: erased });
    expect((await browser.get(`/app/trips/${_id}`)).html).not.toContain('maps/dir');
  });

  describe('in the search', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const client = {
      firstName: 'Éloïse',
      lastName: 'Châtelain',
      phone: '+33612345672',
      email: 'eloise@secret.example',
    };
    const lost = { client, 'pickup.address': '12 quai des Orfèvres, 75001 Paris', externalReference: 'SECRET-ORDER' };
    const { id, path } = await assignedTrip(driver, bookingWith(lost));
    const reference = referenceOf(id);
    const found = async (text: string, visitor: Visitor = browser) => {
      const { status, html } = await visitor.get(`/app/search?q=${encodeURIComponent(text)}`);
      expect(status).toBe(200);
      return [...html.matchAll(/href="(\/app\/rides\/[0-9a-f]{24})"/g)].map(([, link]) => link);
    };
    const typed = [
      ...[
        reference,
        reference.toLowerCase().replace('-', ''),
        reference.slice(0, 5).toLowerCase(),
        reference.slice(0, 8),
        id,
        'chatelain eloise',
        'chat orfev',
        'CDG',
        'quai 75001',
      ],
      ...['06 12 34 56 72', '0612345672', `demo eloise`],
    ];

    it.each(typed)('are found by what their page shows: %s', async (text) => {
      expect(await found(text)).toEqual([path]);
    });

    it.each(['hatelain', 'eloise nobody', '0612345673', 'SECRET-ORDER', 'eloise@secret.example', '66', '', '-'])(
      'are found by nothing else: “%s”',
      async (text) => {
        expect(await found(text)).toEqual([]);
      },
    );

    it('are not found by anybody else, nor once they are withdrawn', async () => {
      const another = await newDriver();
      await agree(service, contractor, another.driver);
      const moved = await assignedTrip(driver, bookingWith({ client: { ...client, lastName: 'Withdrawn' } }));
      expect(await found('withdrawn')).toEqual([moved.path]);
      const { path: own } = await assignedTrip(another.driver);
      await dispatcher.submit(`/app/trips/${moved.id}`, `/app/trips/${moved.id}/assign`, { driver: '' });
      for (const text of ['withdrawn', moved.id, referenceOf(moved.id)])
        expect([text, await found(text)]).toEqual([text, []]);
      for (const text of typed)
        for (const visitor of [another.browser, dispatcher, (await newDriver()).browser])
          expect([text, (await found(text, visitor)).filter((link) => link !== own)]).toEqual([text, []]);
    });

    it('are no longer found by a rider who was erased', async () => {
      const erased = await assignedTrip(driver, bookingWith({ client: { ...client, lastName: 'Forgotten' } }));
      expect(await found('forgotten')).toEqual([erased.path]);
      const { clientId } = await contractor.api.tripNow(erased.id);
      await eraseRiders(service.database, contractor.accountId, [clientId]);
      expect(await found('forgotten')).toEqual([]);
    });

    it('are the latest twenty, and the page says so', async () => {
      const busy = await newDriver();
      await agree(service, contractor, busy.driver);
      const paths = [];
      for (let day = 1; day <= 22; day += 1) {
        const scheduledAt = `2027-05-${String(day).padStart(2, '0')}T10:00:00Z`;
        paths.unshift((await assignedTrip(busy.driver, { scheduledAt })).path);
      }
      expect(await found('rivoli', busy.browser)).toEqual(paths.slice(0, 20));
      const { html } = await busy.browser.get('/app/search?q=rivoli');
      expect(html).toContain('Only the latest 20 are shown.');
    });
  });

  it('are advanced by the driver, who can undo a step, and the contractor sees it', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const soon = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    const { id, path } = await assignedTrip(driver, { scheduledAt: soon });
    expect((await browser.submit(path, `${path}/advance`)).headers.get('location')).toBe(path);
    expect((await contractor.api.tripNow(id)).status).toBe('OTWTP');
    await browser.submit(path, `${path}/undo`);
    expect((await contractor.api.tripNow(id)).status).toBe('CONFIRMED');
    const stale = await browser.post(`${path}/advance`, {
      ...formsOf((await browser.get(path)).html)[0]?.hidden,
      version: '1',
    });
    expect([stale.status, stale.html]).toEqual([409, expect.stringContaining('has been updated since you opened')]);
  });

  it('can be declined with a reason that the contractor reads, until the driver is on the way', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const { id, path } = await assignedTrip(driver);
    const unreasoned = await browser.submit(path, `${path}/decline`, { reason: ' ' });
    expect(unreasoned.status).toBe(422);
    const form = filledIn((await browser.get(path)).html, `${path}/decline`);
    await dispatcher.change(`/app/trips/${id}/edit`, { note: 'Gate B' });
    const outdated = await browser.post(`${path}/decline`, { ...form, reason: 'Car in repair' });
    expect([outdated.status, filledIn(outdated.html, `${path}/decline`).reason]).toEqual([409, ['Car in repair']]);
    const declined = await browser.submit(path, `${path}/decline`, { reason: 'Car in repair' });
    expect(declined.headers.get('location')).toBe('/app/rides');
    expect((await browser.get(path)).status).toBe(404);
    expect((await contractor.api.tripNow(id)).executorId).toBe(null);
    const { html } = await dispatcher.get(`/app/trips/${id}`);
    for (const text of ['Declined by Demo driver', 'Reason: Car in repair']) expect(html).toContain(text);
    expect(html).not.toContain('Driver removed');
    expect(service.logText()).not.toContain('Car in repair');
    const next = await assignedTrip(driver);
    await browser.submit(next.path, `${next.path}/advance`, { confirmed: 'yes' });
    expect((await browser.get(next.path)).html).not.toContain(`${next.path}/decline`);
    const forged = { ...formsOf((await browser.get(next.path)).html)[0]?.hidden, version: '3', reason: 'x' };
    expect((await browser.post(`${next.path}/decline`, forged)).status).toBe(409);
  });

  it('are not there for another driver, a contractor, or after the trip was assigned to somebody else', async () => {
    const { driver, browser } = await newDriver();
    const other = await newDriver();
    await agree(service, contractor, driver);
    await agree(service, contractor, other.driver);
    const { id, path } = await assignedTrip(driver);
    for (const page of [path, `${path}/voucher`, `/app/trips/${id}`])
      expect((await other.browser.get(page)).status).toBe(404);
    const token = formsOf((await other.browser.get('/app/rides')).html)[0]?.hidden ?? {};
    for (const change of ['advance', 'undo', 'decline'])
      expect((await other.browser.post(`${path}/${change}`, { ...token, version: '2', reason: 'x' })).status).toBe(404);
    expect((await dispatcher.get('/app/rides')).status).toBe(404);
    expect((await browser.get('/app/drivers')).status).toBe(404);
    expect((await browser.get(`/app/trips/${id}`)).status).toBe(404);
    await dispatcher.submit(`/app/trips/${id}`, `/app/trips/${id}/assign`, { driver: other.driver.accountId });
    expect((await browser.get(path)).status).toBe(404);
    expect((await driver.api.read(id)).status).toBe(404); // the API stays the contractor's
  });

  it('that were assigned to somebody else say so to the driver who had them, and nothing else', async () => {
    const { driver, browser } = await newDriver();
    const other = await newDriver();
    await agree(service, contractor, driver);
    await agree(service, contractor, other.driver);
    const { id, path } = await assignedTrip(driver, { note: 'Gate B', scheduledAt: '2027-03-05T10:00:00Z' });
    const { hidden = {} } =
      formsOf((await browser.get(path)).html).find(({ action }) => action.endsWith('/advance')) ?? {};
    const withdrawn = 'This ride is no longer assigned to you.';
    expect((await other.browser.get(path)).html).not.toContain(withdrawn); // not yet theirs
    await dispatcher.submit(`/app/trips/${id}`, `/app/trips/${id}/assign`, { driver: other.driver.accountId });
    const answers = [
      await browser.get(path),
      await browser.get(`${path}/voucher`),
      await browser.post(`${path}/advance`, hidden),
      await browser.post(`${path}/decline`, { ...hidden, reason: 'Car in repair' }),
    ];
    for (const { status, html } of answers) {
      expect([status, html]).toEqual([404, expect.stringContaining(withdrawn)]);
      expect(html).toContain('href="/app/rides"');
      for (const text of ['5 Mar 2027', 'Ada', 'Rivoli', 'Gate B', 'Demo contractor', contractor.accountId])
        expect(html).not.toContain(text);
    }
    expect((await contractor.api.tripNow(id)).status).toBe('CONFIRMED');
    const stranger = await newDriver();
    const { _id: byOperator } = await contractor.api.createdTrip();
    await assign(service, contractor, byOperator, stranger.driver); // who has no agreement with the contractor
    await dispatcher.submit(`/app/trips/${byOperator}`, `/app/trips/${byOperator}/assign`, { driver: '' });
    for (const below of ['', '/voucher'])
      expect((await stranger.browser.get(`/app/rides/${byOperator}${below}`)).html).toContain(withdrawn);
    const unknown = await stranger.browser.get(path);
    expect([unknown.status, unknown.html.includes(withdrawn)]).toEqual([404, false]);
    expect((await browser.get('/app/rides/x')).html).toContain('Page not found');
  });
});

// Last, since sessions end in that time.
describe('rides of the evening', () => {
  it('stay for twelve hours while they have a step to make, or are cancelled, and say that they are late', async () => {
    const { driver, browser } = await newDriver();
    await agree(service, contractor, driver);
    const rows = async () => {
      const { html } = await browser.get('/app/rides');
      const found = [...html.slice(html.indexOf('<tbody>')).matchAll(/<tr[ >](.*?)<\/tr>/gs)].map(
        ([, row = '']) => row,
      );
      return new Map(found.map((row) => [/href="([^"]+)"/.exec(row)?.[1], row]));
    };
    const { now, advance } = service.clock;
    const at = (minutes: number) => ({ scheduledAt: new Date(midnight + minutes * 60_000).toISOString() });
    // In Paris, the first one that is still to come.
    const midnight = Date.parse(`${now().toISOString().slice(0, 10)}T23:00:00Z`);
    const waiting = await assignedTrip(driver, at(-2));
    const cancelled = await assignedTrip(driver, at(-3));
    const { _id: paid } = await driver.api.createdTrip(at(-4));
    advance((midnight - now().getTime()) / 1_000 - 150);
    const value = async () => (await browser.get('/app/rides/change')).html;
    const before = await value();
    expect((await rows()).get(waiting.path)).not.toContain('>Overdue<');
    await contractor.api.cancel(cancelled.id);
    for (const _ of ['on the way', 'on board', 'finished', 'paid'])
      await browser.submit(`/app/trips/${paid}`, `/app/trips/${paid}/advance`);
    advance(150 + 12 * 3_600 - 180);
    const late = await rows();
    expect([...late.keys()]).toEqual([cancelled.path, waiting.path]);
    expect(late.get(waiting.path)).toContain('>Overdue<');
    expect(late.get(cancelled.path)).not.toContain('>Overdue<');
    expect(await value()).not.toBe(before);
    advance(120);
    expect([...(await rows()).keys()]).toEqual([]);
  });
});
