import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openBackup, readBackup } from '../../src/database/backup/readBackup.ts';
import { linesOf, writeBackupOf } from '../support/backups.ts';

const directory = mkdtempSync(join(tmpdir(), 'trips-backups-'));
const [good, bad] = [join(directory, 'good.trips'), join(directory, 'bad.trips')];
afterAll(() => rmSync(directory, { recursive: true }));

writeBackupOf(good, [
  JSON.stringify({
    format: 'trip-booking-api backup',
    version: 1,
    madeAt: '2027-03-01T08:00:00.000Z',
    migrations: ['0001_accounts.sql'],
    tables: [{ name: 'accounts', columns: ['name'] }],
  }),
  '["table","accounts"]',
  ...Array.from({ length: 30 }, (_, number) => JSON.stringify({ name: `Garage\u2028${number} 🚕` })),
]);
const bytes = readFileSync(good);
const { sha256 } = JSON.parse(linesOf(good).at(-1) ?? '')[1];

/** The rows that were handed on and the checksum, or the name of what was thrown. */
async function verdictOn(file: string) {
  const source = await openBackup(file);
  const rows: string[] = [];
  try {
    const contents = await readBackup(source, (_table, portion) => void rows.push(...portion));
    return { rows, sha256: contents.sha256 };
  } catch (error) {
    return (error as Error).name;
  } finally {
    await source.handle.close();
  }
}

it('a whole backup is read line by line, whatever its values hold', async () => {
  expect(await verdictOn(good)).toEqual({ rows: linesOf(good).slice(2, -1), sha256 });
});

it('a backup that is cut off is detected, wherever the cut is', async () => {
  writeFileSync(bad, bytes);
  for (let length = bytes.length - 1; length >= 0; length -= 1) {
    truncateSync(bad, length);
    expect([length, await verdictOn(bad)]).toEqual([length, 'OperatorFault']);
  }
});

it('a backup with a flipped bit is detected, or was flipped where nothing hangs of it', async () => {
  const whole = await verdictOn(good);
  let harmless = 0;
  for (let position = 0; position < bytes.length; position += 1) {
    const spoilt = Buffer.from(bytes);
    spoilt.writeUInt8(spoilt.readUInt8(position) ^ (1 << (position % 8)), position);
    writeFileSync(bad, spoilt);
    const verdict = await verdictOn(bad);
    if (verdict === 'OperatorFault') continue;
    expect(verdict).toEqual(whole);
    harmless += 1;
  }
  expect(harmless).toBeLessThan(10); // gzip notes in six bytes when and where it was made
});
