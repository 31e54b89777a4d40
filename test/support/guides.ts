import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { installClient, RECEIVER_PORT, type ReceiverProcess, startGuideReceiver } from './guideReceiver.ts';

export interface GuideExample {
  /** The name it has in the guide: `book.sh`, and `book.json` for what that answers. */
  file: string;
  text: string;
}

const FIGURE = /<figure[^>]*data-example="([^"]+)"[^>]*>.*?<code id="[^"]*">(.*?)<\/code>.*?<\/figure>/gs;

/** What a reader of the page can copy, and what the page says that it answers, in order. */
export const examplesIn = (html: string): GuideExample[] =>
  [...html.matchAll(FIGURE)].map(([, file = '', text = '']) => ({ file, text: withoutEntities(text) }));

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const withoutEntities = (html: string) => html.replaceAll(/&\w+;|&#39;/g, (entity) => ENTITIES[entity] ?? entity);

/** A program that receives webhooks while the reader goes on in another terminal. */
export const isReceiver = ({ file }: GuideExample): boolean => /^receiver\.\w+$/.test(file);

/** What the receiver has printed meanwhile. */
export const isPrintedByReceiver = ({ file }: GuideExample): boolean => /^received.*\.txt$/.test(file);

export const isAnswer = ({ file }: GuideExample): boolean => /\.(json|txt)$/.test(file);

/** A program that only sets variables answers nothing. */
export const isSetup = ({ text }: GuideExample): boolean =>
  text.split('\n').every((line) => line === '' || /^export |^\(umask /.test(line));

/** What is another one each time: identifiers, moments, keys, and the numbers of the service's own limits. */
export const masked = (text: string): string =>
  text
    .replaceAll('\r', '')
    .replaceAll(/trip_live_[0-9a-f]{24}\.(?:…|[\w-]{43})/g, '<key>')
    .replaceAll(/whsec_(?:…|[\w+/=]{44})/g, '<secret>')
    .replaceAll(/\b[0-9a-f]{24}\b/g, '<id>')
    .replaceAll(/"[0-9A-TV-Z]{5}-[0-9A-TV-Z]{5}"/g, '"<reference>"')
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '<moment>')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
    .replaceAll(/;([qwrt])=\d+/g, ';$1=<number>');

/** Holds what was answered to what the guide shows. Where that says `"…": "…"`, there may be more. */
export function expectAsShown(shown: GuideExample, answered: string): void {
  if (shown.file.endsWith('.txt')) return void expect(masked(answered.trim())).toBe(masked(shown.text.trim()));
  const real: unknown = JSON.parse(masked(answered));
  expect(real).toEqual(expectation(JSON.parse(masked(shown.text))));
}

function expectation(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(expectation);
  if (typeof shown !== 'object' || shown === null) return shown;
  const { '…': more, ...members } = shown as Record<string, unknown>;
  const expected = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, expectation(value)]));
  return more === undefined ? expected : expect.objectContaining(expected);
}

/** Where an answer tells the value of a variable. */
const TOLD: Record<string, RegExp> = {
  API_KEY: /"apiKey": "([^"]+)"/,
  NEW_KEY: /"apiKey": "([^"]+)"/,
  QUOTES_KEY: /"apiKey": "([^"]+)"/,
  SERVICE_TIER: /"_id":"(\w+)","name":"Eco"/,
  DRIVER: /"accountId": "(\w+)"/,
  TRIP: /"_id":"(\w+)"/,
  REFERENCE: /"reference":"([^"]+)"/,
  CURSOR: /"next":"([^"]+)"/,
  ENDPOINT: /"_id":"(\w+)"/,
  WEBHOOK_SECRET: /"secret":"([^"]+)"/,
  EVENT: /"eventId":"([^"]+)"/,
};

const execute = promisify(execFile);

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Why the examples are not run, or nothing if they can be. */
export const noCurl: string | undefined = ['bash', 'curl'].every(isThere)
  ? undefined
  : 'skipped: bash or curl is not on the path';

export const noPython: string | undefined = isThere('python3') ? undefined : 'skipped: python3 is not on the path';

interface ReaderOptions {
  /** Where the reader works; it is made. */
  directory: string;
  /** What the operator's command needs to find the database. */
  env: Record<string, string>;
  /** What the reader has at hand to paste: keys and identifiers, by the variable they are pasted into. */
  atHand: Record<string, string>;
  /** Which of the guide's receivers the reader runs, and the port it listens on instead of that of the guide. */
  receiver?: { file: string; port: number };
}

/** Somebody who works through a guide in one terminal, pasting every example as it stands. */
export function guideReader({ directory, env, atHand, receiver: chosen }: ReaderOptions) {
  mkdirSync(directory);
  // The guides say `npm run -s trips`, which is said where the service was installed.
  const scripts = { trips: `exec node '${join(ROOT, 'dist/operator/main.js')}'` };
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module', scripts }));
  const terminal = join(directory, '.terminal');
  writeFileSync(terminal, '');
  let lastScript = '';
  let lastAnswer = '';
  let receiver: ReceiverProcess | undefined;

  /** Runs it in the terminal, whose variables live on from one example to the next. */
  async function bash(script: string): Promise<string> {
    const session = `set -eo pipefail; source '${terminal}'; ${script}\ndeclare -px > '${terminal}'`;
    const { stdout } = await execute('bash', ['-c', session], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: directory, ...env },
    });
    return stdout;
  }

  /** What a reader puts in the place of `…`: what the last answer told, or what is at hand. */
  function pasted(text: string): string {
    return text.replaceAll(/^export (\w+)='[^']*…'/gm, (_, name: string) => {
      const value = TOLD[name]?.exec(lastAnswer)?.[1] ?? atHand[name];
      if (value === undefined) throw new Error(`the guide does not say where ${name} comes from`);
      return `export ${name}='${value}'`;
    });
  }

  /** Starts the receiver that the reader has chosen, with the variables of the terminal. */
  async function startReceiver({ file, text }: GuideExample): Promise<void> {
    if (!chosen || file !== chosen.file) return;
    const secret = await bash('printenv WEBHOOK_SECRET');
    receiver = await startGuideReceiver(directory, { ...chosen, text }, { WEBHOOK_SECRET: secret.trim() });
  }

  async function run(script: string): Promise<string> {
    lastScript = script;
    lastAnswer = await bash(script);
    return lastAnswer;
  }

  return {
    /** A program in JavaScript is saved under its name first. */
    async follow(example: GuideExample, before = ''): Promise<void> {
      const { file, text } = example;
      if (isReceiver(example)) return startReceiver(example);
      if (text.includes("from '@trip-booking/client'")) await installClient(directory);
      if (file.endsWith('.mjs')) writeFileSync(join(directory, file), text);
      const script = file.endsWith('.mjs') ? `node ${file}` : pasted(text);
      await run(before + script.replaceAll(`:${RECEIVER_PORT}/`, `:${chosen?.port}/`));
    },
    /** What the last example printed. */
    answer: () => lastAnswer,
    /** Runs the last example again, and answers with what it printed. */
    repeat: () => run(lastScript),
    /** What the receiver has printed since the last call, once it is as many lines. */
    receiverPrinted: async (lines: number) => (await receiver?.printed(lines)) ?? '',
    close: async () => receiver?.stop(),
  };
}

export type GuideReader = ReturnType<typeof guideReader>;
