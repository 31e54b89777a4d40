import { parseArgs } from 'node:util';
import { CATALOGUE, ON_REQUEST } from './rows/catalogue.ts';

export interface Options {
  rows: string[];
  seconds: number;
  rounds: number;
  json: string | undefined;
  profile: string | undefined;
  memory: boolean;
}

const USAGE = `Usage: npm run bench -- [options]

  --rows A,B      only these: ${Object.keys(CATALOGUE).join(', ')}, startup;
                  without it, all but ${ON_REQUEST.join(', ')}
  --seconds N     of each slice (default 2)
  --rounds N      of which the medians are taken (default 3)
  --json FILE     writes all figures there
  --profile DIR   takes a CPU profile of the service, writes it there and prints where its time went
  --memory        nothing but five minutes of mixed load, and how the service's memory grows meanwhile
`;

/** A fault or --help is told, and ends the program. */
export function readOptions(words: string[]): Options {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        rows: { type: 'string' },
        seconds: { type: 'string', default: '2' },
        rounds: { type: 'string', default: '3' },
        json: { type: 'string' },
        profile: { type: 'string' },
        memory: { type: 'boolean', default: false },
        help: { type: 'boolean' },
      },
    });
    if (values.help) end(USAGE, 0);
    const known = [...Object.keys(CATALOGUE), 'startup'];
    const rows =
      values.rows?.split(',').map((name) => name.trim()) ?? known.filter((name) => !ON_REQUEST.includes(name));
    const unknown = rows.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new Error(`--rows has no ${unknown.join(', ')}: there are ${known.join(', ')}`);
    return {
      rows,
      seconds: number('seconds', values.seconds, 0.2),
      rounds: number('rounds', values.rounds, 1),
      json: values.json,
      profile: values.profile,
      memory: values.memory,
    };
  } catch (error) {
    return end(`bench: ${(error as Error).message}\n`, 2);
  }
}

function number(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text === '' || !(value >= least)) throw new Error(`--${name} must be a number from ${least} on, not "${text}"`);
  return value;
}

function end(text: string, code: number): never {
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exit(code);
}
