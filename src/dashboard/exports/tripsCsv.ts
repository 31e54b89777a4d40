import type { FastifyInstance } from 'fastify';
import { emailOf } from '../../catalogue/riderContact.ts';
import { limitLargeReads } from '../../database/limitConcurrency.ts';
import { referenceOf } from '../../identifiers.ts';
import { type ExportedTrip, exportTrips, type TripExport } from '../../trips/store/exportTrips.ts';
import { sortableText, wallTime } from '../../web/components/moment.tsx';
import { type CsvColumn, sendCsv } from '../../web/csv.ts';
import type { Language } from '../../web/language.ts';
import { noteOf } from '../actions.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { readDrivers } from '../drivers/ownDrivers.ts';
import { accountIdOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { orErased } from '../riders/riderName.ts';
import { type FilterTexts, listLink, readFilter, TRIPS_PATH } from '../trips/filter.ts';
import { visitOf } from '../visit.ts';
import { exportWords } from '../words/exports.ts';
import { statusWords, tripsWords } from '../words/trips.ts';

/** A page takes a few milliseconds, and some hundred kilobytes of memory. */
const PAGE_ROWS = 1_000;

/** The file with the trips of a list. */
export const tripsCsvLink = (texts: FilterTexts): string => listLink(texts, 1, `${TRIPS_PATH}.csv`);

/** All trips that a list shows, over all its pages. */
export function tripsCsvRoute(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  const readPage = limitLargeReads(database, (wanted: TripExport) => exportTrips(database, wanted));

  async function* pagesOf(wanted: Omit<TripExport, 'after' | 'limit'>): AsyncGenerator<ExportedTrip[]> {
    let after: ExportedTrip | undefined;
    do {
      const page: ExportedTrip[] = await readPage({ ...wanted, after, limit: PAGE_ROWS });
      yield page;
      after = page.length < PAGE_ROWS ? undefined : page.at(-1);
    } while (after);
  }

  // Without HEAD, for which all pages would be read.
  app.get('/trips.csv', { exposeHeadRoute: false, ...allow('VIEW') }, async (request, reply) => {
    const { texts, filter, faults } = readFilter(request.query, await readDrivers(database, request));
    if (Object.keys(faults).length > 0) return reply.redirect(listLink(texts), 303); // the list says what is wrong
    const { language } = visitOf(request);
    await noteOf(request)(database, 'TRIPS_EXPORTED');
    return sendCsv(reply, {
      name: [exportWords[language].tripsFile, ...(rangeOf(texts) ?? [dayOf(clock())])].join('-'),
      language,
      columns: tripColumns(language),
      pages: pagesOf({ accountId: accountIdOf(request), ...filter }),
    });
  });
}

/** The Paris day. */
export const dayOf = (at: Date) => wallTime(at).slice(0, 10);

const rangeOf = ({ from, to }: FilterTexts) =>
  from === '' && to === '' ? undefined : [from, to].filter((day) => day !== '');

function tripColumns(language: Language): CsvColumn<ExportedTrip>[] {
  const words = exportWords[language];
  return [
    { title: words.reference, cell: ({ tripId }) => referenceOf(tripId) },
    { title: tripsWords[language].externalReference, cell: ({ externalReference }) => externalReference },
    { title: words.status, cell: ({ status }) => statusWords[language][status] },
    { title: words.pickupTime, cell: ({ scheduledAt }) => sortableText(scheduledAt, language) },
    { title: words.rider, cell: ({ riderName }) => orErased(riderName, language) },
    { title: words.phone, cell: ({ riderPhone }) => riderPhone },
    { title: words.email, cell: ({ riderEmail }) => emailOf({ email: riderEmail }) },
    { title: words.company, cell: ({ riderCompany }) => riderCompany },
    { title: words.from, cell: ({ pickupAddress }) => orErased(pickupAddress, language) },
    { title: words.to, cell: ({ destinationAddress }) => orErased(destinationAddress, language) },
    { title: words.driver, cell: ({ driverName }) => driverName },
    { title: words.vehicle, cell: ({ vehicleName }) => vehicleName },
    { title: words.plate, cell: ({ vehiclePlate }) => vehiclePlate },
    { title: words.category, cell: ({ serviceTierName }) => serviceTierName },
    { title: words.tripType, cell: ({ tripType }) => tripsWords[language][tripType] },
    { title: words.passengers, cell: ({ paxNumber }) => paxNumber },
    { title: words.distance, cell: ({ distanceKm }) => distanceKm },
    { title: words.duration, cell: ({ durationMinutes }) => durationMinutes },
    { title: words.beforeVat, cell: ({ priceHtCents }) => ({ cents: priceHtCents }) },
    { title: words.vatRate, cell: ({ vatRate }) => vatRate },
    { title: words.vat, cell: ({ priceCents, priceHtCents }) => ({ cents: priceCents - priceHtCents }) },
    { title: words.price, cell: ({ priceCents }) => ({ cents: priceCents }) },
    { title: words.paid, cell: ({ isPaid }) => (isPaid ? words.yes : words.no) },
    { title: words.note, cell: ({ note }) => note },
    { title: words.cancelReason, cell: ({ cancelReason }) => cancelReason },
    { title: words.bookedAt, cell: ({ createdAt }) => sortableText(createdAt, language) },
    { title: words.id, cell: ({ tripId }) => tripId },
  ];
}
