import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { answerContractor, endAgreement, hasAgreed, inviteDriver } from '../../src/accounts/driverAgreementStore.ts';
import { insertMember, type NewMember } from '../../src/accounts/memberStore.ts';
import { saveTotpSecret } from '../../src/accounts/totpStore.ts';
import { openDatabase } from '../../src/database/connection.ts';
import { newId } from '../../src/identifiers.ts';
import { runCommand } from '../../src/operator/runCommand.ts';
import { backupDirectory, query, rowsIn, rowsOf } from '../support/backups.ts';
import { databaseForFile } from '../support/database.ts';
import { operatorOn, withoutNotices } from '../support/operator.ts';

const directory = backupDirectory();
const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url, WEBHOOK_TARGETS: 'any' });

const newFile = () => join(directory, `${newId()}.trips`);

async function addMember(accountId: string, changes: Partial<NewMember> = {}): Promise<NewMember> {
  const store = openDatabase(database.target);
  const member: NewMember = {
    ...{ accountId, memberId: newId(), email: `${newId()}@example.com`, name: 'M', role: 'OWNER', language: 'en' },
    ...{ passwordHash: 'hash of then', createdAt: new Date(), ...changes },
  };
  await insertMember(store, member);
  await store.close();
  return member;
}

const memberRow = async ({ memberId }: NewMember) =>
  (await query(database.target, 'SELECT * FROM members WHERE member_id = $1', [memberId]))[0];
const stateOf = async (accountId: string, keyId: string) =>
  (await operator.json(`keys list --account ${accountId}`)).find((key: { keyId: string }) => key.keyId === keyId)
    ?.state;

/** Two keys, two members and two webhook endpoints, a backup, and then the end of one of each. */
async function closeAfterBackup() {
  const { accountId } = await operator.json('demo');
  const issue = () => operator.json(`keys issue --account ${accountId}`);
  const [revoked, rotated, kept] = [await issue(), await issue(), await issue()];
  const [removed, stays] = [await addMember(accountId), await addMember(accountId)];
  const endpoint = (path: string) =>
    operator.json(`webhooks add --account ${accountId} --url https://a.example/${path}`);
  const disabled = await endpoint('disabled');
  const file = newFile();
  await operator.json(`backup ${file}`);
  await operator.json(`keys revoke ${revoked.keyId}`);
  await operator.json(`keys rotate ${rotated.keyId} --overlap 0s`);
  await operator.json(`members remove --account ${accountId} --email ${removed.email}`);
  await operator.json(`webhooks disable ${disabled._id} --account ${accountId}`);
  return { accountId, file, revoked, rotated, kept, removed, stays, disabled };
}

describe('a restore', () => {
  it('leaves closed what was closed since the backup', async () => {
    const { accountId, file, revoked, rotated, kept, removed, stays, disabled } = await closeAfterBackup();
    const { stillClosed } = await operator.json(`restore ${file}`);
    expect(stillClosed).toEqual({ keys: 2, members: 1, webhooks: 1, agreements: 0 });
    expect([
      await stateOf(accountId, revoked.keyId),
      await stateOf(accountId, rotated.keyId),
      await stateOf(accountId, kept.keyId),
    ]).toEqual(['REVOKED', 'EXPIRED', 'ACTIVE']);
    expect([await memberRow(removed), await memberRow(stays)]).toEqual([undefined, expect.anything()]);
    const [endpoint] = await operator.json(`webhooks list --account ${accountId}`);
    expect(endpoint).toMatchObject({ _id: disabled._id, status: 'DISABLED', disabledReason: 'REQUESTED' });
  });

  it('keeps the password, the second factor, the role and the address that a member has now', async () => {
    const { accountId } = await operator.json('demo');
    const [member, owner] = [await addMember(accountId), await addMember(accountId)];
    const file = newFile();
    await operator.json(`backup ${file}`);
    await query(
      database.target,
      `UPDATE members SET password_hash = 'hash of now', role = 'VIEWER', email = 'now@example.com' WHERE member_id = $1`,
      [member.memberId],
    );
    const store = openDatabase(database.target);
    await saveTotpSecret(store, member, 'SECRET', 1);
    await store.close();
    await operator.json(`restore ${file}`);
    expect(await memberRow(member)).toMatchObject({
      ...{ password_hash: 'hash of now', role: 'VIEWER', email: 'now@example.com', totp_secret: 'SECRET' },
    });
    expect(await memberRow(owner)).toMatchObject({ password_hash: 'hash of then', role: 'OWNER' });
  });

  it('does not send events to an endpoint that was deleted since', async () => {
    const { accountId } = await operator.json('demo');
    const { _id } = await operator.json(`webhooks add --account ${accountId} --url https://a.example/gone`);
    const file = newFile();
    await operator.json(`backup ${file}`);
    await query(
      database.target,
      `WITH gone AS (DELETE FROM webhook_endpoints WHERE endpoint_id = $1 RETURNING account_id)
       INSERT INTO audit_log (account_id, entry_id, actor, action, subject)
       SELECT account_id, 'x', 'MEMBER', 'WEBHOOK_DELETED', json_build_object('endpointId', $1::text) FROM gone`,
      [_id],
    );
    expect((await operator.json(`restore ${file}`)).stillClosed.webhooks).toBe(1);
    expect(await operator.json(`webhooks list --account ${accountId}`)).toEqual([]);
  });

  it('leaves an endpoint disabled that was disabled since, and counts it', async () => {
    const { accountId } = await operator.json('demo');
    const { _id } = await operator.json(`webhooks add --account ${accountId} --url https://a.example/off`);
    const file = newFile();
    await operator.json(`backup ${file}`);
    await operator.json(`webhooks disable ${_id} --account ${accountId}`);
    expect((await operator.json(`restore ${file}`)).stillClosed.webhooks).toBe(1);
    expect(await operator.json(`webhooks list --account ${accountId}`)).toMatchObject([{ status: 'DISABLED' }]);
    const later = newFile();
    await operator.json(`backup ${later}`);
    expect((await operator.json(`restore ${later}`)).stillClosed.webhooks).toBe(0); // the backup has it disabled
  });

  it('leaves agreements with drivers ended, declined or unanswered that were so before it', async () => {
    const { accountId } = await operator.json('demo --role CONTRACTOR');
    const { accountId: driverId } = await operator.json('demo');
    const agreements = [
      ['a@example.com', 'AGREED', 'ENDED'],
      ['b@example.com', 'AGREED', 'INVITED'], // again, after it ended
      ['c@example.com', 'INVITED', 'DECLINED'],
      ['d@example.com', 'INVITED', 'AGREED'],
      ['e@example.com', 'AGREED', 'AGREED'],
      ['f@example.com', 'ENDED', 'INVITED'],
    ] as const;
    const save = (email: string, status: string) =>
      query(
        database.target,
        `INSERT INTO driver_agreements (account_id, email, driver_id, status, invited_at) VALUES ($1, $2, $3, $4, now())
         ON CONFLICT (account_id, email) DO UPDATE SET status = excluded.status`,
        [accountId, email, driverId, status],
      );
    for (const [email, then] of agreements) await save(email, then);
    const file = newFile();
    await operator.json(`backup ${file}`);
    for (const [email, , now] of agreements) await save(email, now);
    expect((await operator.json(`restore ${file}`)).stillClosed.agreements).toBe(3);
    const rows = await query(
      database.target,
      'SELECT status FROM driver_agreements WHERE account_id = $1 ORDER BY email',
      [accountId],
    );
    expect(rows.map(({ status }) => status)).toEqual(['ENDED', 'INVITED', 'DECLINED', 'INVITED', 'AGREED', 'ENDED']);
  });

  it('leaves the agreement of a driver ended who agreed at another address meanwhile', async () => {
    const { accountId } = await operator.json('demo --role CONTRACTOR');
    const { accountId: driverId } = await operator.json('demo');
    const client = openDatabase(database.target);
    const [before, after] = ['old@example.com', 'new@example.com'];
    const agreeAt = async (email: string) => {
      await inviteDriver(client, accountId, email, new Date());
      const answer = { driverId, emails: [email], contractorId: accountId, status: 'AGREED' as const };
      expect(await answerContractor(client, answer, new Date())).toHaveLength(1);
    };
    await agreeAt(before);
    const file = newFile();
    await operator.json(`backup ${file}`);
    await agreeAt(after);
    await endAgreement(client, accountId, after, new Date());
    await operator.json(`restore ${file}`);
    expect(await hasAgreed(client, accountId, driverId)).toBe(false);
    await client.close();
  });

  it('brings back rows that were lost by accident', async () => {
    const { accountId } = await operator.json('demo');
    const member = await addMember(accountId);
    const file = newFile();
    await operator.json(`backup ${file}`);
    await query(database.target, 'DELETE FROM members WHERE member_id = $1', [member.memberId]);
    await operator.json(`restore ${file}`);
    expect(await memberRow(member)).toMatchObject({ email: member.email });
  });

  it('brings everything back with --revive-keys, and says so', async () => {
    const { accountId, file, revoked, removed } = await closeAfterBackup();
    const { code, stdout, stderr } = await operator.run(`restore ${file} --revive-keys --json`);
    expect([code, JSON.parse(stdout).stillClosed]).toEqual([0, null]);
    const [, closed = ''] = /^trips: warning: what was closed since the backup comes back: (.*)\n$/.exec(stderr) ?? [];
    expect(closed).toMatch(/^revoked and rotated keys, .*/);
    // The same words everywhere.
    expect(await operator.text('restore --help')).toContain(
      `also bring back what was closed since the backup: ${closed}`,
    );
    const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').replaceAll(/\s+/g, ' ');
    expect(guide).toContain(`What was closed since the backup stays closed: ${closed}.`);
    expect(await stateOf(accountId, revoked.keyId)).toBe('ACTIVE');
    expect(await memberRow(removed)).toMatchObject({ email: removed.email });
    expect(await rowsOf(database.target)).toEqual(rowsIn(file));
  });

  it('leaves a member who was revived before the backup', async () => {
    const { file, removed } = await closeAfterBackup();
    await operator.run(`restore ${file} --revive-keys`);
    await query(
      database.target,
      `ALTER TABLE audit_log DISABLE TRIGGER USER;
       UPDATE audit_log SET recorded_at = recorded_at - interval '2 minutes' WHERE action = 'MEMBER_REMOVED';
       ALTER TABLE audit_log ENABLE TRIGGER USER`,
    );
    const later = newFile();
    await operator.json(`backup ${later}`);
    expect((await operator.json(`restore ${later}`)).stillClosed).toEqual({
      ...{ keys: 0, members: 0, webhooks: 0, agreements: 0 },
    });
    expect(await memberRow(removed)).toMatchObject({ email: removed.email });
  });
});

describe('trips backup -', () => {
  it('writes the backup to standard output and nothing else', async () => {
    const source = await databaseForFile();
    const there = operatorOn({ DATABASE_URL: source.url });
    await there.json('demo');
    const { code, stdout, stderr } = await there.run('backup -');
    expect([code, stderr]).toEqual([0, '']);
    const file = newFile();
    writeFileSync(file, Buffer.from(stdout, 'latin1'));
    expect(rowsIn(file)).toEqual(await rowsOf(source.target));
    const other = await databaseForFile();
    await operatorOn({ DATABASE_URL: other.url }).json(`restore ${file}`);
    expect(await rowsOf(other.target)).toEqual(rowsIn(file));
  });

  it('says in one line that standard output takes no more', async () => {
    const { url } = await databaseForFile();
    await operatorOn({ DATABASE_URL: url }).json('demo');
    for (const [code, reason] of [
      ['ENOSPC', 'no space is left'],
      ['EPIPE', 'its reader has closed it'],
    ]) {
      let stderr = '';
      const full = () => {
        throw Object.assign(new Error(`${code}: write`), { code });
      };
      const exitCode = await runCommand(['backup', '-'], {
        env: { DATABASE_URL: url, DATABASE_LAYOUT: inject('postgres').layout ?? 'single' },
        stdout: { write: full },
        stderr: {
          write(text) {
            stderr += text;
          },
        },
        interruption: () => new AbortController().signal,
      });
      expect([exitCode, withoutNotices(stderr)]).toEqual([1, `trips: standard output cannot be written: ${reason}\n`]);
    }
  });

  it('a restore needs a file', async () => {
    expect(await operator.fault('restore -')).toContain('FILE must name a file');
  });
});
