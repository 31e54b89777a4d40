import { describe, expect, it } from 'vitest';
import { PlacesUnavailable } from '../../src/places/place.ts';
import { filledIn, ownerForFile, ownerOf, signIn, visitor } from '../support/browserClient.ts';
import { startService } from '../support/service.ts';

const { service, account, owner } = await ownerForFile();

const RIDE = { 'quote-pickup': 'Gare de Lyon, Paris', 'quote-dropoff': 'Aéroport CDG Terminal 2E' };
const schemePath = () => `/app/pricing/${account.pricingSchemes[0]?.pricingSchemeId}`;
const van = () => account.serviceTiers.find(({ name }) => name === 'Van')?.serviceTierId ?? '';

/** The lines of the breakdown, or the line that stands there instead. */
function panelOf(html: string): Record<string, string> | string {
  const [, panel = ''] = /<section id="quote"[^>]*>(.*?)<\/section>/s.exec(html) ?? [];
  const lines = [...panel.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, title, amount]) => [title, amount]);
  return lines.length > 0 ? Object.fromEntries(lines) : panel.replace(/<[^>]+>/g, ' ').trim();
}

const euros = (amount: number) => `€${amount.toFixed(2)}`;

async function apiQuote(changes: Record<string, unknown> = {}) {
  const body = { pickup: RIDE['quote-pickup'], dropoff: RIDE['quote-dropoff'], serviceTierId: van(), ...changes };
  return (await account.api.send('POST', '/v1/quotes', { body })).body.data;
}

describe('the quote beside the rates', () => {
  it('is the API’s own, to the cent, with the whole breakdown', async () => {
    const { html, status } = await owner.change(schemePath(), { ...RIDE, 'quote-tier': van() });
    const { route, price, vat } = await apiQuote();
    expect([status, panelOf(html)]).toEqual([
      200,
      {
        Base: euros(price.base),
        [`${route.distanceKm} km × €1.80`]: euros(price.distanceCost),
        [`${route.durationMinutes} min × €0.35`]: euros(price.timeCost),
        Subtotal: euros(price.subtotal),
        'Category Van': '× 1.6',
        Minimum: euros(price.minimum),
        'Price excluding VAT': euros(price.total),
        'VAT 10%': euros(vat.amount),
        'Price including VAT': euros(vat.totalTTC),
      },
    ]);
  });

  it('follows the rates in the form while nothing is saved, and the API follows once they are', async () => {
    const before = await apiQuote();
    const changes = { ...RIDE, 'quote-tier': van(), 'trip-km': '3.33', 'trip-base': '7.07' };
    const tried = panelOf((await owner.change(schemePath(), changes)).html);
    expect(await apiQuote()).toEqual(before);
    expect((await owner.change(schemePath(), { ...changes, do: 'save' })).status).toBe(303);
    await expect.poll(async () => (await apiQuote()).price.base).toBe(7.07);
    const { vat, price } = await apiQuote();
    expect(tried).toMatchObject({
      'Price excluding VAT': euros(price.total),
      'Price including VAT': euros(vat.totalTTC),
    });
  });

  it('goes by the window that covers the time, on the clock of the scheme’s time zone', async () => {
    const window = {
      ...{ 'window-0-name': 'Night', 'window-0-days': ['6'], 'window-0-from': '22:00', 'window-0-to': '06:00' },
      ...{ 'window-0-trip-minimum': '999', 'time-zone': 'Indian/Reunion' },
    };
    const at = async (time: string) =>
      (await owner.change(schemePath(), { ...RIDE, ...window, 'quote-tier': van(), 'quote-at': time })).html;
    expect(await at('2027-03-13T22:00')).toContain('“Night” rates');
    expect(await at('2027-03-14T05:59')).toContain('“Night” rates');
    expect(panelOf(await at('2027-03-14T05:59'))).toMatchObject({ 'Minimum (applied)': '€999.00' });
    expect(await at('2027-03-13T21:59')).toContain('Usual rates');
    expect(await at('2027-03-14T06:00')).toContain('Usual rates');
    // The service's clock shows Monday 12:00 on Réunion.
    expect(await at('')).toContain('Usual rates');
  });

  it('prices availability by time, with its own VAT; an exempt account has none', async () => {
    const changes = { ...RIDE, 'quote-type': 'AVAILABILITY', 'quote-hours': '4,5', 'quote-tier': van() };
    const hired = panelOf((await owner.change(schemePath(), changes)).html);
    expect(hired).toHaveProperty('VAT 20%');
    expect(hired).toMatchObject({ '270 min × €0.75': '€202.50' });
    const exempt = await ownerOf(service, await service.account({ isVatExempt: true }));
    const panel = panelOf((await exempt.change('/app/pricing/new', changes)).html);
    expect(panel).toMatchObject({ 'VAT (exempt)': '€0.00' });
  });

  it.each([
    [{}, 'Enter two addresses to see the price.'],
    [{ ...RIDE, 'quote-pickup': 'x' }, 'Enter two addresses'],
    [{ ...RIDE, 'quote-pickup': 'x'.repeat(501) }, 'Use 500 characters or fewer for an address.'],
    [{ ...RIDE, 'quote-pickup': 'qwxz qwxz qwxz' }, 'One of the addresses was not found.'],
    [{ 'quote-pickup': 'Paris', 'quote-dropoff': 'New York' }, /was not found|There is no road/],
    [{ ...RIDE, 'quote-tier': 'x' }, 'Choose a vehicle category.'],
    [{ ...RIDE, 'quote-at': 'tomorrow' }, 'Enter a date and a time.'],
    [{ ...RIDE, 'quote-type': 'AVAILABILITY' }, 'Enter the duration of the hire'],
    [{ ...RIDE, 'quote-at': '2027-02-31T25:00' }, 'Enter a date and a time.'],
    [
      { ...RIDE, 'quote-at': '2027-03-28T02:30' },
      '02:30 does not exist on 28 March 2027: clocks go forward from 02:00',
    ],
    [{ ...RIDE, 'trip-km': 'x' }, /Correct these fields to see the price:\s+Trip, Per km/],
  ])('says in a line why there is none: %j', async (changes, line) => {
    const { status, html } = await owner.change(schemePath(), changes);
    expect([status, panelOf(html)]).toEqual([200, expect.stringMatching(line)]);
  });

  it('needs no name yet', async () => {
    const { html } = await owner.change('/app/pricing/new', { ...RIDE, name: '' });
    expect(panelOf(html)).toHaveProperty('Price including VAT');
  });

  it('is given to an account as often as one types, and no more, from however many browsers', async () => {
    const busy = await service.account();
    const [first, second] = [await ownerOf(service, busy), visitor(service.url)];
    await signIn(second, busy);
    const form = filledIn((await first.get('/app/pricing/new')).html, '/app/pricing/new');
    const ask = () => first.post('/app/pricing/new', { ...form, ...RIDE });
    for (let count = 0; count < 120; count += 1)
      expect(panelOf((await ask()).html)).toHaveProperty('Price excluding VAT');
    const { status, html } = await second.change('/app/pricing/new', RIDE);
    expect([status, panelOf(html)]).toEqual([200, expect.stringMatching(/^Too many calculations/)]);
    expect(panelOf((await owner.change(schemePath(), RIDE)).html)).toHaveProperty('Price excluding VAT');
  });

  it('says so when addresses or roads cannot be looked up', async () => {
    const place = { label: 'Somewhere', lat: 48.8, lng: 2.3, precision: 'address' } as const;
    const unavailable = () => Promise.reject(new PlacesUnavailable('unavailable'));
    const found = () => Promise.resolve(place);
    for (const overrides of [
      { geocoder: { place: unavailable } },
      { geocoder: { place: found }, router: { route: unavailable } },
      { geocoder: { place: found }, router: { route: () => Promise.resolve(undefined) } },
    ]) {
      const other = await startService({ overrides });
      const visitor = await ownerOf(other, await other.account());
      const { status, html } = await visitor.change('/app/pricing/new', RIDE);
      expect([status, panelOf(html)]).toEqual([
        200,
        expect.stringMatching(/cannot be looked up right now|There is no road/),
      ]);
      await other.close();
    }
  });
});
