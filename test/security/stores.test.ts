import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Booking, bookTrips } from '../../src/trips/store/bookTrips.ts';
import { cancelTrips } from '../../src/trips/store/cancelTrips.ts';
import { stepTrip } from '../../src/trips/store/changeTrip.ts';
import { findTrips } from '../../src/trips/store/findTrips.ts';
import { tripWithHistoryView } from '../../src/trips/tripView.ts';
import { rowsOfAccount } from '../support/accountRows.ts';
import type { AccountWithRecords } from '../support/accountWithRecords.ts';
import { transactionOn } from '../support/databaseOfService.ts';
import { serviceForFile } from '../support/service.ts';
import { isStore, reachableFrom, SOURCE, sourceFiles } from '../support/sources.ts';
import { furnishTwo, SCOPED, trialOn } from './scopedStatements.ts';
import { bookingOf, cancellationOf, type Scoped, type Trial } from './statements.ts';
import { FRAGMENTS, UNSCOPED } from './unscopedStatements.ts';

const service = await serviceForFile();
const { owner, stranger } = await furnishTwo(service);
const trialFor = (account: AccountWithRecords) => trialOn(service, owner, account);

/** Runs it and undoes it; answers with what it said, or why PostgreSQL refused it, and with the owner's rows after it. */
async function attempt({ run }: Scoped, trial: Trial, as = service.serving) {
  const { database, query, rollback } = await transactionOn(service, as);
  await query('SAVEPOINT before_it');
  const answer: unknown = await run({ ...trial, database }).catch(async ({ code }: { code: string }) => {
    await query('ROLLBACK TO before_it');
    return { refused: code };
  });
  const ownersRows = await rowsOfAccount(database, owner.accountId);
  await rollback();
  return { answer, ownersRows };
}

const stores = sourceFiles.filter(({ name }) => isStore(name));

async function exportedFunctions(): Promise<string[]> {
  const modules = await Promise.all(stores.map(({ name }) => import(pathToFileURL(join(SOURCE, name)).href)));
  return modules.flatMap((module) => Object.keys(module).filter((name) => typeof module[name] === 'function'));
}

describe('every statement of every store', () => {
  it('is tried here, or says why it names no account', async () => {
    const known = [...Object.keys(SCOPED), ...Object.keys(UNSCOPED), ...FRAGMENTS];
    const advice =
      'add a function that takes the account to the statements of its store in test/security/, one that names no account to UNSCOPED, with the reason, and one that only writes SQL to FRAGMENTS (both in unscopedStatements.ts)';
    expect((await exportedFunctions()).sort(), advice).toEqual(known.sort());
  });

  it.each(Object.keys(SCOPED))('%s sees and changes nothing of another account', async (name) => {
    const statement = SCOPED[name] as Scoped;
    const before = await rowsOfAccount(service.database, owner.accountId);
    const ofStranger = await rowsOfAccount(service.database, stranger.accountId);
    const foreign = await attempt(statement, await trialFor(stranger));
    if ('foreign' in statement) expect(foreign.answer).toEqual(statement.foreign);
    expect(textsIn(foreign.answer).filter((text) => isOnlyIn(before, ofStranger, text))).toEqual([]);
    expect(foreign.ownersRows).toEqual(before);
    // Row-level security, which could hide a missing condition, does not limit the owner of the tables.
    expect(await attempt(statement, await trialFor(stranger), service.database)).toEqual(foreign);
    // The same for the owner finds what was named: so it was there to be found.
    const own = await attempt(statement, await trialFor(owner));
    const advice = `${name} answers the owner and a stranger alike: make a record that it finds for each account, in furnish() of test/support/accountWithRecords.ts, or say why with sameForOwner`;
    if (statement.sameForOwner === undefined) expect(own.answer, advice).not.toEqual(foreign.answer);
  });

  it('left the owner its default scheme when the stranger was given one', async () => {
    const { rows } = await service.database.query({
      text: 'SELECT is_default FROM pricing_schemes WHERE account_id = $1 AND is_default',
      values: [owner.accountId],
    });
    expect(rows).toEqual([{ is_default: true }]);
  });

  // On a cluster, a batch is of one account.
  it.runIf(service.serving.layout === 'single')('keeps accounts apart that travel in one statement', async () => {
    const [foreign, own] = [await trialFor(stranger), await trialFor(owner)];
    const { resources } = owner;
    const key = 'the-same-key-for-both';
    const bookings = [
      bookingOf(foreign, {}, key),
      bookingOf(own, {}, key),
      bookingOf(foreign, { clientId: resources.clientId }),
    ];
    expect((await bookTrips(service.serving, bookings, 'API')).map(({ verdict }) => verdict)).toEqual([
      'booked',
      'booked',
      'CLIENT_NOT_FOUND',
    ]);
    const tripId = bookings[1]?.trip.tripId ?? '';
    const wanted = [stranger, owner].map(({ accountId }) => ({ accountId, tripId }));
    expect(await findTrips(service.serving, wanted)).toEqual([
      undefined,
      expect.objectContaining({ trip: expect.anything() }),
    ]);
    const orders = [foreign, own, foreign].map((trial) => ({ ...cancellationOf(trial), tripId }));
    expect(await cancelTrips(service.serving, orders)).toEqual([
      { verdict: 'TRIP_NOT_FOUND' },
      { verdict: 'cancelled', trip: expect.objectContaining({ executorId: owner.accountId, version: 2 }) },
      { verdict: 'TRIP_NOT_FOUND' },
    ]);
  });

  it('keeps accounts apart that have a trip of the same identifier', async () => {
    const { tripId } = owner.resources;
    const booking = bookingOf(await trialFor(stranger));
    const twin: Booking = { ...booking, trip: { ...booking.trip, tripId, version: 1, status: 'CONFIRMED' } };
    expect(await bookTrips(service.serving, [twin], 'API')).toEqual([{ verdict: 'booked', responseBody: null }]);
    const before = await rowsOfAccount(service.database, owner.accountId);
    const statusesFor = async ({ accountId }: AccountWithRecords) => {
      const [found] = await findTrips(service.serving, [{ accountId, tripId }]);
      return found && tripWithHistoryView(found.trip, found.history).statusHistory.map(({ status }) => status);
    };
    expect([await statusesFor(owner), await statusesFor(stranger)]).toEqual([['CONFIRMED'], ['CONFIRMED']]);
    const step = { trip: twin.trip, steps: ['OTWTP' as const], changedAt: new Date(), changedBy: 'OPERATOR' as const };
    expect(await stepTrip(service.serving, step)).toMatchObject({ status: 'OTWTP', version: 2 });
    const order = {
      accountId: stranger.accountId,
      tripId,
      changedAt: new Date(),
      changedBy: 'API' as const,
      reason: null,
      keyed: null,
    };
    expect(await cancelTrips(service.serving, [order])).toMatchObject([{ verdict: 'cancelled' }]);
    expect(await statusesFor(stranger)).toEqual(['CONFIRMED', 'OTWTP', 'CANCELLED']);
    expect(await rowsOfAccount(service.database, owner.accountId)).toEqual(before);
  });
});

/** What the app is given with a database of its own; the rest of what it uses it imports. */
const GIVEN_TO_APP = ['keys/authenticator.ts'];

describe('a statement that names no account', () => {
  const importersOf = (name: string) =>
    sourceFiles.filter(({ imports }) => imports.some(({ names, target }) => isStore(target) && names.includes(name)));

  it.each(Object.keys(UNSCOPED))('%s is used only where it may be', (name) => {
    expect(importersOf(name).map((file) => file.name)).toEqual(UNSCOPED[name]?.usedBy);
  });

  const behindRoutes = new Set(['app.ts', ...GIVEN_TO_APP].flatMap((name) => [...reachableFrom(name)]));

  it('can be reached from a route only to learn whose the thing is that came with the request, or to read what is nobody’s', () => {
    const reached = Object.keys(UNSCOPED).filter((name) =>
      importersOf(name).some((file) => behindRoutes.has(file.name)),
    );
    expect(reached).toEqual([
      'findKeys',
      'findMemberByEmail',
      'findInvitation',
      'useInvitation',
      'findSession',
      'findPendingSession',
      'findAccountOfCalendar',
      'listServiceTiers',
      'pageOfServiceTiers',
    ]);
    expect([...behindRoutes].filter((name) => /^operator\//.test(name))).toEqual([]);
  });

  it('is in none but these stores that routes reach; a new store is added here', () => {
    expect([...behindRoutes].filter(isStore).sort()).toEqual([
      'accounts/accountStore.ts',
      'accounts/calendarFeedStore.ts',
      'accounts/driverAgreementStore.ts',
      'accounts/invitationStore.ts',
      'accounts/knownBrowserStore.ts',
      'accounts/memberStore.ts',
      'accounts/sessionStore.ts',
      'accounts/totpStore.ts',
      'accounts/voucherStore.ts',
      'audit/auditStore.ts',
      'catalogue/pricingSchemeStore.ts',
      'catalogue/riderStore.ts',
      'catalogue/serviceTierStore.ts',
      'catalogue/vehicleStore.ts',
      'events/eventStore.ts',
      'keys/apiKeyStore.ts',
      'mail/mailStore.ts',
      'privacy/riderDataStore.ts',
      'quotes/store/findPricing.ts',
      'search/searchStore.ts',
      'trips/store/bookTrips.ts',
      'trips/store/cancelTrips.ts',
      'trips/store/changeTrip.ts',
      'trips/store/dayPlan.ts',
      'trips/store/eventNumbers.ts',
      'trips/store/exportTrips.ts',
      'trips/store/findTrips.ts',
      'trips/store/history.ts',
      'trips/store/idempotencyKeys.ts',
      'trips/store/listTrips.ts',
      'trips/store/rides.ts',
      'trips/store/tripColumns.ts',
      'trips/store/tripCounts.ts',
      'trips/store/tripDetails.ts',
      'trips/store/vehicleTrips.ts',
      'usage/usageStore.ts',
      'webhooks/deliveryStore.ts',
      'webhooks/webhookStore.ts',
    ]);
  });

  it('cannot be imported behind this test’s back: no file imports all of another, or while it runs', () => {
    const hidden = sourceFiles.filter(({ text }) =>
      /\bimport \* as\b|\bexport \*|\bimport\(|\brequire\('\./.test(text),
    );
    expect(hidden.map(({ name }) => name)).toEqual(['start/run.ts']); // OpenTelemetry, only if it is used
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

const isOnlyIn = (rows: object, others: object, text: string) =>
  textsIn(rows).includes(text) && !textsIn(others).includes(text);
