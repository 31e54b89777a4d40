import { createHash } from 'node:crypto';
import { nameOf } from './routeCheck.ts';
import type { KnownRoute } from './routes.ts';

/**
 * About a third of the routes: those whose name has a SHA-256 that begins with a byte divisible by three. No constant is
 * calibrated on them, and no formula was chosen by them; they only show how well the rest generalises.
 */
export const isHeldOut = (route: KnownRoute): boolean =>
  (createHash('sha256').update(nameOf(route)).digest()[0] ?? 0) % 3 === 0;
