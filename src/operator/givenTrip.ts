import type { Queryable } from '../database/connection.ts';
import { OperatorFault } from '../fault.ts';
import { isReference, parseId, parseReference } from '../identifiers.ts';
import {
  findReferencedTrips,
  findTripOfAnyAccount,
  type TripOfAccount,
  type TripReference,
} from '../trips/store/findTrips.ts';
import { listTrips } from '../trips/store/listTrips.ts';
import { tripView } from '../trips/tripView.ts';
import type { Context, Given } from './command.ts';
import { givenAccount } from './givenAccount.ts';
import { quoted } from './values.ts';

export const noSuchTrip = (text: string) => new OperatorFault(`there is no trip ${text}`);

/** For commands that change a trip: by its id or reference, of whichever account it is. */
export async function givenTrip({ argument }: Given, { database }: Context): Promise<TripOfAccount> {
  const { tripId } = onlyOne(await findInAllAccounts(database, argument), argument);
  const trip = await findTripOfAnyAccount(database, tripId);
  if (!trip) throw noSuchTrip(argument);
  return trip;
}

/** For commands that show a trip: with an account, by its externalReference too. */
export async function givenTripByAnyName(given: Given, context: Context): Promise<TripReference> {
  const { argument } = given;
  const isOfAccount = given.text('account') !== undefined;
  const found = isOfAccount
    ? await findInAccount(context.database, (await givenAccount(given, context)).accountId, argument)
    : await findInAllAccounts(context.database, argument, '; an externalReference needs --account ID');
  return onlyOne(found, argument);
}

function onlyOne(found: TripReference[], text: string): TripReference {
  const [trip, another] = found;
  if (!trip) throw noSuchTrip(text);
  if (another)
    throw new OperatorFault(
      `several trips are called ${text}: name one of ${found.map(({ tripId }) => tripId).join(', ')}`,
    );
  return trip;
}

async function findInAllAccounts(database: Queryable, text: string, hint = ''): Promise<TripReference[]> {
  const tripId = parseId(text);
  if (tripId !== undefined) {
    const trip = await findTripOfAnyAccount(database, tripId);
    return trip ? [trip] : [];
  }
  if (isReference(text)) return findReferencedTrips(database, parseReference(text));
  throw new OperatorFault(`${quoted(text)} is neither a trip’s id nor its reference${hint}`);
}

const MOST_NAMED = 10;

/** An externalReference may look like an id or a reference: then the trip with that id or reference is meant, if there is one. */
async function findInAccount(database: Queryable, accountId: string, text: string): Promise<TripReference[]> {
  const tripId = parseId(text);
  const byId = tripId === undefined ? undefined : await findTripOfAnyAccount(database, tripId);
  if (byId?.accountId === accountId) return [byId];
  const listed = async (filter: { reference?: ReturnType<typeof parseReference>; externalReference?: string }) => {
    const { trips } = await listTrips(database, { accountId, ...filter, page: 1, limit: MOST_NAMED });
    return trips.map((trip) => ({ accountId, tripId: tripView(trip)._id }));
  };
  const byReference = isReference(text) ? await listed({ reference: parseReference(text) }) : [];
  return byReference.length > 0 ? byReference : listed({ externalReference: text });
}
