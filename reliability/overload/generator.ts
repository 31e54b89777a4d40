// The load's own process: it does what it is told, one thing after the other.

import type { Account } from '../support/accounts.ts';
import { answerParent } from '../support/childProgram.ts';
import { Load } from './load.ts';

let load: Load;

const abilities = {
  start(port: number, accounts: Account[], scheduledAt: string) {
    load = new Load(port, accounts, scheduledAt);
  },
  open: (connections: number) => load.open(connections),
  closedLoop: (callers: number, seconds: number) => load.closedLoop(callers, seconds),
  offer: (perSecond: number, seconds: number) => load.offer(perSecond, seconds),
  booked: () => load.booked,
};
export type GeneratorProgram = typeof abilities;
answerParent(abilities);
