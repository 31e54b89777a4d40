import { type Draft, writeBody } from '../making/draft.ts';
import { byteSpoilers } from './bytes.ts';
import { headerSpoilers } from './headers.ts';
import { authorizationSpoilers, idempotencySpoilers } from './keys.ts';
import { memberSpoilers } from './members.ts';
import { querySpoilers } from './query.ts';
import type { Spoiler, SpoilerContext } from './spoiler.ts';
import { methodSpoilers, pathSpoilers } from './target.ts';
import { valueSpoilers } from './values.ts';

/** In the order in which they work on a request: the body's members, then its bytes, then what stands around it. */
const STAGES: Spoiler[][] = [
  [...valueSpoilers, ...memberSpoilers],
  byteSpoilers,
  [
    ...querySpoilers,
    ...pathSpoilers,
    ...methodSpoilers,
    ...idempotencySpoilers,
    ...authorizationSpoilers,
    ...headerSpoilers,
  ],
];

export const SPOILERS: readonly Spoiler[] = STAGES.flat();

// After these the service closes the connection, and rightly answers nothing that comes behind.
const LAST_WORDS = new Set(['a body over 64 KiB']);

/** Those that leave a request sound HTTP, so that more may come behind it on the same connection. */
export const PIPELINABLE: readonly Spoiler[] = [
  ...valueSpoilers,
  ...memberSpoilers,
  ...byteSpoilers,
  ...querySpoilers,
  ...idempotencySpoilers,
  ...authorizationSpoilers,
].filter(({ name }) => !LAST_WORDS.has(name));

/** Applies the spoilers, each at its stage, and writes the body; those with nothing to spoil leave no name. */
export function spoil(draft: Draft, chosen: readonly Spoiler[], context: SpoilerContext): void {
  for (const [stage, spoilers] of STAGES.entries()) {
    for (const spoiler of chosen.filter((each) => spoilers.includes(each))) {
      if (spoiler.spoil(draft, context)) draft.spoilers.push(spoiler.name);
    }
    if (stage === 0) writeBody(draft);
  }
}
