import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../reliability/support/directories.ts';
import type { GuideExample } from './guideExamples.ts';

const run = promisify(execFile);

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Why the examples are not run, or nothing if they can be. */
export const noCurl: string | undefined = ['bash', 'curl'].every(isThere)
  ? undefined
  : 'skipped: bash or curl is not on the path';

export interface ReaderOptions {
  /** Where the reader works; it is made. */
  directory: string;
  /** What the operator's command needs to find the database. */
  env: Record<string, string>;
  /** What the reader has at hand to paste: keys and identifiers, by the variable they are pasted into. */
  atHand: Record<string, string>;
}

/** Somebody who works through a guide in one terminal, pasting every example as it stands. */
export function guideReader({ directory, env, atHand }: ReaderOptions) {
  mkdirSync(directory);
  // The guides say `npm run -s trips`, which is said where the service was installed.
  const scripts = { trips: `exec node '${join(ROOT, 'dist/operator/main.js')}'` };
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ scripts }));
  const terminal = join(directory, '.terminal');
  writeFileSync(terminal, '');
  let lastAnswer = '';

  /** Runs it in the terminal, whose variables live on from one example to the next. */
  async function bash(script: string): Promise<string> {
    const session = `set -eo pipefail; source '${terminal}'; ${script}\ndeclare -px > '${terminal}'`;
    const { stdout } = await run('bash', ['-c', session], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: directory, ...env },
    });
    return stdout;
  }

  /** What a reader puts in the place of `…`: what is at hand, or what the last answer told. */
  function pasted(text: string): string {
    return text.replaceAll(/^export (\w+)='[^']*…'/gm, (_, name: string) => {
      const told: Record<string, RegExp> = { TRIP: /"_id":"(\w+)"/, NEW_KEY: /"apiKey": "([^"]+)"/ };
      const value = atHand[name] ?? told[name]?.exec(lastAnswer)?.[1];
      if (value === undefined) throw new Error(`the guide does not say where ${name} comes from`);
      return `export ${name}='${value}'`;
    });
  }

  return {
    /** Answers with what it printed. A program in JavaScript is saved under its name first. */
    async follow({ file, text }: GuideExample, before = ''): Promise<string> {
      if (file.endsWith('.mjs')) writeFileSync(join(directory, file), text);
      lastAnswer = await bash(before + (file.endsWith('.mjs') ? `node ${file}` : pasted(text)));
      return lastAnswer;
    },
  };
}
