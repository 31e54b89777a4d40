import { ObjectId } from 'bson';

/** A new 24-character identifier, made without asking the database. */
export const newId = (): string => new ObjectId().toHexString();

export const OBJECT_ID_PATTERN = '^[0-9a-fA-F]{24}$';
const OBJECT_ID = new RegExp(OBJECT_ID_PATTERN);

/** Identifiers are kept in lower case, and understood in either. */
export function parseId(text: string): string | undefined {
  return OBJECT_ID.test(text) ? text.toLowerCase() : undefined;
}
