import { type EmbeddedServer, openEmbeddedServer } from '../../src/database/embedded/server.ts';
import { migrate } from '../../src/database/migrate.ts';
import { grantServing } from '../../src/database/privileges.ts';
import { createLogger } from '../../src/start/log.ts';

export const openServer = (dataDir: string): Promise<EmbeddedServer> =>
  openEmbeddedServer({ dataDir, kind: 'operator', log: createLogger('silent') });

/** An embedded PostgreSQL for services that get it as a DATABASE_URL: with its tables, and a role to serve with. */
export async function openMigratedServer(dataDir: string): Promise<EmbeddedServer> {
  const server = await openServer(dataDir);
  try {
    await migrate(server.connection);
    await grantServing(server.connection, server.serving.user);
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** The part of a DATABASE_URL that names the role that serves. */
export const servingLogin = ({ serving: { user, password } }: EmbeddedServer): string => `${user}:${password}`;
