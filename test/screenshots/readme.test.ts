import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { advanceTrip } from '../support/advance.ts';
import { enterAsOwner, expectToFit, noChromium, openBrowser } from '../support/chromium.ts';
import { assign, rename } from '../support/dashboardTour.ts';
import { agree } from '../support/drivers.ts';
import { serviceForFile } from '../support/service.ts';

/** The pictures of the README: `npm run screenshots:readme` makes them again. */
const DIRECTORY = join(ROOT, 'docs/pictures');
const PICTURES = [
  { name: 'dashboard', path: '/app/day?date=2027-03-02' },
  { name: 'reference', path: '/docs/reference/createTrip' },
];

const LYON = { address: 'Gare de Lyon, Paris', lat: 48.8443, lng: 2.3735 };
const NORD = { address: 'Gare du Nord, Paris', lat: 48.8809, lng: 2.3553 };
const CDG = { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 };
const ORLY = { address: 'Aéroport d’Orly 4', lat: 48.7286, lng: 2.3599 };
const RIVOLI = { address: '10 Rue de Rivoli, Paris', lat: 48.8556, lng: 2.3601 };
const VERSAILLES = { address: 'Château de Versailles', lat: 48.8049, lng: 2.1204 };
const RITZ = { address: 'Hôtel Ritz, Paris', lat: 48.8681, lng: 2.3289 };
const DAY = [
  { at: '06:15', rider: 'Ada Lovelace', from: RIVOLI, to: CDG, by: 0, status: 'FINISHED_PAYED' },
  { at: '07:00', rider: 'Tom O’Connor', from: RITZ, to: ORLY, by: 1, status: 'FINISHED' },
  { at: '08:30', rider: 'Amina Benali', from: NORD, to: VERSAILLES, by: 0, status: 'OTWTD' },
  { at: '09:20', rider: 'Éloïse Marchand', from: CDG, to: RIVOLI, by: 1, status: 'OTWTP' },
  { at: '10:45', rider: 'Hugo Lefèvre', from: LYON, to: RITZ, by: 0, status: 'CONFIRMED' },
  { at: '12:10', rider: 'Mei Tanaka', from: RIVOLI, to: ORLY, by: undefined, status: 'CONFIRMED' },
  { at: '14:00', rider: 'Ada Lovelace', from: VERSAILLES, to: NORD, by: 1, status: 'CONFIRMED' },
  { at: '16:30', rider: 'Luca Moretti', from: CDG, to: RITZ, by: 0, status: 'CONFIRMED' },
  { at: '18:15', rider: 'Amina Benali', from: RITZ, to: LYON, by: 1, status: 'CONFIRMED' },
  { at: '21:40', rider: 'Inès Robert', from: ORLY, to: RIVOLI, by: 0, status: 'CONFIRMED' },
] as const;

const service = await serviceForFile();
const account = await service.account({ role: 'CONTRACTOR' });
const drivers = [await service.account(), await service.account()];
await rename(service, account, 'Berlines de Paris');
for (const [index, name] of ['Karim Haddad', 'Sophie Laurent'].entries()) {
  const driver = drivers[index];
  if (!driver) continue;
  await rename(service, driver, name);
  await agree(service, account, driver);
}
for (const { at, rider, from, to, by, status } of DAY) {
  const [firstName = '', lastName = ''] = rider.split(' ');
  const trip = await account.api.createdTrip({
    pickup: from,
    dropoff: to,
    scheduledAt: `2027-03-02T${at}:00+01:00`,
    client: { firstName, lastName, phone: '+33612345678' },
    vehicleId: account.vehicles[0]?.vehicleId,
  });
  const driver = by === undefined ? undefined : drivers[by];
  if (driver) await assign(service, trip._id, driver.accountId);
  await advanceTrip(service, trip._id, status);
}

it.skipIf(noChromium)('the pictures of the README', async () => {
  mkdirSync(DIRECTORY, { recursive: true });
  const { page, close } = await openBrowser({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await enterAsOwner(page, service, account);
  for (const { name, path } of PICTURES) {
    await page.goto(service.url + path);
    await expectToFit(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(DIRECTORY, `${name}-${colorScheme}.png`) });
    }
  }
  await close();
});
