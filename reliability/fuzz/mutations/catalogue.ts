import { type Draft, writeBody } from '../making/draft.ts';
import { byteMutations } from './bytes.ts';
import { authorizationMutations, headerMutations, idempotencyMutations } from './headers.ts';
import { memberMutations } from './members.ts';
import type { Mutation, MutationContext } from './mutation.ts';
import { queryMutations } from './query.ts';
import { methodMutations, pathMutations } from './target.ts';
import { valueMutations } from './values.ts';

/** In the order of application: the body's members, its bytes, then everything else. */
const STAGES: Mutation[][] = [
  [...valueMutations, ...memberMutations],
  byteMutations,
  [
    ...queryMutations,
    ...pathMutations,
    ...methodMutations,
    ...idempotencyMutations,
    ...authorizationMutations,
    ...headerMutations,
  ],
];

export const MUTATIONS: readonly Mutation[] = STAGES.flat();

// After these the service closes the connection.
const CLOSING = new Set(['a body over 64 KiB']);

/** Those that leave a request well-formed HTTP, so that others may follow on the same connection. */
export const PIPELINABLE: readonly Mutation[] = [
  ...valueMutations,
  ...memberMutations,
  ...byteMutations,
  ...queryMutations,
  ...idempotencyMutations,
  ...authorizationMutations,
].filter(({ name }) => !CLOSING.has(name));

/** Applies the mutations, each at its stage, and writes the body. The draft lists those that applied. */
export function mutate(draft: Draft, chosen: readonly Mutation[], context: MutationContext): void {
  for (const [stage, mutations] of STAGES.entries()) {
    for (const mutation of chosen.filter((each) => mutations.includes(each))) {
      if (mutation.mutate(draft, context)) draft.mutations.push(mutation.name);
    }
    if (stage === 0) writeBody(draft);
  }
}
