import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { backupDirectory, linesOf, rowsOf, writeBackupOf } from '../support/backups.ts';
import { databaseForFile } from '../support/database.ts';
import { isRoot } from '../support/dataDirectory.ts';
import { operatorOn } from '../support/operator.ts';

const directory = backupDirectory();
const good = join(directory, 'good.trips');
const bad = join(directory, 'bad.trips');
const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
await operator.json('demo');
await operator.json(`backup ${good}`);
await operator.json('demo'); // so that a restore would change something
const before = await rowsOf(database.target);

const bytes = () => readFileSync(good);
const withByte = (position: number) => {
  const spoilt = bytes();
  spoilt[position] = (spoilt[position] ?? 0) ^ 0x10;
  return spoilt;
};
const middle = () => Math.floor(bytes().length / 2);
/** The backup with other lines but a checksum that is right for them. */
const rewritten = (change: (lines: string[]) => string[]) => writeBackupOf(bad, change(linesOf(good).slice(0, -1)));
const withHeader = (
  change: (header: { migrations: string[]; tables: { name: string; columns: string[] }[] }) => void,
) =>
  rewritten(([first = '', ...rest]) => {
    const header = JSON.parse(first);
    change(header);
    return [JSON.stringify(header), ...rest];
  });
const withLine = (from: string | RegExp, to: string) =>
  rewritten((lines) => lines.map((line) => (line.startsWith('{"format"') ? line : line.replace(from, to))));

const CASES: [what: string, make: () => void, reason: string][] = [
  ['is not there', () => {}, 'cannot be read: there is no such file or directory'],
  ['is a directory', () => mkdirSync(bad), 'is not a file'],
  ['is empty', () => writeFileSync(bad, ''), 'is damaged: its end is missing'],
  ['is a text', () => writeFileSync(bad, 'hello\n'), 'is not a backup made by this service'],
  [
    'is some other compressed file',
    () => writeFileSync(bad, gzipSync('hello\n')),
    'is not a backup made by this service',
  ],
  [
    'is compressed JSON of others',
    () => writeFileSync(bad, gzipSync('{"a":1}\n')),
    'is not a backup made by this service',
  ],
  [
    'has no line ends',
    () => writeFileSync(bad, gzipSync(Buffer.alloc(20_000_000))),
    'is not a backup made by this service',
  ],
  [
    'is cut off in its middle',
    () => writeFileSync(bad, bytes().subarray(0, middle())),
    'is damaged: its end is missing',
  ],
  ['lacks its last byte', () => writeFileSync(bad, bytes().subarray(0, -1)), 'is damaged: its end is missing'],
  ['has a flipped bit in its middle', () => writeFileSync(bad, withByte(middle())), 'is damaged'],
  ['has a flipped bit at its end', () => writeFileSync(bad, withByte(bytes().length - 6)), 'is damaged'],
  [
    'is two backups in a row',
    () => writeFileSync(bad, Buffer.concat([bytes(), bytes()])),
    'is damaged: a row is out of place',
  ],
  [
    'was edited by hand',
    () => writeFileSync(bad, gzipSync(linesOf(good).join('\n').replace('Lovelace', 'Byron').concat('\n'))),
    'is damaged: its checksum does not match',
  ],
  [
    'was cut off by hand',
    () => writeFileSync(bad, gzipSync(`${linesOf(good).slice(0, -3).join('\n')}\n`)),
    'is damaged: its end is missing',
  ],
  ['has another format', () => withLineOfHeader('"version":1', '"version":2'), 'has format 2, this release reads 1'],
  [
    'has a header without tables',
    () => withLineOfHeader('"tables"', '"seats"'),
    'is damaged: its first line is invalid',
  ],
  [
    'is of a newer release',
    () => withHeader((header) => header.migrations.push('9999_future.sql')),
    'was made by a newer release (it has 9999_future.sql)',
  ],
  [
    'has an unknown table',
    () => withHeader((header) => header.tables.push({ name: 'taxis', columns: [] })),
    'has a table taxis, which this release no longer has',
  ],
  [
    'has an unknown column',
    () => withHeader((header) => header.tables[0]?.columns.push('colour')),
    'has a column accounts.colour, which this release no longer has',
  ],
  [
    'has a value that its column refuses',
    () => withLine('"vat_exempt":"false"', '"vat_exempt":"perhaps"'),
    'has a row that table accounts refuses (invalid input syntax for type boolean: "perhaps")',
  ],
  [
    'breaks a rule of a table',
    () => withLine('"role":"DRIVER"', '"role":"PILOT"'),
    'has a row that table accounts refuses',
  ],
  [
    'lacks a value that must be there',
    () => withLine('"role":"DRIVER"', '"role":null'),
    'has a row that table accounts refuses',
  ],
  [
    'has a row twice',
    () => rewritten((lines) => lines.flatMap((line) => (line.includes('"first_name":"Ada"') ? [line, line] : [line]))),
    'has a row that table riders refuses',
  ],
  [
    'has a row that is no JSON',
    () => withLine('"role":"DRIVER"', '"role":"DRIVER'),
    'has a row that table accounts refuses',
  ],
  [
    'has a rider of nobody',
    () => rewritten((lines) => lines.filter((line) => !line.includes('"role":"DRIVER"'))),
    'refers to a missing row of',
  ],
];

function withLineOfHeader(from: string, to: string): void {
  rewritten(([first = '', ...rest]) => [first.replace(from, to), ...rest]);
}

describe('a restore is refused with one line, and nothing is touched, when the file', () => {
  it.each(CASES)('%s', async (_what, make, reason) => {
    rmSync(bad, { recursive: true, force: true });
    make();
    expect(await operator.fault(`restore ${bad}`)).toContain(reason);
    expect(await rowsOf(database.target)).toEqual(before);
    expect(readdirSync(directory).filter((name) => !['good.trips', 'bad.trips'].includes(name))).toEqual([]);
  });

  it.runIf(!isRoot)('may not be read', async () => {
    writeFileSync(bad, bytes());
    chmodSync(bad, 0);
    expect(await operator.fault(`restore ${bad}`)).toContain('cannot be read: this user may not');
  });

  it('is a pipe, for which nobody waits', async () => {
    expect(await operator.fault('restore /dev/stdin')).toContain('/dev/stdin is not a file');
    expect(await operator.fault('restore -')).toContain('FILE must name a file');
  });
});
