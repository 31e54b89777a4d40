import type { Address } from './address.ts';
import type { Evidence } from './evidence.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { FoundName } from './names.ts';
import type { Word } from './words.ts';

/** A parsed address, which all rules share. */
export interface ParsedAddress {
  address: Address;
  names: FoundName[];
  evidence: Evidence;
  /** Words that mean nothing here. */
  unknownWords: readonly Word[];
  gazetteer: Gazetteer;
}
