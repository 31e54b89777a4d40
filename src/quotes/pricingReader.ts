import { LRUCache } from 'lru-cache';
import { batched, batchLimits } from '../database/batching.ts';
import type { Queryable } from '../database/connection.ts';
import { findPricing, type Pricing, type PricingReference } from './store/findPricing.ts';

type PricingReader = (reference: PricingReference) => Pricing | Promise<Pricing>;

// Shorter than any command of the operator takes: a quote after a changed scheme uses the new one. Long enough that an
// account with thousands of quotes has its scheme read only four times per second.
const TRUST_MS = 250;
const MAX_REMEMBERED = 10_000;

/** Reads the rates for a quote. What is missing is looked up every time: it may just have been created. */
export function createPricingReader(database: Queryable): PricingReader {
  const remembered = new LRUCache<string, Pricing>({ max: MAX_REMEMBERED, ttl: TRUST_MS });
  const read = batched<PricingReference, Pricing>({
    ...batchLimits(database, { maxInFlight: 2 }),
    accountOf: ({ accountId }) => accountId,
    run: (references) => findPricing(database, references),
  });
  const readAndRemember = async (key: string, reference: PricingReference) => {
    const pricing = await read(reference);
    if (pricing.scheme && pricing.tier) remembered.set(key, pricing);
    return pricing;
  };
  return (reference) => {
    const key = `${reference.accountId} ${reference.serviceTierId} ${reference.pricingSchemeId}`;
    return remembered.get(key) ?? readAndRemember(key, reference);
  };
}
