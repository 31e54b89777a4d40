import { chunkingTricks } from './chunking.ts';
import type { Trick } from './exchange.ts';
import { pipeliningTricks } from './pipelining.ts';
import { rubbishTricks } from './rubbish.ts';
import { slowTricks, stallingTricks } from './slow.ts';
import { smugglingTricks } from './smuggling.ts';

export const TRICKS: readonly Trick[] = [
  ...smugglingTricks,
  ...chunkingTricks,
  ...pipeliningTricks,
  ...slowTricks,
  ...rubbishTricks,
];

export const STALLING_TRICKS: readonly Trick[] = stallingTricks;
