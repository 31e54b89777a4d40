import { asAdmin } from './database.ts';
import type { TestService } from './service.ts';

/** Takes the database away from a service, as when its server is gone; answers with the way to bring it back. */
export async function takeDatabaseAway({ database }: TestService): Promise<() => void> {
  const options = database.pool.options as { host: string; database: string };
  const { host } = options;
  options.host = '/nowhere';
  await asAdmin('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [options.database]);
  return () => {
    options.host = host;
  };
}
