import type { Random } from '../../support/random.ts';
import type { Operation, Schema } from './description.ts';

/** An account of the service under test, with what it owns. */
export interface Account {
  accountId: string;
  apiKey: string;
  isVatExempt: boolean;
  /** Identifiers by the member that names them: clientId, tripId … */
  owned: Record<string, string[]>;
  /** Values from answers, by the member or query parameter that they are for: prices that were quoted, references … */
  seen: Record<string, string[]>;
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
const MOST_SEEN = 100;

/** Addresses that the embedded gazetteer knows, one for each of its rules. */
const PLACES = [
  ...['Gare de Lyon, Paris', 'Aéroport CDG Terminal 2E', 'CDG 2E', 'Orly 4', '10 Rue de Rivoli, 75004 Paris', '75008'],
  ...['48.8556,2.3601', 'Lyon Part-Dieu', 'Marseille', 'Nice', 'Saint-Denis', 'Bruxelles', 'Genève', 'Tour Eiffel'],
  ...['Disneyland Paris', 'Courchevel', 'Versailles', 'Lille', 'Bordeaux', 'Monaco', 'Ajaccio', 'LHR', 'Tokyo'],
];

/** Webhook URLs that are allowed and lead nowhere: the name is reserved. */
const WEBHOOK_URLS = ['https://hooks.invalid/', 'https://hooks.invalid:8443/trips?token=1'];

/** What the fuzzer knows of the service it talks to. */
export class World {
  readonly accounts: readonly Account[];
  /** Revoked or expired. */
  readonly deadKeys: readonly string[];
  readonly acknowledged = new Map<string, AcknowledgedTrip>();
  readonly completed: Completed[] = [];
  readonly #unansweredBookings = new Map<Account, number>();
  readonly #owners = new Map<string, Account>();
  #next = 0;

  constructor(accounts: readonly Account[], deadKeys: readonly string[]) {
    this.accounts = accounts;
    this.deadKeys = deadKeys;
    for (const account of accounts)
      for (const [name, ids] of Object.entries(account.owned))
        if (!SHARED.has(name)) for (const id of ids) this.#owners.set(id, account);
  }

  otherThan(account: Account, random: Random): Account {
    return random.pick(this.accounts.filter((each) => each !== account));
  }

  /** Whose record it is, as far as an answer has shown it. */
  ownerOf(id: string): Account | undefined {
    return this.#owners.get(id);
  }

  noteOwned(account: Account, name: string, id: string): void {
    if (SHARED.has(name) || this.#owners.has(id)) return;
    this.#owners.set(id, account);
    account.owned[name] ??= [];
    account.owned[name].push(id);
  }

  noteSeen({ seen }: Account, name: string, value: string): void {
    seen[name] = [...(seen[name] ?? []), value].slice(-MOST_SEEN);
  }

  noteDeleted(account: Account, name: string, id: string): void {
    account.owned[name] = (account.owned[name] ?? []).filter((each) => each !== id);
  }

  noteBooked(account: Account, trip: Record<string, unknown>): void {
    const id = String(trip._id);
    this.noteOwned(account, 'tripId', id);
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

/** These belong to the platform. */
const SHARED = new Set(['serviceTierId']);

/** Members that name a record by another name than its collection's. */
const ALIASES: Record<string, string> = { endpointId: 'webhookEndpointId', after: 'eventId' };

/** The member that names a record of the collection in a path: `/v1/pricing-schemes/{id}` has a pricingSchemeId. */
export function recordNameOf({ template }: Pick<Operation, 'template'>): string {
  const collection = template.split('/')[2] ?? '';
  return `${collection.replace(/s$/, '').replace(/-(.)/g, (_, letter) => letter.toUpperCase())}Id`;
}

/** Existing values for the members of a body that need them. */
export function knownTo(account: Account) {
  return (name: string, schema: Schema): readonly unknown[] | undefined => {
    if (schema.pattern !== undefined) return account.owned[ALIASES[name] ?? name];
    if (name === 'price') return account.seen.price;
    if (name === 'url') return WEBHOOK_URLS;
    return name === 'pickup' || name === 'dropoff' ? PLACES : undefined;
  };
}

/** Existing values for parameters: records in the path, and whatever a list can be filtered by. */
export function parametersKnownTo(account: Account, operation: Operation) {
  return (name: string): readonly unknown[] | undefined => {
    if (operation.template.includes(`{${name}}`)) return account.owned[recordNameOf(operation)];
    return account.owned[ALIASES[name] ?? name] ?? account.seen[name];
  };
}
