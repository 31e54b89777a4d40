import { expect, inject } from 'vitest';
import { runTrips } from '../../reliability/support/process.ts';
import { runCommand } from '../../src/operator/runCommand.ts';
import { expectOneLine } from './liveService.ts';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The words of a command; in one given as a line, no word has a space. */
type Words = string | string[];

/**
 * What was written to standard error without what is no fault: the progress of a long command and that it is stopping, which
 * depend on the machine, and that a database was created.
 */
export const withoutNotices = (stderr: string) =>
  stderr.replaceAll(/^trips: (… |stopping: |created a new database ).*\n/gm, '');

/** Most tests open accounts on a new database and need no quotes. */
const withoutHintOnTiers = (stderr: string) => stderr.replace(/^trips: partners cannot quote .*\n/m, '');

/** The commands that the help lists. */
export const commandsIn = (help: string): string[] =>
  [...help.matchAll(/^([a-z]+(?: [a-z-]+)?)(?: [A-Z]+)? {3,}\S/gm)].map(([, words = '']) => words);

/** The operator's command on a database given by its URL, in this process. By default its layout is that of the tests. */
export const operatorOn = (env: { DATABASE_URL: string } & Record<string, string>) =>
  operatorBy((words) => runInProcess(words, { DATABASE_LAYOUT: inject('postgres').layout ?? 'single', ...env }));

/** The operator's command as a process for each call: also on a DATA_DIR, whose database belongs to processes. */
export const operatorProcess = (env: Record<string, string>) => operatorBy((words) => runTrips(words, { env }));

async function runInProcess(words: string[], env: Record<string, string>): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  const writerOf = (stream: 'stdout' | 'stderr') => ({
    write(chunk: string | Uint8Array, done?: () => void) {
      printed[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
      done?.();
    },
  });
  const code = await runCommand(words, {
    env,
    stdout: writerOf('stdout'),
    stderr: writerOf('stderr'),
    interruption: () => new AbortController().signal,
  });
  return { code, ...printed };
}

function operatorBy(runWords: (words: string[]) => Promise<Ended>) {
  const run = async (words: Words) => {
    const { stderr, ...ended } = await runWords(wordsOf(words));
    return { ...ended, stderr: withoutNotices(stderr) };
  };
  return {
    run,
    /** What it prints with --json, which must be JSON and nothing else. */
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever members it expects
    async json(words: Words): Promise<any> {
      const { code, stdout, stderr } = await run([...wordsOf(words), '--json']);
      expect([code, withoutHintOnTiers(stderr)]).toEqual([0, '']);
      return JSON.parse(stdout);
    },
    /** What it prints for people. */
    async text(words: Words): Promise<string> {
      const { code, stdout, stderr } = await run(words);
      expect([code, withoutHintOnTiers(stderr)]).toEqual([0, '']);
      return stdout;
    },
    /** The one line with which it refuses. */
    async fault(words: Words): Promise<string> {
      const { code, stdout, stderr } = await run(words);
      expect([code, stdout]).toEqual([1, '']);
      return expectOneLine(stderr);
    },
  };
}

const wordsOf = (words: Words) => (typeof words === 'string' ? words.split(' ') : words);

export type Operator = ReturnType<typeof operatorProcess>;
