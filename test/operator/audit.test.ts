import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../src/audit/auditStore.ts';
import { openDatabase } from '../../src/database/connection.ts';
import { makeOwner, makeViewer } from '../security/signInStatements.ts';
import { backupDirectory, query } from '../support/backups.ts';
import { databaseForFile } from '../support/database.ts';
import { commandsIn, operatorOn } from '../support/operator.ts';

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url, WEBHOOK_TARGETS: 'any' });
const directory = backupDirectory();

/** An account opens with a key and an invitation, newest first. */
const OPENING = ['MEMBER_INVITED', 'KEY_ISSUED', 'ACCOUNT_OPENED'];

interface Entry {
  action: string;
  actor: string;
  subject: Record<string, string>;
}

const entriesOf = (accountId: string): Promise<Entry[]> => operator.json(`audit --account ${accountId}`);
const actionsOf = async (accountId: string) => (await entriesOf(accountId)).map(({ action }) => action);

describe('trips audit', () => {
  it('shows what the operator did, newest first', async () => {
    const { accountId } = await operator.json('demo');
    const { keyId } = await operator.json(`keys issue --account ${accountId} --name Garage`);
    const next = await operator.json(`keys rotate ${keyId}`);
    await operator.json(`keys revoke ${next.keyId}`);
    await operator.json(`schemes add --account ${accountId} --name Nights`);
    const { _id } = await operator.json(`webhooks add --account ${accountId} --url https://a.example/b`);
    await operator.json(`webhooks disable ${_id} --account ${accountId}`);
    await operator.json(`members invite --account ${accountId} --email a@example.com`);
    await operator.json(`accounts invite ${accountId} --email b@example.com`);
    await operator.json(`clients list --account ${accountId}`);
    const entries = await entriesOf(accountId);
    expect(entries.map(({ action }) => action)).toEqual([
      ...['RIDERS_EXPORTED', 'MEMBER_INVITED', 'MEMBER_INVITED', 'WEBHOOK_DISABLED', 'WEBHOOK_ADDED', 'SCHEME_ADDED'],
      ...['KEY_REVOKED', 'KEY_ROTATED', 'KEY_ISSUED', ...OPENING],
    ]);
    expect(entries.every(({ actor }) => actor === 'OPERATOR')).toBe(true);
    expect(entries[8]?.subject).toEqual({ keyId, name: 'Garage' });
    expect(entries.slice(-3).map(({ subject }) => subject)).toEqual([
      { email: `demo-${accountId}@example.com`, role: 'OWNER' },
      { keyId: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'Demo' },
      {},
    ]);
    expect(await operator.json(`audit --account ${accountId} --limit 2`)).toEqual(entries.slice(0, 2));
    expect(await operator.text(`audit --account ${accountId}`)).toMatch(
      /KEY_ISSUED +keyId: [0-9a-f]{24}, name: Garage/,
    );
    expect(await operator.fault(`audit --account ${accountId} --limit 0`)).toContain('--limit must be a whole number');
  });

  it('names the user of the machine who ran a command, also through sudo', async () => {
    const as = (users: Record<string, string>) => operatorOn({ DATABASE_URL: database.url, ...users });
    const { accountId } = await as({ USER: 'mia' }).json('demo');
    await as({ USER: 'root', SUDO_USER: 'noah' }).json(`keys issue --account ${accountId}`);
    await as({ USER: 'mia' }).json(`clients list --account ${accountId}`);
    await operator.json(`accounts set-tier ${accountId} --tier PRO`);
    const entries: { actorName: string | null }[] = await operator.json(`audit --account ${accountId}`);
    expect(entries.map(({ actorName }) => actorName)).toEqual([null, 'mia', 'noah', 'mia', 'mia', 'mia']);
  });

  it('shows with --all what was done in every account, newest first, as members list and keys list do', async () => {
    const first = await operator.json(['accounts', 'create', '--name', 'First garage', '--role', 'DRIVER']);
    const second = await operator.json('demo --role CONTRACTOR');
    const { keyId } = await operator.json(`keys issue --account ${first.accountId}`);
    await operator.json(`members invite --account ${first.accountId} --email c@example.com`);
    const entries: (Entry & { accountId: string; accountName: string })[] =
      await operator.json('audit --all --limit 3');
    expect(entries.map(({ accountId, accountName, action }) => [accountId, accountName, action])).toEqual([
      [first.accountId, 'First garage', 'MEMBER_INVITED'],
      [first.accountId, 'First garage', 'KEY_ISSUED'],
      [second.accountId, 'Demo contractor', 'MEMBER_INVITED'],
    ]);
    const [ofAccount] = await operator.json(`audit --account ${first.accountId}`);
    expect(entries[0]).toEqual({ accountId: first.accountId, accountName: 'First garage', ...ofAccount });

    const keys: { accountId: string; keyId: string }[] = await operator.json('keys list --all');
    expect(keys.find((key) => key.keyId === keyId)).toMatchObject({ accountId: first.accountId, state: 'ACTIVE' });
    expect(keys.some(({ accountId }) => accountId === second.accountId)).toBe(true);
    const members: { accountId: string; email: string }[] = await operator.json('members list --all');
    expect(
      members.filter(({ accountId }) => [first, second].some((each) => each.accountId === accountId)),
    ).toMatchObject([
      { accountName: 'First garage', email: 'c@example.com', invitedUntil: expect.any(String) },
      { accountName: 'Demo contractor', email: `demo-${second.accountId}@example.com` },
    ]);
  });

  it.each(['audit', 'keys list', 'members list', 'webhooks list'])('%s needs an account or --all', async (words) => {
    expect(await operator.fault(words)).toBe('trips: --account ID or --all is required');
    expect(await operator.fault(`${words} --all --account ${'0'.repeat(24)}`)).toBe(
      'trips: --account ID or --all is required, not both',
    );
  });

  it('a restore adds to the log of every account, and takes no entry away', async () => {
    const { accountId } = await operator.json('demo');
    const file = join(directory, 'early.trips');
    const { madeAt } = await operator.json(`backup ${file}`);
    await operator.json(`keys issue --account ${accountId}`);
    await operator.json(`restore ${file}`);
    expect(await actionsOf(accountId)).toEqual(['BACKUP_RESTORED', 'KEY_ISSUED', ...OPENING]);
    expect((await entriesOf(accountId))[0]?.subject).toEqual({ madeAt });
    await operator.run(`restore ${file} --revive-keys`);
    expect((await entriesOf(accountId))[0]?.subject).toEqual({ madeAt, option: '--revive-keys' });
  });

  it('a backup has the log: a new database gets it with the rest', async () => {
    const { accountId } = await operator.json('demo');
    const file = join(directory, 'moved.trips');
    await operator.json(`backup ${file}`);
    const other = await databaseForFile();
    const there = operatorOn({ DATABASE_URL: other.url });
    await there.json(`restore ${file}`);
    const rows = await query(other.target, `SELECT action FROM audit_log WHERE account_id = '${accountId}' ORDER BY 1`);
    expect(rows.map(({ action }) => action)).toEqual(['BACKUP_RESTORED', ...OPENING].sort());
  });
});

/** What each command leaves in the audit log of the account. */
const RECORDED: Record<string, Action[]> = {
  'accounts create': ['ACCOUNT_OPENED', 'KEY_ISSUED', 'MEMBER_INVITED'],
  'accounts invite': ['MEMBER_INVITED'],
  'accounts set-tier': ['API_TIER_CHANGED'],
  'accounts set-vat': ['VAT_CHANGED'],
  'clients list': ['RIDERS_EXPORTED'],
  demo: ['ACCOUNT_OPENED', 'KEY_ISSUED', 'MEMBER_INVITED'],
  'keys issue': ['KEY_ISSUED'],
  'keys revoke': ['KEY_REVOKED'],
  'keys rotate': ['KEY_ROTATED'],
  'members invite': ['MEMBER_INVITED'],
  'members remove': ['MEMBER_REMOVED', 'CALENDAR_LINK_ENDED', 'INVITATION_WITHDRAWN'],
  'members reset-totp': ['TOTP_SWITCHED_OFF'],
  restore: ['BACKUP_RESTORED'],
  'riders erase': ['RIDER_ERASED'],
  'riders export': ['RIDER_EXPORTED'],
  'schemes add': ['SCHEME_ADDED'],
  'webhooks add': ['WEBHOOK_ADDED'],
  'webhooks disable': ['WEBHOOK_DISABLED'],
};

/** The others, with the reason. */
const NOT_RECORDED: Record<string, string> = {
  'accounts list': 'names of accounts, nobody’s in particular',
  audit: 'the log itself',
  backup: 'in the table of backups: an entry each night would bury the others',
  check: 'counts alone',
  'clients add': 'allows nothing, and takes nothing out',
  'keys list': 'no secrets',
  'members list': 'what every member sees',
  migrate: 'of no account',
  'schemes list': 'prices alone',
  'tiers add': 'of no account',
  'tiers list': 'of no account',
  'tiers set': 'of no account',
  'trips advance': 'in the history of the trip',
  'trips assign': 'in the history of the trip',
  'trips list': 'without riders and addresses',
  'trips show': 'one trip, by its identifier',
  upgrade: 'of no account',
  'vehicles add': 'allows nothing, and takes nothing out',
  'vehicles list': 'no personal data',
  'webhooks list': 'no secrets',
  'webhooks test': 'in the log of the endpoint',
};

it('every command is recorded, or has a reason not to be', async () => {
  expect(commandsIn(await operator.text('--help')).sort()).toEqual(
    Object.keys({ ...RECORDED, ...NOT_RECORDED }).sort(),
  );
});

it('what changes nothing is not recorded', async () => {
  const { accountId, apiKey } = await operator.json('demo --tier STANDARD');
  await operator.json(`keys revoke ${apiKey.slice('trip_live_'.length).split('.')[0]}`);
  await operator.json(`accounts set-vat ${accountId} --exempt`);
  await operator.json(`accounts set-tier ${accountId} --tier PRO`);
  const recorded = await actionsOf(accountId);
  expect(recorded.slice(0, 3)).toEqual(['API_TIER_CHANGED', 'VAT_CHANGED', 'KEY_REVOKED']);
  await operator.json(`keys revoke ${apiKey.slice('trip_live_'.length).split('.')[0]}`);
  expect(await operator.json(`accounts set-vat ${accountId} --exempt`)).toMatchObject({ vatExempt: true });
  expect(await operator.json(`accounts set-tier ${accountId} --tier PRO`)).toMatchObject({ tier: 'PRO' });
  expect(await actionsOf(accountId)).toEqual(recorded);
});

it('a member who was removed and a second factor that was reset are recorded', async () => {
  const { accountId } = await operator.json('demo');
  const store = openDatabase(database.target);
  await makeOwner(store, accountId);
  await makeViewer(store, accountId, 'gone@example.com');
  await store.close();
  const email = `owner-${accountId}@example.com`;
  await operator.json(`members reset-totp --account ${accountId} --email ${email}`);
  await operator.json(`members remove --account ${accountId} --email gone@example.com`);
  const [removed, reset] = await entriesOf(accountId);
  expect([removed?.action, removed?.subject.email]).toEqual(['MEMBER_REMOVED', 'gone@example.com']);
  expect([reset?.action, reset?.subject]).toEqual(['TOTP_SWITCHED_OFF', { email }]);
});

it('a member without a second factor has none to reset, and nothing is recorded', async () => {
  const { accountId } = await operator.json('demo');
  const store = openDatabase(database.target);
  await makeViewer(store, accountId, 'without@example.com');
  await store.close();
  expect(await operator.fault(`members reset-totp --account ${accountId} --email without@example.com`)).toBe(
    'trips: without@example.com has no two-step verification to switch off',
  );
  expect(await actionsOf(accountId)).toEqual(OPENING);
});
