import { startChild } from '../../reliability/support/childProgram.ts';
import type { CapturedAnswer } from './capture.ts';

export interface BareServer {
  pid: number;
  port: number;
  /** From now on every request gets this response. */
  answerWith(answer: CapturedAnswer): Promise<void>;
  stop(): Promise<void>;
}

/** The calls that both programs serve. */
export type BareServerProgram = {
  listen(): Promise<number>;
  answerWith(answer: CapturedAnswer): void;
};

/** The limit for a service on node:http: the same bytes, and no work. */
export const startBareServer = () => start('./main.js');

/** The limit for a service on Fastify that writes one log line per request. */
export const startFramework = () => start('./frameworkMain.js');

async function start(program: string): Promise<BareServer> {
  const { pid, ask, stop } = startChild<BareServerProgram>(new URL(program, import.meta.url));
  return { pid, port: await ask('listen'), answerWith: (answer) => ask('answerWith', answer), stop };
}
