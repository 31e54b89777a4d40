import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/connection.ts';
import { openEmbeddedServer } from '../../src/database/embedded/server.ts';
import { installFunctions } from '../../src/database/layout/accountFunction.ts';
import { migrate } from '../../src/database/migrate.ts';
import { grantServing } from '../../src/database/privileges.ts';
import { createLogger } from '../../src/start/log.ts';
import { ACCOUNT_FUNCTIONS } from '../../src/trips/store/accountFunctions.ts';
import { startPgBouncer } from './pgBouncer.ts';
import { closeDatabase, createClusterDatabase, dropDatabase, entryOf, givenNodes, type TestServer } from './servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests connect. */
    postgres: TestServer;
    /** Every server on which a database must be created: one, or the nodes of a Citus cluster. */
    nodes: TestServer[];
    /** The role that services use. On a cluster it is the owner. */
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
  const nodes = givenNodes();
  return nodes.length > 0 ? useCluster(project, nodes) : startEmbedded(project);
}

async function useCluster(project: TestProject, nodes: TestServer[]) {
  await dropDatabase(nodes, TEMPLATE);
  await createClusterDatabase(nodes, TEMPLATE);
  const [coordinator] = nodes as [TestServer];
  await migrate({ ...coordinator, database: TEMPLATE });
  const database = openDatabase({ ...coordinator, database: TEMPLATE });
  await installFunctions(database, ACCOUNT_FUNCTIONS);
  await database.close();
  // Only a database without sessions can be copied.
  await closeDatabase(nodes, TEMPLATE);
  project.provide('template', TEMPLATE);
  project.provide('postgres', entryOf(nodes));
  project.provide('servingRole', coordinator.user);
  project.provide('pgBouncer', undefined);
  project.provide('nodes', nodes);
  return () => dropDatabase(nodes, TEMPLATE);
}

async function startEmbedded(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'trips-test-'));
  chmodSync(dataDir, 0o755); // in a closed one root would keep the files elsewhere, and they would stay behind
  const server = await openEmbeddedServer({ dataDir, kind: 'operator', log: createLogger('silent') });
  const admin = new pg.Client(server.connection);
  await admin.connect();
  // Tests make roles of their own, and none has a password.
  const { rows } = await admin.query(`SELECT current_setting('hba_file') AS file`);
  writeFileSync(rows[0].file, 'local all all trust\n');
  // Nothing here outlives the run, and every database that is dropped would wait for the disk.
  await admin.query('ALTER SYSTEM SET fsync = off');
  await admin.query('SELECT pg_reload_conf()');
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  await migrate({ ...server.connection, database: TEMPLATE });
  await grantServing({ ...server.connection, database: TEMPLATE }, server.serving.user);
  project.provide('servingRole', server.serving.user);
  project.provide('template', TEMPLATE);
  const { host, user } = server.connection;
  project.provide('postgres', { host, user });
  project.provide('nodes', [{ host, user }]);
  const pgBouncer = process.env.TEST_POOLER === 'pgbouncer' ? await startPgBouncer(host) : undefined;
  project.provide('pgBouncer', pgBouncer && { host: pgBouncer.host, port: pgBouncer.port });
  return async () => {
    await pgBouncer?.stop();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
