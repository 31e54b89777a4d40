import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import type { SystemAccount } from './account.ts';
import { SUPERUSER } from './cluster.ts';
import type { EmbeddedHome } from './home.ts';

/** The role that owns the tables and migrates them: the superuser, as in every earlier release. */
const OWNER = SUPERUSER;
/** The role that serves requests: it reads and writes rows, and can do nothing else. */
export const SERVING_ROLE = 'trips_service';

export type Passwords = Record<'owner' | 'serving', string>;

/*
 * Who may connect, in a file of our own: the cluster's pg_hba.conf stays as earlier releases need it. Nobody has a password
 * before the first start of this release, so that start asks for none until it has set them.
 */
const UNTIL_PASSWORDS_ARE_SET = 'local all all trust\n';
const BY_PASSWORD = 'local all all scram-sha-256\n';

/** Before the server starts: the passwords of both roles, and the file that says whether they are asked for. */
export function preparePasswords(home: EmbeddedHome, account: SystemAccount): Passwords {
  createOnce(home.authentication, UNTIL_PASSWORDS_ARE_SET, account);
  const newPasswords: Passwords = { owner: newPassword(), serving: newPassword() };
  createOnce(home.passwords, JSON.stringify(newPasswords), account);
  return JSON.parse(readFileSync(home.passwords, 'utf8'));
}

const newPassword = () => randomBytes(24).toString('hex');

/** Of processes that start together, the first one's file is used by all. */
function createOnce(file: string, content: string, account: SystemAccount): void {
  if (existsSync(file)) return;
  const draft = writeDraft(file, content, account);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDraft(file: string, content: string, account: SystemAccount): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  if (account) chownSync(draft, account.uid, account.gid);
  return draft;
}

/**
 * Creates the serving role, sets both passwords, and from then on the server asks for them. A server that an earlier release
 * started, and that still runs, asks for them from its next start.
 */
export async function ensureRoles(session: pg.Client, home: EmbeddedHome, account: SystemAccount): Promise<void> {
  if (readFileSync(home.authentication, 'utf8') === BY_PASSWORD) return;
  const passwords = preparePasswords(home, account);
  await session.query(`
    BEGIN;
    SELECT pg_advisory_xact_lock(${ROLES_LOCK});
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${SERVING_ROLE}') THEN CREATE ROLE ${SERVING_ROLE}; END IF;
    END $$;
    ALTER ROLE ${SERVING_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
      PASSWORD '${passwords.serving}';
    ALTER ROLE ${SERVING_ROLE} SET log_min_messages = fatal;
    ALTER ROLE ${OWNER} PASSWORD '${passwords.owner}';
    COMMIT`);
  renameSync(writeDraft(home.authentication, BY_PASSWORD, account), home.authentication);
  await session.query('SELECT pg_reload_conf()');
}

/** One process creates the roles at a time. */
const ROLES_LOCK = 7_247_003;
