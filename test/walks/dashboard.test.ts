import { describe, expect, it } from 'vitest';
import { filledIn, newMember, ownerForFile, ownerOf, type Visitor } from '../support/browserClient.ts';
import { indexAll } from '../support/search.ts';

const { service, account, owner } = await ownerForFile({ role: 'CONTRACTOR' });
const driver = await service.account();

/** A person who goes from page to page by what is written on links and buttons, and types no address. */
function walker(person: Visitor, start: string) {
  let path = start;
  let html = '';
  const show = async (next: string) => {
    path = next;
    const page = await person.get(next);
    expect([next, page.status]).toEqual([next, 200]);
    html = page.html;
  };
  const textOf = (part: string) => part.replaceAll(/<[^>]+>/g, '').trim();
  return {
    show,
    path: () => path,
    page: () => html,
    linkNamed(name: string): string {
      const links = [...html.matchAll(/<a [^>]*?href="([^"]+)"[^>]*>(.*?)<\/a>/gs)];
      const [, href] = links.find(([, , text = '']) => textOf(text) === name) ?? [];
      if (href === undefined) throw new Error(`${path} has no link “${name}”`);
      return href.replaceAll('&amp;', '&');
    },
    async click(name: string) {
      await show(this.linkNamed(name));
    },
    /** Fills in the form with this button, and presses it. */
    async press(button: string, fields: Record<string, string> = {}) {
      const forms = html.match(/<form [^>]*method="post".*?<\/form>/gs) ?? [];
      const form = forms.find((each) =>
        (each.match(/<button.*?<\/button>/gs) ?? []).some((text) => textOf(text).startsWith(button)),
      );
      if (form === undefined) throw new Error(`${path} has no button “${button}”`);
      const action = /action="([^"]+)"/.exec(form)?.[1] ?? '';
      const [pressed = ''] = (form.match(/<button[^>]*>/g) ?? []).filter((tag) => form.includes(`${tag}${button}`));
      const [, name, value] = /name="([^"]+)" value="([^"]+)"/.exec(pressed) ?? [];
      const sent = { ...filledIn(form, action), ...fields, ...(name ? { [name]: value ?? '' } : {}) };
      const answer = await person.post(action, sent);
      const next = answer.headers.get('location');
      if (next) return show(next);
      html = answer.html;
    },
  };
}

const dispatcher = walker(await newMember(service, owner, { role: 'DISPATCHER' }), '/app/day');
const chauffeur = walker(await ownerOf(service, driver), '/app/rides');
let trip = '';
let reference = '';

describe('a dispatcher and a driver with nothing but the pages', () => {
  it('agree to work together', async () => {
    await dispatcher.show('/app/day');
    await dispatcher.click('Drivers');
    await dispatcher.press('Invite', { email: driver.invitation?.email ?? '' });
    expect(dispatcher.page()).toContain('has been invited');
    await chauffeur.show('/app/rides');
    await chauffeur.press('Accept');
    expect(chauffeur.page()).toContain('You accepted.');
  });

  it('the dispatcher takes a call: quotes, books, adds a note and a vehicle', async () => {
    await dispatcher.click('Day');
    await dispatcher.click('New trip');
    await dispatcher.press('Calculate', {
      ...{ pickup: 'Gare de Lyon, Paris', dropoff: 'orly 4', at: '2027-03-01T18:00' },
      ...{ firstName: 'Zoé', lastName: 'Bernard', phone: '06 11 22 33 44' },
    });
    for (const text of ['Understood as: Aéroport Paris-Orly, terminal 4', 'Price including VAT'])
      expect(dispatcher.page()).toContain(text);
    await dispatcher.press('Book this trip');
    expect(dispatcher.page()).toContain('The trip is booked.');
    trip = dispatcher.path().split('/').at(-1) ?? '';
    expect(dispatcher.page()).toContain('None chosen');
    await dispatcher.click('Edit');
    const [vehicle] = account.vehicles;
    await dispatcher.press('Save', { note: 'Two large suitcases', vehicleId: vehicle?.vehicleId ?? '' });
    for (const text of ['Trip updated.', vehicle?.name ?? '']) expect(dispatcher.page()).toContain(text);
    reference = (await account.api.tripNow(trip)).reference;
  });

  it('the dispatcher assigns the driver and prints the voucher', async () => {
    await dispatcher.press('Assign driver', { driver: driver.accountId });
    expect(dispatcher.page()).toContain('Driver assigned.');
    await dispatcher.click('Booking voucher');
    for (const text of ['Bon de réservation', 'Zoé Bernard', reference]) expect(dispatcher.page()).toContain(text);
    await dispatcher.click('Back to the trip');
  });

  it('the driver finds the ride in the list and in the calendar, and sets out', async () => {
    await chauffeur.click('My rides');
    expect(chauffeur.page()).toContain('Zoé Bernard');
    await chauffeur.click('Calendar');
    await chauffeur.press('Create the link');
    const feed = /\/calendar\/[\w-]{43}\.ics/.exec(chauffeur.page())?.[0];
    expect(await (await fetch(service.url + feed)).text()).toContain(`UID:${trip}@`);
    await chauffeur.show(`/app/rides/${trip}`);
    expect(chauffeur.page()).toContain('Two large suitcases');
    service.clock.set('2027-03-01T16:40:00Z');
    await chauffeur.press('I’m on the way');
    expect(chauffeur.page()).toContain('Status changed to “On the way to pickup”.');
  });

  it('the dispatcher finds the trip by the rider’s name, and cancels it with a reason', async () => {
    await indexAll(service);
    await dispatcher.show('/app/search?q=bernard');
    await dispatcher.show(dispatcher.page().match(/\/app\/trips\/[0-9a-f]{24}/)?.[0] ?? '');
    await dispatcher.click('Cancel trip');
    await dispatcher.press('Cancel trip', { reason: 'Flight cancelled' });
    for (const text of ['Trip cancelled.', 'Reason: Flight cancelled']) expect(dispatcher.page()).toContain(text);
  });

  it('the dispatcher exports the month', async () => {
    await dispatcher.click('All trips');
    await dispatcher.click('Monthly totals');
    await dispatcher.click('Trips of this month');
    await dispatcher.show(dispatcher.linkNamed('Export as CSV'));
    const [, ...lines] = dispatcher.page().trim().split('\r\n');
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${reference},,Cancelled,2027-03-01 18:00,Zoé Bernard,`)),
    ]);
  });
});
