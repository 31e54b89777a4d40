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

const bytes = readFileSync(good);
const middle = Math.floor(bytes.length / 2);
const flipped = Buffer.from(bytes);
flipped.writeUInt8(flipped.readUInt8(middle) ^ 0x10, middle);
const write = (content: string | Buffer) => writeFileSync(bad, content);
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

const NOT_OURS = 'is not a backup made by this service';
const CUT_OFF = 'is damaged: its end is missing';
const REFUSED = 'has a row that table accounts refuses';

const CASES: [what: string, make: () => void, reason: string][] = [
  ['is not there', () => {}, 'cannot be read: there is no such file or directory'],
  ['is a directory', () => mkdirSync(bad), 'is not a file'],
  ['is empty', () => write(''), CUT_OFF],
  ['is a text', () => write('hello\n'), NOT_OURS],
  ['is some other compressed file', () => write(gzipSync('hello\n')), NOT_OURS],
  ['is compressed JSON of others', () => write(gzipSync('{"a":1}\n')), NOT_OURS],
  ['has no line ends', () => write(gzipSync(Buffer.alloc(20_000_000))), NOT_OURS],
  ['is cut off in its middle', () => write(bytes.subarray(0, middle)), CUT_OFF],
  ['has a flipped bit', () => write(flipped), 'is damaged'],
  ['is two backups in a row', () => write(Buffer.concat([bytes, bytes])), 'is damaged: a row is out of place'],
  [
    'was edited by hand',
    () => write(gzipSync(linesOf(good).join('\n').replace('Lovelace', 'Byron').concat('\n'))),
    'is damaged: its checksum does not match',
  ],
  ['was cut off by hand', () => write(gzipSync(`${linesOf(good).slice(0, -3).join('\n')}\n`)), CUT_OFF],
  ['has another format', () => withLineOfHeader('"version":1', '"version":2'), 'has format 2, this release reads 1'],
  ['has no tables', () => withLineOfHeader('"tables"', '"seats"'), 'is damaged: its first line is invalid'],
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
    () => withHeader((header) => header.tables.find(({ name }) => name === 'accounts')?.columns.push('sample_colour')),
    'has a column accounts.sample_colour, which this release no longer has',
  ],
  [
    'has a value that its column refuses',
    () => withLine('"vat_exempt":"false"', '"vat_exempt":"perhaps"'),
    `${REFUSED} (invalid input syntax for type boolean: "perhaps")`,
  ],
  ['breaks a rule of a table', () => withLine('"role":"DRIVER"', '"role":"PILOT"'), REFUSED],
  ['lacks a value that must be there', () => withLine('"role":"DRIVER"', '"role":null'), REFUSED],
  ['has a row that is no JSON', () => withLine('"role":"DRIVER"', '"role":"DRIVER'), REFUSED],
  [
    'has a row twice',
    () => rewritten((lines) => lines.flatMap((line) => (line.includes('"first_name":"Ada"') ? [line, line] : [line]))),
    'has a row that table riders refuses',
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
    write(bytes);
    chmodSync(bad, 0);
    expect(await operator.fault(`restore ${bad}`)).toContain('cannot be read: this user may not');
  });

  it('is a pipe, for which nobody waits', async () => {
    expect(await operator.fault('restore /dev/stdin')).toContain('/dev/stdin is not a file');
    expect(await operator.fault('restore -')).toContain('FILE must name a file');
  });
});
