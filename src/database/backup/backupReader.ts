import { createHash, type Hash } from 'node:crypto';
import { OperatorFault } from '../../fault.ts';
import { type Header, isRow, parseHeader, parseMark, type Trailer } from './format.ts';

/** The state of reading a backup. */
export interface Reading {
  file: string;
  hash: Hash;
  rows: Map<string, number>;
  header?: Header;
  /** The table whose rows are being read. */
  table?: string;
  trailer?: Trailer;
}

/** What a completely read backup says about itself. */
export interface Contents extends Header, Trailer {}

export const beginReading = (file: string): Reading => ({ file, hash: createHash('sha256'), rows: new Map() });

export const isRowOf = ({ header }: Reading, line: Buffer) => header !== undefined && isRow(line);

export function takeRow(reading: Reading, line: Buffer): void {
  const { table, rows, trailer } = reading;
  if (table === undefined || trailer) throw damaged(reading, 'a row is out of place');
  rows.set(table, (rows.get(table) ?? 0) + 1);
  note(reading, line);
}

/** A line that is not a row: the header, the beginning of a table, or the end. */
export function takeMark(reading: Reading, line: Buffer): void {
  if (reading.trailer) throw damaged(reading, 'there is data after its end');
  if (!reading.header) {
    reading.header = parseHeader(line, reading.file);
    return void note(reading, line);
  }
  const mark = parseMark(line);
  if (!mark) throw damaged(reading, 'a line is not part of a backup');
  if ('trailer' in mark) reading.trailer = mark.trailer;
  else beginTable(reading, reading.header, mark.table, line);
}

function beginTable(reading: Reading, header: Header, table: string, line: Buffer): void {
  const isExpected = header.tables.some(({ name }) => name === table) && !reading.rows.has(table);
  if (!isExpected) throw damaged(reading, `table ${table} is out of place`);
  reading.table = table;
  reading.rows.set(table, 0);
  note(reading, line);
}

/** Checks the backup against its own checksum and row counts. */
export function endReading(reading: Reading): Contents {
  const { header, trailer, hash, rows } = reading;
  if (!header || !trailer) throw damaged(reading, 'its end is missing');
  if (trailer.sha256 !== hash.digest('hex')) throw damaged(reading, 'its checksum does not match');
  const isComplete = header.tables.every(({ name }) => rows.get(name) === trailer.rows[name]);
  if (!isComplete) throw damaged(reading, 'rows are missing');
  return { ...header, ...trailer };
}

const note = ({ hash }: Reading, line: Buffer) => hash.update(line).update('\n');

const damaged = ({ file }: Reading, what: string) => new OperatorFault(`${file} is damaged: ${what}`);
