import { resolve } from 'node:path';
import { numberFrom, readWords } from '../reliability/support/commandLine.ts';
import { CATALOGUE, ON_REQUEST } from './rows/catalogue.ts';
import { entryOf } from './service/serviceProcess.ts';

export interface Options {
  rows: string[];
  seconds: number;
  rounds: number;
  json: string | undefined;
  profile: string | undefined;
  memory: boolean;
  /** The script that starts the build to compare with. */
  before: string | undefined;
  /** Where the Parse Server to compare with is installed. */
  parse: string | undefined;
}

const ROWS = [...Object.keys(CATALOGUE), 'startup'];

const HELP = `  --rows A,B      only these rows: ${ROWS.join(', ')};
                  default: all except ${ON_REQUEST.join(', ')}
  --seconds N     the length of a slice (default 1.5)
  --rounds N      the number of rounds, whose medians are printed (default 3)
  --json FILE     write all figures to FILE
  --profile DIR   write a CPU profile of the service to DIR and print where its time went
  --memory        instead of the rows, five minutes of mixed load and how the service's memory grows
  --before DIR    instead of the rows, compare with another build of the service: DIR is its dist directory,
                  beside a node_modules directory with its dependencies
  --parse DIR     instead of the rows, compare with Parse Server: DIR is where \`npm install parse-server\` was run`;

const DECLARED = {
  rows: { type: 'string' },
  seconds: { type: 'string', default: '1.5' },
  rounds: { type: 'string', default: '3' },
  json: { type: 'string' },
  profile: { type: 'string' },
  memory: { type: 'boolean', default: false },
  before: { type: 'string' },
  parse: { type: 'string' },
} as const;

/** A mistake or --help is printed, and ends the program. */
export function readOptions(words: string[]): Options {
  return readWords(
    'bench',
    HELP,
    DECLARED,
    words,
    ({ rows, seconds, rounds, json, profile, memory, before, parse }) => ({
      rows: before === undefined && parse === undefined ? chosenRows(rows) : [],
      seconds: numberFrom('seconds', seconds, 0.2),
      rounds: numberFrom('rounds', rounds, 1),
      json,
      profile,
      memory,
      before: before === undefined ? undefined : entryOf(before),
      parse: parse === undefined ? undefined : resolve(parse),
    }),
  );
}

function chosenRows(text: string | undefined): string[] {
  if (text === undefined) return ROWS.filter((name) => !ON_REQUEST.includes(name));
  const rows = text.split(',').map((name) => name.trim());
  const unknown = rows.filter((name) => !ROWS.includes(name));
  if (unknown.length > 0) throw new Error(`--rows has no ${unknown.join(', ')}: there are ${ROWS.join(', ')}`);
  return rows;
}
