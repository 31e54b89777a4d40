import { numberFrom, readWords } from '../reliability/support/commandLine.ts';
import { CATALOGUE, ON_REQUEST } from './rows/catalogue.ts';

export interface Options {
  rows: string[];
  seconds: number;
  rounds: number;
  json: string | undefined;
  profile: string | undefined;
  memory: boolean;
}

const ROWS = [...Object.keys(CATALOGUE), 'startup'];

const HELP = `  --rows A,B      only these: ${ROWS.join(', ')};
                  without it, all but ${ON_REQUEST.join(', ')}
  --seconds N     of each slice (default 1.75)
  --rounds N      of which the medians are taken (default 3)
  --json FILE     writes all figures there
  --profile DIR   takes a CPU profile of the service, writes it there and prints where its time went
  --memory        nothing but five minutes of mixed load, and how the service's memory grows meanwhile`;

const DECLARED = {
  rows: { type: 'string' },
  seconds: { type: 'string', default: '1.75' },
  rounds: { type: 'string', default: '3' },
  json: { type: 'string' },
  profile: { type: 'string' },
  memory: { type: 'boolean', default: false },
} as const;

/** A fault or --help is told, and ends the program. */
export function readOptions(words: string[]): Options {
  return readWords('bench', HELP, DECLARED, words, ({ rows, seconds, rounds, json, profile, memory }) => ({
    rows: rows === undefined ? ROWS.filter((name) => !ON_REQUEST.includes(name)) : knownRows(rows),
    seconds: numberFrom('seconds', seconds, 0.2),
    rounds: numberFrom('rounds', rounds, 1),
    json,
    profile,
    memory,
  }));
}

function knownRows(text: string): string[] {
  const rows = text.split(',').map((name) => name.trim());
  const unknown = rows.filter((name) => !ROWS.includes(name));
  if (unknown.length > 0) throw new Error(`--rows has no ${unknown.join(', ')}: there are ${ROWS.join(', ')}`);
  return rows;
}
