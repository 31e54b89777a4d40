import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPasswords } from '../../src/accounts/passwords.ts';
import { backupDatabase } from '../../src/database/backup/backupDatabase.ts';
import { restoreDatabase } from '../../src/database/backup/restoreDatabase.ts';
import { migrate } from '../../src/database/migrate.ts';
import { newId } from '../../src/identifiers.ts';
import { backupDirectory, query } from '../support/backups.ts';
import { newMember, visitor } from '../support/browserClient.ts';
import type { TestDatabase } from '../support/database.ts';
import { databaseOf1_0 } from '../support/releases.ts';
import { startService, type TestService } from '../support/service.ts';

const EMAIL = 'owner@old.example';
const accountId = newId();
const passwords = createPasswords();
const file = join(backupDirectory(), '1.0.trips');
const clock = () => new Date('2027-03-01T08:00:00.000Z');
const watch = { progress: () => {}, signal: new AbortController().signal };

let database: TestDatabase;
let service: TestService;
const rows = (text: string, values: unknown[] = []) => query(database.target, text, values);

/** As 1.0 saves an owner who accepts an invitation. */
const saveOwnerAs1_0 = async (email: string, password: string) =>
  rows(
    `INSERT INTO owners (account_id, email, password_hash, created_at, changed_at) VALUES ($1, $2, $3, now(), now())
     ON CONFLICT (account_id) DO UPDATE SET email = excluded.email, password_hash = excluded.password_hash,
                                            changed_at = excluded.changed_at`,
    [accountId, email, await passwords.hash(password)],
  );
const signInAs1_0 = () =>
  rows(`INSERT INTO sessions VALUES (sha256(random()::text::bytea), $1, now(), now()) RETURNING account_id`, [
    accountId,
  ]);
const sessionsOf1_0 = () => rows('SELECT account_id FROM sessions');

beforeAll(async () => {
  database = await databaseOf1_0();
  await rows(`INSERT INTO accounts VALUES ($1, 'Old', 'CONTRACTOR', 'STANDARD', false, now())`, [accountId]);
  await saveOwnerAs1_0(EMAIL, 'the password of 1.0');
  await backupDatabase(database.target, { to: file, clock, watch, warn() {} });
  await migrate(database.target);
  service = await startService({ on: database });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const signIn = (password: string, email = EMAIL) => {
  const browser = visitor(service.url);
  const answer = browser.submit('/app/sign-in', '/app/sign-in', { email, password });
  return answer.then(({ status }) => ({ ...browser, status }));
};
const isSignedIn = async ({ get }: Pick<ReturnType<typeof visitor>, 'get'>) =>
  (await get('/app/account')).status === 200;

it('the owner of 1.0 is a member, and both releases see what the other changes until the old tables are dropped', async () => {
  const owner = await signIn('the password of 1.0');
  expect([owner.status, await isSignedIn(owner)]).toEqual([303, true]);

  // 1.0 changes the password: sessions of both end.
  await saveOwnerAs1_0(EMAIL, 'changed by release 1.0');
  expect([await isSignedIn(owner), (await signIn('the password of 1.0')).status]).toEqual([false, 422]);
  const again = await signIn('changed by release 1.0');
  expect(again.status).toBe(303);

  // Others of the account are no owners for 1.0, and neither is a second owner.
  await newMember(service, again, { role: 'VIEWER' });
  const second = await newMember(service, again, { role: 'OWNER' });
  expect(await rows('SELECT account_id, email FROM owners')).toEqual([{ account_id: accountId, email: EMAIL }]);

  // 1.1 changes the password: sessions of 1.0 end, and it knows the new one.
  await signInAs1_0();
  const changed = await again.submit('/app/account', '/app/account/password', {
    current: 'changed by release 1.0',
    next: 'changed by release 1.1',
  });
  expect([changed.status, await sessionsOf1_0()]).toEqual([303, []]);
  const [{ password_hash }] = await rows('SELECT password_hash FROM owners');
  expect(await passwords.isRight('changed by release 1.1', password_hash)).toBe(true);

  // 1.0 would not ask for a second factor, so it does not know owners who have one.
  await signInAs1_0();
  await rows(`UPDATE members SET totp_secret = 'x' WHERE email = $1`, [EMAIL]);
  expect(await rows('SELECT email FROM owners')).toEqual([{ email: second.email }]);
  expect(await sessionsOf1_0()).toEqual([]);
  await rows('UPDATE members SET totp_secret = NULL');
  // A removed owner is gone for 1.0 too.
  await rows('DELETE FROM members WHERE email = $1', [second.email]);
  expect(await rows('SELECT email FROM owners')).toEqual([{ email: EMAIL }]);

  await migrate(database.target, { contract: true });
  expect((await signIn('changed by release 1.1')).status).toBe(303);
  expect(await rows('SELECT * FROM owners')).toEqual([]);
});

it('a backup of 1.0 brings its owners back as members', async () => {
  const replacedFile = () => `${file}.replaced`;
  await restoreDatabase(database.target, { file, replacedFile, clock, watch, revivesKeys: true });
  expect(await rows('SELECT email, role FROM members')).toEqual([{ email: EMAIL, role: 'OWNER' }]);
  expect(await rows('SELECT * FROM owners')).toEqual([]);
  expect((await signIn('the password of 1.0')).status).toBe(303);
});
