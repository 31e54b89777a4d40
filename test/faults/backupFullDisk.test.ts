import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../support/backups.ts';
import { databaseForFile } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

const PAGES = 16;
const disk = mkdtempSync(join(tmpdir(), 'trips-full-disk-'));
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${4 * PAGES}k`, 'none', disk]).status === 0;
if (!canMount) console.warn('nothing can be mounted here: tests of full disks are skipped');

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
await operator.json('demo');
afterAll(() => {
  if (canMount) spawnSync('umount', [disk]);
  rmdirSync(disk);
});

const fillUp = () => writeFileSync(join(disk, 'filler'), Buffer.alloc((PAGES - readdirSync(disk).length) * 4096));

describe.runIf(canMount)('on a full disk', () => {
  it('a backup fails with one line and leaves nothing', async () => {
    fillUp();
    const fault = await operator.fault(`backup ${disk}/backup.trips`);
    expect(fault).toBe(`trips: ${disk}/backup.trips cannot be written: no space is left`);
    expect(readdirSync(disk)).toEqual(['filler']);
    rmSync(join(disk, 'filler'));
  });

  it('a restore that cannot keep what it would replace changes nothing', async () => {
    await operator.json(`backup ${disk}/backup.trips`);
    await operator.json('demo');
    const before = await rowsOf(database.target);
    fillUp();
    expect(await operator.fault(`restore ${disk}/backup.trips`)).toContain('cannot be written: no space is left');
    expect(await rowsOf(database.target)).toEqual(before);
    expect(readdirSync(disk).sort()).toEqual(['backup.trips', 'filler']);
  });
});
