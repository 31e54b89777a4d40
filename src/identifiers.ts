import { ObjectId } from 'bson';

/** A new 24-character identifier, made without asking the database. */
export const newId = (): string => new ObjectId().toHexString();

const HEX_24 = /^[0-9a-f]{24}$/i;

/** Identifiers are kept in lower case, and understood in either. */
export function parseId(text: string): string | undefined {
  return HEX_24.test(text) ? text.toLowerCase() : undefined;
}
