import type { Page } from 'playwright-core';
import { insertMember } from '../../src/accounts/memberStore.ts';
import { insertPricingScheme, retirePricingScheme, STARTING_RATES } from '../../src/catalogue/pricingSchemeStore.ts';
import { insertRider } from '../../src/catalogue/riderStore.ts';
import { insertVehicle, retireVehicle } from '../../src/catalogue/vehicleStore.ts';
import { newId } from '../../src/identifiers.ts';
import { issueKey } from '../../src/keys/keys.ts';
import { assignTrip, updateTrip } from '../../src/trips/store/changeTrip.ts';
import { findTripOfAnyAccount, findTripRow } from '../../src/trips/store/findTrips.ts';
import { applyUpdate } from '../../src/trips/updateTrip.ts';
import { advanceTrip } from './advance.ts';
import { agree } from './drivers.ts';
import type { TestAccount, TestService } from './service.ts';
import { makeEndpoint } from './webhooks.ts';

const RIDERS = [
  { firstName: 'Éloïse', lastName: 'Marchand', phone: '+33612345672', email: 'eloise.marchand@example.fr' },
  { firstName: 'Jean-Baptiste', lastName: 'de La Rochefoucauld-Montmorency', phone: '+33698765432' },
  // Nowhere to break: what once pushed the price out of the table.
  {
    firstName: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
    lastName: 'Bauunterbeamter',
    phone: '+4312345',
  },
  {
    ...{ firstName: 'Amina', lastName: 'Benali', phone: '+33711223344', companyName: 'Cabinet Benali & Associés' },
    email: 'amina.benali.assistante.de.direction@cabinet-benali-associes.example.fr',
  },
  { firstName: 'Tom', lastName: 'O’Connor', email: 'tom@example.com' },
];

const PLACES = [
  { address: 'Gare de Lyon, Place Louis Armand, 75012 Paris', lat: 48.8443, lng: 2.3735 },
  { address: 'Aéroport Paris-Charles-de-Gaulle, Terminal 2E, 95700 Roissy-en-France', lat: 49.0047, lng: 2.5711 },
  { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
  { address: 'Château de Versailles, Place d’Armes, 78000 Versailles', lat: 48.8049, lng: 2.1204 },
  { address: 'Aéroport de Paris-Orly, Orly 4', lat: 48.7286, lng: 2.3599 },
];

const STATUSES = ['CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED', 'FINISHED_PAYED'] as const;

export interface TourStop {
  name: string;
  path: string;
  /** Opens or fills in what the page does not show at first. */
  prepare?(page: Page): Promise<void>;
}

const press = (selector: string) => async (page: Page) => {
  if (await page.isVisible(selector)) await page.click(selector);
};

/** The page is sent again with the window, so a measurement before that may find no page at all. */
async function addWindow(page: Page): Promise<void> {
  await page.click('[value=add]');
  await page.waitForSelector('#window-0-name');
}

async function openKeyDialog(page: Page): Promise<void> {
  await page.click('main a[data-dialog]');
  await page.waitForSelector('dialog[open]');
}

async function askForPrice(page: Page): Promise<void> {
  await page.fill('#quote-pickup', 'Gare de Lyon, Paris');
  await page.fill('#quote-dropoff', 'Aéroport CDG Terminal 2E');
  await page.waitForSelector('#quote .total');
}

/** One address that is understood and one that is not, and riders to choose from. */
async function fillInBooking(page: Page): Promise<void> {
  await page.fill('#pickup', 'Gare de Lyon, Paris');
  await page.fill('#dropoff', '12 boulevard de la Liberté, marseile');
  await page.fill('#riderSearch', 'a');
  await page.waitForSelector('#dropoff-found button');
}

async function moveToNight(page: Page): Promise<void> {
  await page.fill('#at', '2027-03-14T23:30');
  await page.waitForSelector('#rates-hint:not(:empty)');
}

async function typeTimeThatExistsTwice(page: Page): Promise<void> {
  await page.fill('#at', '2027-10-31T02:30');
  await page.waitForSelector('#which');
}

/** The ride of the rider whose name breaks nowhere. */
async function typeTimeOfRide(page: Page): Promise<void> {
  await page.fill('#at', '2027-03-01T12:40');
  await page.waitForSelector('#at-found a');
}

/** Its hours can be typed once the type is chosen. */
async function askForHire(page: Page): Promise<void> {
  await page.fill('#pickup', 'Gare de Lyon, Paris');
  await page.fill('#dropoff', 'Gare de Lyon, Paris');
  await page.selectOption('#tripType', 'AVAILABILITY');
  await page.fill('#hireHours', '4,5');
  await page.waitForSelector('#quote .total');
}

interface DashboardTour {
  /** Its owner is not signed in yet. */
  account: TestAccount;
  /** Every page of the dashboard that needs a sign-in, with something on it. */
  stops: readonly TourStop[];
  /** Who drives most of the trips; not signed in either. */
  driver: TestAccount;
  driversStops: readonly TourStop[];
}

const at = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item;

/** A contractor with a full day: trips in every status, riders with long names, and requests to count. */
export async function furnishTour(service: TestService): Promise<DashboardTour> {
  const account = await service.account({ role: 'CONTRACTOR' });
  const driver = await service.account();
  await rename(service, account, 'Berlines de la Capitale');
  await rename(service, driver, 'Karim Haddad');
  await agree(service, account, driver);
  const { database, clock } = service;
  await insertVehicle(
    database,
    { accountId: account.accountId, vehicleId: newId(), name: 'Mercedes Classe V', plate: 'GH-482-KL', seats: 7 },
    clock.now(),
  );
  const retired = await addRetired(service, account);
  await issueKey(database, clock.now, account.accountId, null, 'Site de réservation', {
    scopes: ['quotes', 'trips:read', 'trips:write', 'webhooks'],
    networks: ['203.0.113.0/24', '2001:db8:85a3::/48'],
  });
  const ids: string[] = [];
  const riders = new Map<number, string>();
  for (let index = 0; index < 25; index += 1) {
    const day = String(1 + Math.floor(index / 6)).padStart(2, '0');
    const hour = String(6 + (index % 6) * 3).padStart(2, '0');
    const known = riders.get(index % RIDERS.length);
    const { _id, clientId } = await account.api.createdTrip({
      pickup: at(PLACES, index),
      dropoff: at(PLACES, index + 1 + (index % 3)),
      ...(known ? { clientId: known, client: undefined } : { client: at(RIDERS, index) }),
      scheduledAt: `2027-03-${day}T${hour}:${index % 2 ? '15' : '40'}:00+01:00`.replace('-01T06', '-01T23'),
      price: 45 + index * 7.35,
      ...(index === 1 && { serviceTierId: account.serviceTiers[0]?.serviceTierId }),
      ...(index % 3 === 0 ? { vehicleId: account.vehicles[0]?.vehicleId, note: 'Deux valises, siège enfant.' } : {}),
    });
    riders.set(index % RIDERS.length, clientId);
    ids.push(_id);
    clock.advance(60);
    if (index % 4 !== 0) await assign(service, _id, driver.accountId);
    await advanceTrip(service, _id, at(STATUSES, Math.max(0, index - 10)));
  }
  // The first rider has the phone number of another one.
  const twin = { ...at(RIDERS, 3), phone: '06 12 34 56 72' };
  const twinId = newId();
  await insertRider(database, { accountId: account.accountId, clientId: twinId, ...twin }, clock.now());
  await move(service, account, ids[1] ?? '');
  await account.api.cancel(ids[3] ?? '', { body: { reason: 'Flight cancelled' } });
  await account.api.send('GET', '/v1/trips/0123456789abcdef01234567');
  await service.usage.write();
  const [open = '', paid = ''] = [ids[24], ids[14]];
  const [scheme] = account.pricingSchemes;
  const endpointId = await makeEndpoint(database, account.accountId, open);
  const memberId = newId();
  await insertMember(database, {
    ...{ accountId: account.accountId, memberId, role: 'DISPATCHER', name: 'Inès Robert', language: 'fr' },
    ...{ email: 'ines.robert@berlines.example', passwordHash: '', createdAt: clock.now() },
  });
  return {
    account,
    driver,
    driversStops: [
      { name: 'rides', path: '/app/rides' },
      { name: 'rides-stop', path: `/app/rides/contractors/${account.accountId}/end` },
      { name: 'rides-day-sheet', path: '/app/day-sheet?date=2027-03-01' },
      { name: 'ride', path: `/app/rides/${ids[1]}` },
      { name: 'ride-voucher', path: `/app/rides/${ids[1]}/voucher` },
      { name: 'ride-new-overlap', path: '/app/trips/new', prepare: typeTimeOfRide },
      { name: 'rides-found', path: '/app/search?q=gare%20eloise' },
    ],
    stops: [
      { name: 'day', path: '/app/day?date=2027-03-02' },
      { name: 'day-empty', path: '/app/day?date=2029-01-01' },
      { name: 'week', path: '/app/day/week?date=2027-03-02' },
      { name: 'trips', path: '/app/trips' },
      { name: 'menu', path: '/app/trips', prepare: press('.topbar button') },
      { name: 'filters', path: '/app/trips', prepare: press('.filters-button') },
      { name: 'trips-filtered', path: '/app/trips?status=CONFIRMED&from=2027-03-02' },
      { name: 'trips-of-driver', path: `/app/trips?driver=${driver.accountId}&select=all` },
      { name: 'trips-faulty-filter', path: '/app/trips?from=x' },
      { name: 'totals', path: '/app/trips/totals?month=2027-03' },
      { name: 'totals-faulty', path: '/app/trips/totals?month=x' },
      { name: 'day-sheet', path: '/app/day-sheet?date=2027-03-02' },
      { name: 'calendar', path: '/app/calendar' },
      { name: 'trip', path: `/app/trips/${open}` },
      { name: 'trip-unassigned', path: `/app/trips/${ids[0]}` },
      { name: 'trip-paid', path: `/app/trips/${paid}` },
      { name: 'trip-cancelled', path: `/app/trips/${ids[3]}` },
      { name: 'trip-cancel', path: `/app/trips/${ids[0]}/cancel` },
      { name: 'voucher', path: `/app/trips/${open}/voucher` },
      { name: 'trip-edit', path: `/app/trips/${ids[1]}/edit`, prepare: moveToNight },
      { name: 'trip-new', path: '/app/trips/new' },
      { name: 'trip-new-filled', path: '/app/trips/new', prepare: fillInBooking },
      { name: 'trip-new-twice', path: '/app/trips/new', prepare: typeTimeThatExistsTwice },
      { name: 'trip-new-hire', path: '/app/trips/new', prepare: askForHire },
      { name: 'trip-return', path: `/app/trips/new?return=${open}` },
      { name: 'drivers', path: '/app/drivers' },
      { name: 'driver-remove', path: `/app/drivers/${driver.accountId}/end` },
      { name: 'riders', path: '/app/riders' },
      { name: 'rider', path: `/app/riders/${account.riders[0]?.clientId}` },
      { name: 'rider-trips', path: `/app/riders/${riders.get(0)}` },
      { name: 'search', path: '/app/search?q=gare%20eloise' },
      { name: 'search-many', path: '/app/search?q=paris' },
      { name: 'search-nothing', path: '/app/search?q=marguerite.delacroix@transportsdunord.example' },
      { name: 'search-start', path: '/app/search' },
      { name: 'rider-erase', path: `/app/riders/${twinId}/erase` },
      { name: 'rider-erase-refused', path: `/app/riders/${riders.get(0)}/erase` },
      { name: 'rider-new', path: '/app/riders/new' },
      { name: 'vehicles', path: '/app/vehicles' },
      { name: 'vehicle', path: `/app/vehicles/${account.vehicles[0]?.vehicleId}` },
      { name: 'vehicle-retired', path: `/app/vehicles/${retired.vehicleId}` },
      { name: 'pricing', path: '/app/pricing' },
      { name: 'scheme', path: `/app/pricing/${scheme?.pricingSchemeId}` },
      { name: 'scheme-quote', path: `/app/pricing/${scheme?.pricingSchemeId}`, prepare: askForPrice },
      { name: 'scheme-window', path: `/app/pricing/${scheme?.pricingSchemeId}`, prepare: addWindow },
      { name: 'scheme-new', path: '/app/pricing/new' },
      { name: 'scheme-retired', path: `/app/pricing/${retired.pricingSchemeId}` },
      { name: 'developers', path: '/app/developers' },
      { name: 'key-new', path: '/app/developers/keys/new' },
      { name: 'key-dialog', path: '/app/developers', prepare: openKeyDialog },
      { name: 'requests', path: '/app/developers/requests' },
      { name: 'webhooks', path: '/app/developers/webhooks' },
      { name: 'webhook', path: `/app/developers/webhooks/${endpointId}` },
      { name: 'webhook-new', path: '/app/developers/webhooks/new' },
      { name: 'account', path: '/app/account' },
      { name: 'members', path: '/app/account/members' },
      { name: 'member', path: `/app/account/members/${memberId}` },
      { name: 'member-remove', path: `/app/account/members/${memberId}/remove` },
      { name: 'member-invite', path: '/app/account/members/invite' },
      { name: 'totp', path: '/app/account/totp' },
      { name: 'audit', path: '/app/account/audit' },
      { name: 'not-found', path: '/app/nothing' },
    ],
  };
}

/** A vehicle and a pricing scheme that are no longer used. */
async function addRetired({ database, clock }: TestService, { accountId }: TestAccount) {
  const [vehicleId, pricingSchemeId] = [newId(), newId()];
  const vehicle = { accountId, vehicleId, name: 'Skoda Superb', plate: 'DX-301-RT', seats: 4 };
  await insertVehicle(database, vehicle, clock.now());
  await retireVehicle(database, accountId, vehicleId, clock.now());
  const scheme = {
    ...{ accountId, pricingSchemeId, name: 'Tarifs 2026', isDefault: false },
    ...{ timeZone: 'Europe/Paris', rates: STARTING_RATES, windows: [] },
  };
  await insertPricingScheme(database, scheme, clock.now());
  await retirePricingScheme(database, accountId, pricingSchemeId, clock.now());
  return { vehicleId, pricingSchemeId };
}

export async function assign({ database, clock }: TestService, tripId: string, executorId: string): Promise<void> {
  const trip = await findTripOfAnyAccount(database, tripId);
  if (trip) await assignTrip(database, { trip, executorId, assignedAt: clock.now(), assignedBy: 'DASHBOARD' });
}

/** The flight is late: the driver is to come an hour and a half later. */
async function move({ database, clock }: TestService, { accountId }: TestAccount, tripId: string): Promise<void> {
  const trip = await findTripRow(database, { accountId, tripId });
  if (!trip) return;
  const scheduledAt = new Date('2027-03-01T10:45:00+01:00');
  const updated = applyUpdate(trip, { ...trip, scheduledAt, note: 'Vol AF 1381 en retard, terminal 2E, porte 12.' });
  if (updated) await updateTrip(database, { trip, updated, changedAt: clock.now(), changedBy: 'DASHBOARD' });
}

export const rename = ({ database }: TestService, { accountId }: TestAccount, name: string) =>
  database.query({ text: 'UPDATE accounts SET name = $2 WHERE account_id = $1', values: [accountId, name] });
