import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DataDirectory } from './dataDirectory.ts';
import type { LiveService } from './liveService.ts';
import type { Operator } from './operator.ts';

/** What commands can be tried on. */
export interface Known {
  accountId: string;
  keyId: string;
  keyToRevoke: string;
  /** The account whose trips those are. */
  tripsOf: string;
  /** A trip that no other command was tried on. */
  newTrip(): string;
  /** A place for a backup. */
  backupFile: string;
}

/** An account with keys and untouched trips. */
export async function prepareKnown(operator: Operator, service: LiveService, { path }: DataDirectory): Promise<Known> {
  const { accountId } = await operator.json('demo');
  const issue = () => operator.json(`keys issue --account ${accountId}`);
  const [key, keyToRevoke] = [await issue(), await issue()];
  const trips = await Promise.all([1, 2, 3, 4, 5, 6].map(() => service.book()));
  return {
    accountId,
    keyId: key.keyId,
    keyToRevoke: keyToRevoke.keyId,
    tripsOf: (await service.api.tripNow(trips[0] ?? '')).userId,
    newTrip: () => trips.pop() ?? 'none left',
    backupFile: join(path, '../backup.trips'),
  };
}

const KEY = ['keyId', 'apiKey', 'expiresAt'];
const KEY_RECORD = ['keyId', 'name', 'state', 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt'];
const TRIP = [
  ...['_id', 'userId', 'executorId', 'status', 'pickupAddress', 'destinationAddress', 'scheduledPickupTime', 'price'],
  ...['priceHT', 'vatRate', 'vatAmount', 'tripType', 'isPaid', 'clientId', 'vehicleId', 'serviceTierId'],
  ...['pricingSchemeId', 'paxNumber', 'note', 'estimatedDistanceKm', 'estimatedDurationMinutes', 'createdAt'],
];
const TRIP_SUMMARY = ['_id', 'status', 'scheduledPickupTime', 'price', 'executorId', 'createdAt'];
const TIER = ['_id', 'name', 'multiplier'];
const SCHEME = ['_id', 'name', 'isDefault', 'timeZone', 'rates', 'windows'];
const VEHICLE = ['_id', 'name', 'plate', 'seats'];

type CommandRow = [words: string, rest: (known: Known) => string, members: string[]];

/** Every command there is, with the members of what it answers, or of each entry of the list it answers. */
export const COMMANDS: CommandRow[] = [
  [
    'demo',
    () => '',
    ['accountId', 'role', 'apiKey', 'invitationUrl', 'serviceTiers', 'pricingSchemes', 'vehicles', 'clients'],
  ],
  [
    'accounts create',
    () => `--name Garage --role CONTRACTOR --email ${randomUUID()}@example.com`,
    ['accountId', 'role', 'apiKey', 'invitationUrl'],
  ],
  [
    'accounts invite',
    ({ accountId }) => `${accountId} --email ${randomUUID()}@example.com`,
    ['accountId', 'email', 'invitationUrl', 'expiresAt'],
  ],
  ['accounts list', () => '', ['accountId', 'name', 'role', 'tier', 'vatExempt', 'createdAt']],
  ['keys issue', ({ accountId }) => `--account ${accountId} --expires-in 90d`, KEY],
  ['keys rotate', ({ keyId }) => `${keyId} --overlap 24h`, KEY],
  ['keys revoke', ({ keyToRevoke }) => keyToRevoke, KEY_RECORD],
  ['keys list', ({ accountId }) => `--account ${accountId}`, KEY_RECORD],
  ['trips list', ({ tripsOf }) => `--account ${tripsOf}`, TRIP_SUMMARY],
  ['trips show', ({ newTrip }) => newTrip(), [...TRIP, 'statusHistory']],
  ['trips advance', ({ newTrip }) => newTrip(), TRIP],
  ['trips assign', ({ newTrip, accountId }) => `${newTrip()} --executor ${accountId}`, TRIP],
  ['tiers add', () => `--name Tier-${randomUUID()} --multiplier 1.25`, TIER],
  ['tiers list', () => '', TIER],
  ['schemes add', ({ accountId }) => `--account ${accountId} --name Nights --per-km 2.10`, SCHEME],
  ['schemes list', ({ accountId }) => `--account ${accountId}`, SCHEME],
  ['vehicles add', ({ accountId }) => `--account ${accountId} --name Van --plate AB-1 --seats 8`, VEHICLE],
  ['vehicles list', ({ accountId }) => `--account ${accountId}`, VEHICLE],
  [
    'clients add',
    ({ accountId }) => `--account ${accountId} --first-name Grace --last-name Hopper --phone +33600000003`,
    ['_id', 'firstName', 'lastName', 'phone'],
  ],
  ['backup', ({ backupFile }) => backupFile, ['file', 'bytes', 'tables', 'madeAt']],
  ['restore', ({ backupFile }) => backupFile, ['file', 'madeAt', 'tables', 'replaced']],
  ['clients list', ({ accountId }) => `--account ${accountId}`, ['_id', 'firstName', 'lastName', 'phone', 'email']],
];

/** Runs the command with --json and without, both at once, and holds both to name the members. */
export async function expectBothForms(
  operator: Operator,
  known: Known,
  [words, rest, members]: CommandRow,
): Promise<void> {
  const line = () => `${words} ${rest(known)}`.trim();
  const [answer, text] = await Promise.all([operator.json(line()), operator.text(line())]);
  expect(Array.isArray(answer)).toBe(words.endsWith('list'));
  const entries: object[] = [answer].flat();
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) expect(Object.keys(entry)).toEqual(expect.arrayContaining(members));
  if (!words.startsWith('clients')) expect(Object.keys(entries[0] ?? {}).sort()).toEqual([...members].sort());
  expect(() => JSON.parse(text)).toThrow();
  const names = Array.isArray(answer)
    ? text.split('\n')[0]?.split(/ +/)
    : text.split('\n').map((row) => row.split(' ')[0]);
  // A column in which no entry has anything is left out.
  const filled = members.filter((member) =>
    entries.some((entry) => (entry as Record<string, unknown>)[member] !== null),
  );
  expect(names).toEqual(expect.arrayContaining(Array.isArray(answer) ? filled : members));
}
