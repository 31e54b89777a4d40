import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll } from 'vitest';
import type { ConnectionTarget } from '../../src/database/connection.ts';
import type { DataDirectory } from './dataDirectory.ts';

/** A directory for the backups of a test file, removed after its last test. */
export function backupDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'trips-backups-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** The embedded database of a directory, while it runs. */
export const targetOf = (directory: DataDirectory) => directory.owner();

export async function query(target: ConnectionTarget, text: string, values: unknown[] = []) {
  const client = new pg.Client(target);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

type Row = Record<string, string | null>;
export type Rows = Record<string, Row[]>;

/** All rows of all tables that a restore replaces, every value as PostgreSQL writes it, in one order. */
export async function rowsOf(target: ConnectionTarget): Promise<Rows> {
  const tables = await query(
    target,
    `SELECT table_name AS name, json_agg(column_name ORDER BY ordinal_position) AS columns FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'migrations' AND is_generated = 'NEVER'
        AND table_name IN (SELECT tablename FROM pg_tables)
        AND obj_description(to_regclass(format('public.%I', table_name)), 'pg_class') IS NULL GROUP BY table_name`,
  );
  const rows: Rows = {};
  for (const { name, columns } of tables) {
    const texts = columns.map((column: string) => `${pg.escapeIdentifier(column)}::text`);
    rows[name] = inOrder(await query(target, `SELECT ${texts} FROM ${pg.escapeIdentifier(name)}`));
  }
  return rows;
}

/** What a restore brings back unchanged: it lets the versions of trips continue at a higher number. */
export const withoutVersions = ({ trips = [], ...rows }: Rows): Rows => ({
  ...rows,
  trips: inOrder(trips.map(({ version: _, ...trip }) => trip)),
});

export const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');

/** The rows in a backup, read by nothing of ours; without the audit log, which a restore only adds to. */
export function rowsIn(file: string): Rows {
  const rows: Rows = {};
  let table = '';
  for (const line of linesOf(file).slice(1, -1)) {
    const read = JSON.parse(line);
    if (!Array.isArray(read)) rows[table]?.push(read);
    else {
      table = read[1];
      rows[table] = [];
    }
  }
  delete rows.audit_log;
  for (const name of Object.keys(rows)) rows[name] = inOrder(rows[name] ?? []);
  return rows;
}

const inOrder = (rows: Row[]) =>
  rows
    .map((row) => Object.fromEntries(Object.entries(row).sort()))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** A backup of these lines, with a checksum and counts that are right for them. */
export function writeBackupOf(file: string, lines: string[]): void {
  const rows: Record<string, number> = {};
  let table = '';
  for (const line of lines.slice(1)) {
    if (line.startsWith('{')) rows[table] = (rows[table] ?? 0) + 1;
    else {
      table = JSON.parse(line)[1];
      rows[table] = 0;
    }
  }
  const text = `${lines.join('\n')}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  writeFileSync(file, gzipSync(`${text}${JSON.stringify(['end', { rows, sha256 }])}\n`));
}
