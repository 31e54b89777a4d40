import type { KeyScope } from '../values.ts';

/** An operation's description with a paragraph on the scopes of which a restricted key needs one, as its route declares. */
export const withScopes = (description: string, ...scopes: KeyScope[]) =>
  `${description}\n\nA key with scopes needs ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
