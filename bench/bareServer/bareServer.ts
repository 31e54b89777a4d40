import { startChild } from '../service/child.ts';
import type { CapturedAnswer } from './capture.ts';

export interface BareServer {
  pid: number;
  port: number;
  /** From now on it answers every request so. */
  answerWith(answer: CapturedAnswer): Promise<void>;
  stop(): Promise<void>;
}

/** The limit of what a service on node:http can reach: the same bytes, and no work. */
export const startBareServer = () => start('./main.js');

/** The limit of what one on Fastify can reach that writes a log line a request. */
export const startFramework = () => start('./frameworkMain.js');

async function start(program: string): Promise<BareServer> {
  const child = startChild<CapturedAnswer, number>(new URL(program, import.meta.url), []);
  return {
    pid: child.pid,
    port: await child.greeting(),
    answerWith: async (answer) => void (await child.ask(answer)),
    stop: child.stop,
  };
}
