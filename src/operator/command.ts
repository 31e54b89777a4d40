import { parseArgs } from 'node:util';
import type { Note } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Watch } from '../database/backup/session.ts';
import type { ConnectionTarget, Database } from '../database/connection.ts';
import { OperatorFault } from '../fault.ts';
import type { Settings } from '../start/settings.ts';

export interface Option {
  /** How the help shows the value; an option without one is a flag. */
  value?: string;
  help: string;
  isRequired?: boolean;
  /** May be given several times. */
  isRepeated?: boolean;
}

export interface Given {
  /** The value of an option; undefined if it was not given. */
  text(name: string): string | undefined;
  required(name: string): string;
  isSet(name: string): boolean;
  /** All values of a repeated option, in order. */
  texts(name: string): string[];
  /** The command's argument, such as a key's or a trip's identifier. */
  argument: string;
}

export interface Context extends ContextWithoutDatabase {
  database: Database;
  /** The same database, for a command that needs a connection of its own; as the owner of the tables, if we know it. */
  target: ConnectionTarget;
  /** What opening it has migrated. */
  migrated: readonly string[];
}

export interface ContextWithoutDatabase {
  clock: Clock;
  settings: Settings;
  /** Records what the operator does in an account. */
  note(accountId: string): Note;
  /** For programs that the command starts. */
  env: NodeJS.ProcessEnv;
  /** The operator's working directory, for relative paths. */
  directory: string;
  /** For long-running commands. */
  watch(): Watch;
  /** Writes to standard output, for a command whose output is not an answer. */
  write(chunk: Uint8Array): Promise<void>;
  /** Tells the operator something on standard error. */
  warn(line: string): void;
}

/** The result of a command: an object or a list of them, printed as JSON or as a table. */
export type Answer = object | object[];

/** What a command says about itself. */
export interface Signature {
  /** The words that name it, such as `keys rotate`. */
  words: string;
  argument?: string;
  help: string;
  options?: Record<string, Option>;
}

export interface Command extends Signature {
  /** Whether it migrates a database of an older release, which every other command refuses. */
  migrates?: true;
  /** Whether it creates the embedded database if there is none, which every other command refuses. */
  creates?: true;
  /** Refuses what is wrong with the options before the database is opened, and perhaps created. */
  check?(given: Given, context: ContextWithoutDatabase): unknown;
  /** What went wrong although there is an answer: it is printed after the answer, and the exit code is 1. */
  faultIn?(answer: Answer): string | undefined;
  /** Undefined if the command has written its output itself. */
  run(given: Given, context: Context): Promise<Answer | undefined>;
}

/** For a database that cannot be opened as it is. */
export interface CommandWithoutDatabase extends Signature {
  runWithoutDatabase(given: Given, context: ContextWithoutDatabase): Promise<Answer>;
}

/** The first sentence of what parseArgs says, which is plain except for a value that looks like an option. */
function plainly(message: string): string {
  const [, option] = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(message) ?? [];
  if (option) return `${option} needs a value; one that begins with a dash is written ${option}=-…`;
  return message.split(/\.\s/)[0] ?? message;
}

/** Reads the options of one command. */
export function readOptions(command: Signature, words: string[]): { given: Given; json: boolean; help: boolean } {
  const declared = command.options ?? {};
  const options = Object.fromEntries(
    Object.entries(declared).map(([name, { value, isRepeated = false }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', multiple: isRepeated } as const,
    ]),
  );
  let parsed: { values: Record<string, string | boolean | string[] | undefined>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: words,
      options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    }) as typeof parsed;
  } catch (error) {
    throw new OperatorFault(`${plainly((error as Error).message)}: see --help`);
  }
  const { values, positionals } = parsed;
  const given: Given = {
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    required: (name) => String(values[name]),
    isSet: (name) => values[name] === true,
    texts: (name) => (Array.isArray(values[name]) ? values[name] : []),
    argument: positionals[0] ?? '',
  };
  const help = values.help === true;
  if (!help) checkPresence(command, declared, values, positionals);
  return { given, json: values.json === true, help };
}

function checkPresence(
  command: Signature,
  declared: Record<string, Option>,
  values: Record<string, unknown>,
  positionals: string[],
): void {
  const missing = Object.entries(declared).find(([name, option]) => option.isRequired && !values[name]);
  if (missing) throw new OperatorFault(`--${missing[0]} ${missing[1].value ?? ''} is required`);
  if (command.argument && positionals.length === 0) throw new OperatorFault(`${command.argument} is required`);
  const extra = positionals[command.argument ? 1 : 0];
  if (extra !== undefined) throw new OperatorFault(`"${extra}" is not expected here`);
}
