import { expect } from 'vitest';
import { runTrips } from '../../reliability/support/process.ts';
import { expectOneLine } from './liveService.ts';

/** What was said on standard error, without the lines in which a long command tells how far it is: on a slow machine each is long. */
export const withoutProgress = (stderr: string) => stderr.replaceAll(/^trips: … .*\n/gm, '');

/** The operator's command on one database; a line of words, in which no word has a space. */
export function operatorOn(env: Record<string, string>) {
  const run = async (line: string) => {
    const { stderr, ...ended } = await runTrips(line.split(' '), { env });
    return { ...ended, stderr: withoutProgress(stderr) };
  };
  return {
    run,
    /** What it prints with --json, which must be JSON and nothing else. */
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever members it expects
    async json(line: string): Promise<any> {
      const { code, stdout, stderr } = await run(`${line} --json`);
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout);
    },
    /** What it prints for people. */
    async text(line: string): Promise<string> {
      const { code, stdout, stderr } = await run(line);
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    },
    /** The one line with which it refuses. */
    async fault(line: string): Promise<string> {
      const { code, stdout, stderr } = await run(line);
      expect([code, stdout]).toEqual([1, '']);
      return expectOneLine(stderr);
    },
  };
}
export type Operator = ReturnType<typeof operatorOn>;
