// The load generator, in its own process, so that its CPU is measured separately from the server's.
import { answerParent } from '../../reliability/support/childProgram.ts';
import { seededRandom } from '../../reliability/support/random.ts';
import type { LoadOrder, RequestTemplate } from './protocol.ts';
import { openSource, type RequestSource } from './requests.ts';
import { runSlice } from './slice.ts';

const prepared = new Map<string, RequestSource>();
const chance = seededRandom(Number(process.argv[2] ?? 1));

const abilities = {
  prepare(name: string, template: RequestTemplate) {
    prepared.set(name, openSource(template, chance.fork(name).next));
  },
  run(name: string, order: LoadOrder) {
    const source = prepared.get(name);
    if (source === undefined) throw new Error(`no request ${name} was prepared`);
    return runSlice(source, order);
  },
};
export type LoadProgram = typeof abilities;
answerParent(abilities);
