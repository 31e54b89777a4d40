import type { Random } from '../../support/random.ts';
import type { Schema } from './description.ts';

/** An account of the service under test, with what it owns. */
export interface Account {
  accountId: string;
  apiKey: string;
  /** Identifiers by the member that names them: clientId, vehicleId … */
  owned: Record<string, string[]>;
  tripIds: string[];
}

/** A request that was executed under a key, and the answer that a replay must repeat. */
export interface Completed {
  account: Account;
  method: string;
  path: string;
  key: string;
  body: Buffer | undefined;
  status: number;
  text: string;
}

export interface AcknowledgedTrip {
  account: Account;
  trip: Record<string, unknown>;
  isCancelled: boolean;
  /** A caller asked for it and did not wait for the answer. */
  mayBeCancelled: boolean;
}

const MOST_COMPLETED = 1_000;

/** Addresses that the embedded gazetteer knows, one for each of its rules. */
const PLACES = [
  ...['Gare de Lyon, Paris', 'Aéroport CDG Terminal 2E', 'CDG 2E', 'Orly 4', '10 Rue de Rivoli, 75004 Paris', '75008'],
  ...['48.8556,2.3601', 'Lyon Part-Dieu', 'Marseille', 'Nice', 'Saint-Denis', 'Bruxelles', 'Genève', 'Tour Eiffel'],
  ...['Disneyland Paris', 'Courchevel', 'Versailles', 'Lille', 'Bordeaux', 'Monaco', 'Ajaccio', 'LHR', 'Tokyo'],
];

/** What the fuzzer knows of the service it talks to. */
export class World {
  readonly accounts: readonly Account[];
  /** Revoked or expired. */
  readonly deadKeys: readonly string[];
  readonly acknowledged = new Map<string, AcknowledgedTrip>();
  readonly completed: Completed[] = [];
  readonly #unansweredBookings = new Map<Account, number>();
  #next = 0;

  constructor(accounts: readonly Account[], deadKeys: readonly string[]) {
    this.accounts = accounts;
    this.deadKeys = deadKeys;
  }

  otherThan(account: Account, random: Random): Account {
    return random.pick(this.accounts.filter((each) => each !== account));
  }

  noteBooked(account: Account, trip: Record<string, unknown>): void {
    const id = String(trip._id);
    account.tripIds.push(id);
    this.acknowledged.set(id, { account, trip, isCancelled: false, mayBeCancelled: false });
  }

  noteCancelled(tripId: string): void {
    const known = this.acknowledged.get(tripId);
    if (known) known.isCancelled = true;
  }

  /** It may have made a trip that no caller knows. */
  noteUnansweredBooking(account: Account): void {
    this.#unansweredBookings.set(account, this.unansweredBookings(account) + 1);
  }

  unansweredBookings(account: Account): number {
    return this.#unansweredBookings.get(account) ?? 0;
  }

  noteUnansweredCancellation(tripId: string): void {
    const known = this.acknowledged.get(tripId);
    if (known) known.mayBeCancelled = true;
  }

  noteCompleted(completed: Completed): void {
    this.completed[this.#next % MOST_COMPLETED] = completed;
    this.#next += 1;
  }
}

/** Existing values for the members that need them. */
export function knownTo(account: Account) {
  return (name: string, schema: Schema): readonly string[] | undefined => {
    if (name === 'id') return account.tripIds;
    if (schema.pattern !== undefined) return account.owned[name];
    return name === 'pickup' || name === 'dropoff' ? PLACES : undefined;
  };
}
