import type { Random } from '../support/random.ts';
import { type Injection, injections } from './injections.ts';
import type { World } from './world.ts';

export interface PlannedFault {
  injections: Injection[];
  random: Random;
}

/**
 * What is done to the world, in rounds: each round has every fault that this world allows once, in an order of its own. Now and
 * then a second fault strikes while the first one lasts.
 */
export function* planFaults(world: World, random: Random): Generator<PlannedFault, never> {
  const possible = injections.filter(({ impossible }) => impossible?.(world) === undefined);
  for (let count = 0; ; ) {
    for (const injection of random.shuffle(possible)) {
      const second = random.happens(0.2) ? random.pick(possible.filter((other) => other !== injection)) : undefined;
      count += 1;
      yield { injections: second ? [injection, second] : [injection], random: random.fork(`fault ${count}`) };
    }
  }
}

/** How many faults make a round. */
export const roundLength = (world: World) =>
  injections.filter(({ impossible }) => impossible?.(world) === undefined).length;

/** What this world does not allow, and why. */
export const leftOut = (world: World): string[] =>
  injections.flatMap(({ name, impossible }) => {
    const reason = impossible?.(world);
    return reason === undefined ? [] : [`${name}: ${reason}`];
  });
