import { ObjectId } from 'bson';

/** A new 24-character identifier, made without asking the database. */
export const newId = (): string => new ObjectId().toHexString();

export const OBJECT_ID_PATTERN = '^[0-9a-fA-F]{24}$';
const OBJECT_ID = new RegExp(OBJECT_ID_PATTERN);

/** Identifiers are kept in lower case, and understood in either. */
export function parseId(text: string): string | undefined {
  return OBJECT_ID.test(text) ? text.toLowerCase() : undefined;
}

/*
 * A reference that people can read out on the phone, such as 7K3QX-9TM2B: the identifier's seconds and the low bits of its counter
 * in Crockford's base 32. Two trips of one account may share one, if they were booked in the same second through two processes.
 */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const COUNTERS = 2 ** 18;

export const REFERENCE_PATTERN = '^[0-9A-TV-Za-tv-z]{5}[- ]?[0-9A-TV-Za-tv-z]{5}$';
export const REFERENCE_EXAMPLE = '7K3QX-9TM2B';

const REFERENCE = new RegExp(REFERENCE_PATTERN);
export const isReference = (text: string): boolean => REFERENCE.test(text);

const BEGINNING = /^[0-9A-TV-Za-tv-z]{5}[- ]?[0-9A-TV-Za-tv-z]{0,5}$/;
/** Whether it is a reference or what one begins with: the first group, and any of the second. */
export const beginsReference = (text: string): boolean => BEGINNING.test(text);

export function referenceOf(id: string): string {
  let left = Number.parseInt(id.slice(0, 8), 16) * COUNTERS + (Number.parseInt(id.slice(-6), 16) % COUNTERS);
  let digits = '';
  for (; digits.length < 10; left = Math.floor(left / 32)) digits = DIGITS.charAt(left % 32) + digits;
  return `${digits.slice(0, 5)}-${digits.slice(5)}`;
}

/** The identifiers behind a reference, or behind all that begin alike: within the first and the last of them. */
export interface ReferencedIds {
  first: string;
  last: string;
  /** The low 18 bits of their counters, both inclusive. */
  firstCounter: number;
  lastCounter: number;
}

/** The digits of a reference, however it is typed. */
const digitsOf = (reference: string): string =>
  reference.toUpperCase().replace(/[- ]/, '').replaceAll('O', '0').replace(/[IL]/g, '1');

export const beginsReferenceOf = (text: string, id: string): boolean =>
  beginsReference(text) && digitsOf(referenceOf(id)).startsWith(digitsOf(text));

/**
 * Of a reference or of its beginning. Five digits leave 128 seconds, six leave four, and more leave one second and a part of its
 * counters.
 */
export function parseReference(text: string): ReferencedIds {
  const digits = digitsOf(text);
  const references = 32 ** (10 - digits.length);
  const first = [...digits].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0) * references;
  const last = first + references - 1;
  const secondsOf = (value: number) =>
    Math.floor(value / COUNTERS)
      .toString(16)
      .padStart(8, '0');
  return {
    ...{ first: secondsOf(first).padEnd(24, '0'), last: secondsOf(last).padEnd(24, 'f') },
    ...{ firstCounter: first % COUNTERS, lastCounter: last % COUNTERS },
  };
}
