import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbeddedServer } from '../../src/database/embedded/server.ts';
import { migrate } from '../../src/database/migrate.ts';
import { grantServing } from '../../src/database/privileges.ts';
import { createLogger } from '../../src/start/log.ts';
import { startPgBouncer } from './pgBouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string };
    /** The role that services use. */
    servingRole: string;
    /** The migrated database that every test file copies. */
    template: string;
    /** With TEST_POOLER=pgbouncer: where services reach their databases. */
    pgBouncer: { host: string; port: number } | undefined;
  }
}

const TEMPLATE = 'trips_template';

/** One real PostgreSQL for the whole run, with a migrated database that every test file copies. */
export default async function startPostgres(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'trips-test-'));
  chmodSync(dataDir, 0o755); // in a closed one root would keep the files elsewhere, and they would stay behind
  const server = await openEmbeddedServer({ dataDir, kind: 'operator', log: createLogger('silent') });
  const admin = new pg.Client(server.connection);
  await admin.connect();
  // Tests make roles of their own, and none has a password.
  const { rows } = await admin.query(`SELECT current_setting('hba_file') AS file`);
  writeFileSync(rows[0].file, 'local all all trust\n');
  await admin.query('SELECT pg_reload_conf()');
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  await migrate({ ...server.connection, database: TEMPLATE });
  await grantServing({ ...server.connection, database: TEMPLATE }, server.serving.user);
  project.provide('servingRole', server.serving.user);
  project.provide('template', TEMPLATE);
  project.provide('postgres', { host: server.connection.host, user: server.connection.user });
  const pgBouncer = process.env.TEST_POOLER === 'pgbouncer' ? await startPgBouncer(server.connection.host) : undefined;
  project.provide('pgBouncer', pgBouncer && { host: pgBouncer.host, port: pgBouncer.port });
  return async () => {
    await pgBouncer?.stop();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
