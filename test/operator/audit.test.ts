import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupDirectory, query } from '../support/backups.ts';
import { databaseForFile } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url, WEBHOOK_TARGETS: 'any' });
const directory = backupDirectory();

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
    const entries = await entriesOf(accountId);
    expect(entries.map(({ action }) => action)).toEqual([
      ...['MEMBER_INVITED', 'MEMBER_INVITED', 'WEBHOOK_DISABLED', 'WEBHOOK_ADDED', 'SCHEME_ADDED'],
      ...['KEY_REVOKED', 'KEY_ROTATED', 'KEY_ISSUED', 'ACCOUNT_OPENED'],
    ]);
    expect(entries.every(({ actor }) => actor === 'OPERATOR')).toBe(true);
    expect(entries[7]?.subject).toEqual({ keyId, name: 'Garage' });
    expect(await operator.json(`audit --account ${accountId} --limit 2`)).toEqual(entries.slice(0, 2));
    expect(await operator.text(`audit --account ${accountId}`)).toMatch(
      /KEY_ISSUED +keyId: [0-9a-f]{24}, name: Garage/,
    );
    expect(await operator.fault(`audit --account ${accountId} --limit 0`)).toContain('--limit must be a whole number');
  });

  it('a restore adds to the log of every account, and takes no entry away', async () => {
    const { accountId } = await operator.json('demo');
    const file = join(directory, 'early.trips');
    const { madeAt } = await operator.json(`backup ${file}`);
    await operator.json(`keys issue --account ${accountId}`);
    await operator.json(`restore ${file}`);
    expect(await actionsOf(accountId)).toEqual(['BACKUP_RESTORED', 'KEY_ISSUED', 'ACCOUNT_OPENED']);
    expect((await entriesOf(accountId))[0]?.subject).toEqual({ madeAt });
  });

  it('a backup has the log: a new database gets it with the rest', async () => {
    const { accountId } = await operator.json('demo');
    const file = join(directory, 'moved.trips');
    await operator.json(`backup ${file}`);
    const other = await databaseForFile();
    const there = operatorOn({ DATABASE_URL: other.url });
    await there.json(`restore ${file}`);
    const rows = await query(other.target, `SELECT action FROM audit_log WHERE account_id = '${accountId}' ORDER BY 1`);
    expect(rows.map(({ action }) => action)).toEqual(['ACCOUNT_OPENED', 'BACKUP_RESTORED']);
  });
});
