import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, makeViewer } from '../security/signInStatements.ts';
import { commandsIn, type Operator, operatorOn } from '../support/operator.ts';
import { startService, type TestService } from '../support/service.ts';
import { startReceiver } from '../support/webhooks.ts';

/** What commands can be tried on. */
interface Known {
  accountId: string;
  keyToRotate: () => string;
  keyToRevoke: string;
  /** The account whose trips those are. */
  tripsOf: string;
  /** A trip that no other command was tried on. */
  newTrip(): string;
  endpointId: string;
  serviceTierId: string;
  backupFile: string;
  memberToRemove: () => string;
  /** An account whose owner has a second factor. */
  accountWithTotp: () => string;
}

const ACCOUNT = ['accountId', 'name', 'role', 'tier', 'vatExempt', 'createdAt'];
const KEY = ['keyId', 'apiKey', 'expiresAt'];
const KEY_RECORD = [
  'keyId',
  'name',
  'state',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
  'revokedAt',
  'scopes',
  'networks',
];
const TRIP = [
  ...['_id', 'userId', 'executorId', 'status', 'pickupAddress', 'destinationAddress', 'scheduledPickupTime', 'price'],
  ...['priceHT', 'vatRate', 'vatAmount', 'tripType', 'isPaid', 'clientId', 'vehicleId', 'serviceTierId'],
  ...['pricingSchemeId', 'paxNumber', 'note', 'estimatedDistanceKm', 'estimatedDurationMinutes', 'createdAt'],
  ...['reference', 'externalReference', 'metadata'],
];
const TRIP_SUMMARY = [
  ...['_id', 'reference', 'externalReference', 'status', 'scheduledPickupTime', 'price', 'executorId', 'createdAt'],
];
const TIER = ['_id', 'name', 'multiplier'];
const SCHEME = ['_id', 'name', 'isDefault', 'timeZone', 'rates', 'windows'];
const ENDPOINT = ['_id', 'url', 'eventTypes', 'description', 'status', 'createdAt'];
const ENDPOINT_STATE = [...ENDPOINT, 'disabledReason', 'failingSince'];
const ATTEMPT = ['eventId', 'attempt', 'at', 'responseStatus', 'error', 'ms', 'nextAttemptAt'];
const MEMBER = ['memberId', 'email', 'name', 'role', 'secondFactor', 'createdAt', 'invitedUntil'];
const VEHICLE = ['_id', 'name', 'plate', 'seats'];

type CommandRow = [words: string, rest: (known: Known) => string, members: string[]];

/** Commands, with the members of the object it answers with or of each entry of its list. */
const COMMANDS: CommandRow[] = [
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
  ['accounts list', () => '', ACCOUNT],
  ['accounts set-tier', ({ accountId }) => `${accountId} --tier PRO`, ACCOUNT],
  ['accounts set-vat', ({ accountId }) => `${accountId} --exempt`, ACCOUNT],
  ['members list', ({ accountId }) => `--account ${accountId}`, MEMBER],
  [
    'members invite',
    ({ accountId }) => `--account ${accountId} --email ${randomUUID()}@example.com --role DISPATCHER`,
    ['accountId', 'email', 'role', 'invitationUrl', 'expiresAt'],
  ],
  [
    'members reset-totp',
    ({ accountWithTotp }) => {
      const accountId = accountWithTotp();
      return `--account ${accountId} --email owner-${accountId}@example.com`;
    },
    MEMBER,
  ],
  [
    'members remove',
    ({ accountId, memberToRemove }) => `--account ${accountId} --email ${memberToRemove()}`,
    [...MEMBER, 'state'],
  ],
  ['keys issue', ({ accountId }) => `--account ${accountId} --expires-in 90d`, KEY],
  ['keys rotate', ({ keyToRotate }) => `${keyToRotate()} --overlap 24h`, KEY],
  ['keys revoke', ({ keyToRevoke }) => keyToRevoke, KEY_RECORD],
  ['keys list', ({ accountId }) => `--account ${accountId}`, KEY_RECORD],
  ['trips list', ({ tripsOf }) => `--account ${tripsOf}`, TRIP_SUMMARY],
  ['trips show', ({ newTrip }) => newTrip(), [...TRIP, 'statusHistory', 'assignments', 'updates']],
  ['trips advance', ({ newTrip }) => newTrip(), TRIP],
  ['trips assign', ({ newTrip, accountId }) => `${newTrip()} --executor ${accountId}`, TRIP],
  ['tiers add', () => `--name Tier-${randomUUID()} --multiplier 1.25`, TIER],
  ['tiers set', ({ serviceTierId }) => `${serviceTierId} --name Tier-${randomUUID()} --multiplier 1.5`, TIER],
  ['tiers list', () => '', TIER],
  ['schemes add', ({ accountId }) => `--account ${accountId} --name Nights --per-km 2.10`, SCHEME],
  ['schemes list', ({ accountId }) => `--account ${accountId}`, [...SCHEME, 'retiredAt']],
  ['vehicles add', ({ accountId }) => `--account ${accountId} --name Van --plate AB-1 --seats 8`, VEHICLE],
  ['vehicles list', ({ accountId }) => `--account ${accountId}`, [...VEHICLE, 'retiredAt']],
  [
    'clients add',
    ({ accountId }) => `--account ${accountId} --first-name Grace --last-name Hopper --phone +33600000003`,
    ['_id', 'firstName', 'lastName', 'phone'],
  ],
  ['webhooks add', ({ accountId }) => `--account ${accountId} --url https://a.example`, [...ENDPOINT, 'secret']],
  ['webhooks list', ({ accountId }) => `--account ${accountId}`, ENDPOINT_STATE],
  ['webhooks test', ({ endpointId, accountId }) => `${endpointId} --account ${accountId}`, ATTEMPT],
  ['webhooks disable', ({ endpointId, accountId }) => `${endpointId} --account ${accountId}`, ENDPOINT_STATE],
  ['backup', ({ backupFile }) => backupFile, ['file', 'bytes', 'tables', 'madeAt']],
  ['migrate', () => '', ['applied', 'waiting']],
  ['check', () => '', ['counts', 'references', 'events']],
  ['restore', ({ backupFile }) => backupFile, ['file', 'madeAt', 'tables', 'replaced', 'stillClosed']],
  ['clients list', ({ accountId }) => `--account ${accountId}`, ['_id', 'firstName', 'lastName', 'phone', 'email']],
];

describe('every command answers in JSON and as text for people', () => {
  const directory = mkdtempSync(join(tmpdir(), 'trips-commands-'));
  let service: TestService;
  let operator: Operator;
  let known: Known;

  beforeAll(async () => {
    service = await startService();
    operator = operatorOn({ DATABASE_URL: service.databaseUrl, WEBHOOK_TARGETS: 'any' });
    const { accountId, serviceTiers } = await operator.json('demo');
    const { api, accountId: tripsOf } = await service.account();
    const issueKey = () => operator.json(`keys issue --account ${accountId}`);
    const keysToRotate = [await issueKey(), await issueKey()];
    const keyToRevoke = await issueKey();
    const accountsWithTotp = [accountId, tripsOf];
    for (const each of accountsWithTotp) await makeOwner(service.database, each);
    const viewers = ['a@viewers.example', 'b@viewers.example'];
    for (const email of viewers) await makeViewer(service.database, accountId, email);
    const trips = await Promise.all([1, 2, 3, 4, 5, 6].map(() => api.createdTrip()));
    known = {
      accountId,
      keyToRotate: () => keysToRotate.pop()?.keyId ?? 'none left',
      keyToRevoke: keyToRevoke.keyId,
      tripsOf,
      newTrip: () => trips.pop()?._id ?? 'none left',
      endpointId: (await operator.json(`webhooks add --account ${accountId} --url ${(await startReceiver()).url}`))._id,
      serviceTierId: serviceTiers[0]._id,
      backupFile: join(directory, 'backup.trips'),
      memberToRemove: () => viewers.pop() ?? 'none left',
      accountWithTotp: () => accountsWithTotp.pop() ?? 'none left',
    };
  });
  afterAll(async () => {
    await service.close();
    rmSync(directory, { recursive: true });
  });

  it.each(COMMANDS)('%s', async (words, rest, members) => {
    const line = () => `${words} ${rest(known)}`.trim();
    const answer = await operator.json(line());
    const text = await operator.text(line());
    expect(Array.isArray(answer)).toBe(words.endsWith('list'));
    const entries: object[] = [answer].flat();
    expect(entries.length, `${words} lists nothing: make a record for it in beforeAll`).toBeGreaterThan(0);
    for (const entry of entries) expect(Object.keys(entry)).toEqual(expect.arrayContaining(members));
    if (!words.startsWith('clients')) expect(Object.keys(entries[0] ?? {}).sort()).toEqual([...members].sort());
    expect(() => JSON.parse(text)).toThrow();
    const names = Array.isArray(answer)
      ? text.split('\n')[0]?.split(/ +/)
      : text.split('\n').map((row) => row.split(' ')[0]);
    // A column that is empty in every entry is left out.
    const filled = members.filter((member) =>
      entries.some((entry) => (entry as Record<string, unknown>)[member] !== null),
    );
    expect(names).toEqual(expect.arrayContaining(Array.isArray(answer) ? filled : members));
  });
});

const groups = [...new Set(COMMANDS.map(([words]) => words.split(' ')))].filter((words) => words.length > 1);

/** Commands with a test file of their own instead. */
const ELSEWHERE = ['audit', 'riders erase', 'riders export', 'upgrade'];

describe('the operator’s command explains itself without a database', () => {
  const operator = operatorOn({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });

  it('has no command that is not tried here or elsewhere', async () => {
    expect(commandsIn(await operator.text('--help')).sort()).toEqual(
      [...COMMANDS.map(([words]) => words), ...ELSEWHERE].sort(),
    );
  });

  it.each(['--help', '-h'])('as a whole, with every command, by %s', async (option) => {
    const text = await operator.text(option);
    expect(text).toMatch(/^Usage: npm run -s trips -- COMMAND/);
    for (const [words] of COMMANDS) expect(text).toMatch(new RegExp(`^${words}\\b.* {3}\\S`, 'm'));
  });

  it.each([...new Set(groups.map(([group]) => group))])('%s, with its commands and no others', async (group) => {
    const text = await operator.text(`${group} --help`);
    expect(text).toContain(`Usage: npm run -s trips -- ${group} COMMAND`);
    for (const [words] of COMMANDS) expect(text.includes(`\n${words}`)).toBe(words.startsWith(`${group} `));
  });

  it.each(COMMANDS.map(([words]) => words))('%s, with its options', async (words) => {
    const text = await operator.text(`${words} --help`);
    expect(text).toContain(`Usage: npm run -s trips -- ${words}`);
    expect(text).toMatch(/^ {2}--json +\S/m);
  });

  it('marks what is required', async () => {
    expect(await operator.text('accounts create -h')).toMatch(/--role ROLE +DRIVER or CONTRACTOR \(required\)/);
    expect(await operator.text('keys rotate --help')).toContain('keys rotate KEYID');
  });
});
