import { startChild } from '../../reliability/support/childProgram.ts';

/** Where Parse Server was installed, and where its tables are to be. */
export interface ParseServerOptions {
  directory: string;
  sockets: string;
  user: string;
  password: string;
  database: string;
}

export type ParseServerProgram = {
  /** Resolves with its port. */
  listen(options: ParseServerOptions): Promise<number>;
};

export interface ParseServer {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** What its clients send instead of a key. */
export const APPLICATION = { 'X-Parse-Application-Id': 'trips' };

export async function startParseServer(options: ParseServerOptions): Promise<ParseServer> {
  const { pid, ask, stop } = startChild<ParseServerProgram>(new URL('./main.js', import.meta.url));
  return { pid, port: await ask('listen', options), stop };
}
