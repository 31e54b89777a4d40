import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { HIGH_RATE_LIMITS } from '../../reliability/support/process.ts';
import type { ConnectionTarget } from '../../src/database/connection.ts';
import { targetOf } from './backups.ts';
import { asAdmin, createTestDatabase } from './database.ts';
import { newDataDirectory } from './dataDirectory.ts';
import { type LiveService, startLive } from './liveService.ts';
import { type Operator, operatorProcess } from './operator.ts';

/** A database with a service that runs on it, the operator's command for it, and a directory for files. */
export interface ServedDatabase {
  service: LiveService;
  operator: Operator;
  target: ConnectionTarget;
  directory: string;
  remove(): Promise<void>;
}

interface Place {
  env: Record<string, string>;
  target(): ConnectionTarget;
  remove(): Promise<void>;
}

async function serve(place: Place): Promise<ServedDatabase> {
  const operator = operatorProcess(place.env);
  const { apiKey } = await operator.json('demo');
  const service = await startLive({ env: { ...place.env, ...HIGH_RATE_LIMITS, LOG_LEVEL: 'warn' } }, apiKey);
  const directory = mkdtempSync(join(tmpdir(), 'trips-backups-'));
  return {
    service,
    operator,
    target: place.target(),
    directory,
    async remove() {
      await service.stop();
      await place.remove();
      rmSync(directory, { recursive: true });
    },
  };
}

export function serveEmbedded(): Promise<ServedDatabase> {
  const data = newDataDirectory();
  return serve({ env: data.env, target: () => targetOf(data), remove: () => data.remove() });
}

export async function serveByUrl(): Promise<ServedDatabase> {
  const { env, target, drop } = await createTestDatabase();
  return serve({ env, target: () => target, remove: drop });
}

/** As in most productions: the user owns the database and may do nothing beyond it. */
export async function serveAsOrdinaryUser(): Promise<ServedDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const target = { ...inject('postgres'), user: name, database: name };
  await asAdmin(`CREATE ROLE ${name} LOGIN`);
  await asAdmin(`CREATE DATABASE ${name} OWNER ${name}`);
  const remove = async () => {
    await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
    await asAdmin(`DROP ROLE ${name}`);
  };
  const url = `postgres://${name}@${encodeURIComponent(target.host)}/${name}`;
  return serve({ env: { DATABASE_URL: url }, target: () => target, remove });
}
