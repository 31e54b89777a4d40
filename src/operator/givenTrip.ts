import type { Queryable } from '../database/connection.ts';
import { OperatorFault } from '../fault.ts';
import { isReference, parseId, parseReference } from '../identifiers.ts';
import { KEY_PREFIX } from '../keys/apiKey.ts';
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

export const noSuchTrip = (text: string) => new OperatorFault(`there is no trip ${text}`);

/** For commands that change a trip: by its id or reference, of whichever account it is. */
export async function givenTrip(given: Given, { database }: Context): Promise<TripOfAccount> {
  const name = nameIn(given);
  return onlyOne(await findInAllAccounts(database, name), name);
}

/** For commands that show a trip: with an account, by its externalReference too. */
export async function givenTripByAnyName(given: Given, context: Context): Promise<TripReference> {
  const name = nameIn(given);
  const isOfAccount = given.text('account') !== undefined;
  const found = isOfAccount
    ? await findInAccount(context.database, (await givenAccount(given, context)).accountId, name)
    : await findInAllAccounts(context.database, name, '; an externalReference needs --account ID');
  return onlyOne(found, name);
}

/** A key would be printed with the message that there is no such trip. */
function nameIn({ argument }: Given): string {
  if (argument.includes(KEY_PREFIX)) throw new OperatorFault('this is an API key, not the name of a trip');
  return argument;
}

function onlyOne<Found extends TripReference>(found: Found[], text: string): Found {
  const [trip, another] = found;
  if (!trip) throw noSuchTrip(text);
  if (another)
    throw new OperatorFault(
      `several trips are called ${text}: name one of ${found.map(({ tripId }) => tripId).join(', ')}`,
    );
  return trip;
}

async function findInAllAccounts(database: Queryable, text: string, hint = ''): Promise<TripOfAccount[]> {
  const tripId = parseId(text);
  if (tripId !== undefined) {
    const trip = await findTripOfAnyAccount(database, tripId);
    return trip ? [trip] : [];
  }
  if (isReference(text)) return findReferencedTrips(database, parseReference(text));
  throw new OperatorFault(`"${text}" is neither a trip’s id nor its reference${hint}`);
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
