import { startChild } from '../../reliability/support/childProgram.ts';
import type { CapturedAnswer } from './capture.ts';

export interface BareServer {
  pid: number;
  port: number;
  /** From now on it answers every request so. */
  answerWith(answer: CapturedAnswer): Promise<void>;
  stop(): Promise<void>;
}

/** What the programs behind it can be asked. */
export type BareServerProgram = {
  listen(): Promise<number>;
  answerWith(answer: CapturedAnswer): void;
};

/** The limit of what a service on node:http can reach: the same bytes, and no work. */
export const startBareServer = () => start('./main.js');

/** The limit of what one on Fastify can reach that writes a log line a request. */
export const startFramework = () => start('./frameworkMain.js');

async function start(program: string): Promise<BareServer> {
  const { pid, ask, stop } = startChild<BareServerProgram>(new URL(program, import.meta.url));
  return { pid, port: await ask('listen'), answerWith: (answer) => ask('answerWith', answer), stop };
}
