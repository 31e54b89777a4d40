import type { KeyScope } from '../contract/values.ts';
import { isWithin, type Network, parseNetwork } from '../limits/networks.ts';

/** What a key may do and from where, as it is stored; null means everything and everywhere. */
export interface Restrictions {
  scopes: readonly KeyScope[] | null;
  networks: readonly string[] | null;
}

export const UNRESTRICTED: Restrictions = { scopes: null, networks: null };

/** Says why a request is not allowed, or undefined if it is. One of `scopes` is enough. */
export type KeyRule = (scopes: readonly KeyScope[], address: string) => string | undefined;

/** Null for a key that may do everything, so that its requests cost nothing extra. */
export function ruleOf({ scopes, networks }: Restrictions): KeyRule | null {
  if (scopes === null && networks === null) return null;
  const parsed = networks?.map(parseNetwork).filter((network): network is Network => network !== undefined);
  return (needed, address) => {
    if (parsed && !isWithin(parsed, address)) return `This key may not be used from the address ${address}.`;
    if (scopes && !needed.some((scope) => scopes.includes(scope)))
      return `This key lacks the scope ${needed.join(' or ')}.`;
    return undefined;
  };
}
