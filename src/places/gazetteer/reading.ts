import type { Address } from './address.ts';
import type { Evidence } from './evidence.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { FoundName } from './names.ts';

/** An address as it was read; every rule looks at the same. */
export interface Reading {
  address: Address;
  names: FoundName[];
  evidence: Evidence;
  gazetteer: Gazetteer;
}
