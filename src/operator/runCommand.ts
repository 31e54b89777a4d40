import { resolve } from 'node:path';
import pg from 'pg';
import { noteByOperator } from '../audit/audit.ts';
import { systemClock } from '../clock.ts';
import { fileFault } from '../database/backup/fileFault.ts';
import type { Watch } from '../database/backup/session.ts';
import { isDatabaseUnavailable } from '../database/failures.ts';
import { openConfiguredDatabase } from '../database/open.ts';
import { OperatorFault } from '../fault.ts';
import { createLogger } from '../start/log.ts';
import { loadSettings } from '../start/settings.ts';
import { accountCommands } from './accountCommands.ts';
import { auditCommands } from './auditCommands.ts';
import { backupCommands } from './backupCommands.ts';
import { catalogueCommands } from './catalogueCommands.ts';
import {
  type Answer,
  type Command,
  type CommandWithoutDatabase,
  type ContextWithoutDatabase,
  type Given,
  readOptions,
} from './command.ts';
import { databaseCommands } from './databaseCommands.ts';
import { helpForAll, helpForCommand, helpForGroup } from './help.ts';
import { occasionally } from './interruption.ts';
import { keyCommands } from './keyCommands.ts';
import { memberCommands } from './memberCommands.ts';
import { asJson, asTable } from './print.ts';
import { riderCommands } from './riderCommands.ts';
import { schemeCommands } from './schemeCommands.ts';
import { tripCommands } from './tripCommands.ts';
import { webhookCommands } from './webhookCommands.ts';

const commands: (Command | CommandWithoutDatabase)[] = [
  ...accountCommands,
  ...memberCommands,
  ...keyCommands,
  ...tripCommands,
  ...schemeCommands,
  ...catalogueCommands,
  ...riderCommands,
  ...webhookCommands,
  ...auditCommands,
  ...backupCommands,
  ...databaseCommands,
];

export interface Caller {
  env: NodeJS.ProcessEnv;
  stdout: { write(chunk: string | Uint8Array, done?: (error?: Error | null) => void): unknown };
  stderr: { write(text: string): unknown };
  /** Called by a long command: the signal with which it can be interrupted between two steps. Prints what it then waits for. */
  interruption(print: (line: string) => void): AbortSignal;
}

/** Runs one command of the operator and returns its exit code. */
export async function runCommand(words: string[], caller: Caller): Promise<number> {
  try {
    const { text, fault } = await answerTo(words, caller);
    caller.stdout.write(text);
    if (fault !== undefined) throw new OperatorFault(fault);
    return 0;
  } catch (error) {
    const isExplained =
      error instanceof OperatorFault || error instanceof pg.DatabaseError || isDatabaseUnavailable(error);
    caller.stderr.write(`trips: ${isExplained ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
    return 1;
  }
}

async function answerTo(
  words: string[],
  { env, stdout, stderr, interruption }: Caller,
): Promise<{ text: string; fault?: string | undefined }> {
  const command = commands.find((each) => startsWith(words, each.words));
  if (!command) return { text: helpOrFault(words) };
  const { given, json, help } = readOptions(command, words.slice(command.words.split(' ').length));
  if (help) return { text: helpForCommand(command) };
  const warn = (line: string) => stderr.write(`trips: ${line}\n`);
  let watching: Watch | undefined; // one for the whole command: each would say that it stops
  const context: ContextWithoutDatabase = {
    clock: systemClock,
    settings: loadSettings(env),
    note: (accountId) => noteByOperator(accountId, userOf(env)),
    env,
    directory: directoryOfCaller(env),
    write: (chunk) =>
      new Promise<void>((resolve, reject) => stdout.write(chunk, (error) => (error ? reject(error) : resolve()))).catch(
        (cause) => {
          throw fileFault('written', 'standard output', cause);
        },
      ),
    warn,
    watch: () => (watching ??= { signal: interruption(warn), progress: occasionally((line) => warn(`… ${line}`)) }),
  };
  const answer = await ('run' in command
    ? runOnDatabase(command, given, context)
    : command.runWithoutDatabase(given, context));
  if (answer === undefined) return { text: '' };
  const fault = 'run' in command ? command.faultIn?.(answer) : undefined;
  return { text: json ? asJson(answer) : asTable(answer), fault };
}

async function runOnDatabase(
  command: Command,
  given: Given,
  context: ContextWithoutDatabase,
): Promise<Answer | undefined> {
  const { settings, warn } = context;
  await command.check?.(given, context);
  const log = createLogger('warn', asProgress(warn));
  // Interrupted, a command ends the embedded server that it has started.
  const signal = settings.databaseUrl === undefined ? context.watch().signal : undefined;
  const servingRole = given.text('serving-role'); // of migrate: a misspelt one must not leave the command half done
  const opening = { refusesOlder: !command.migrates, refusesNone: !command.creates, servingRole, signal };
  const opened = await openConfiguredDatabase(settings, 'operator', log, opening).catch((error) => {
    throw signal?.aborted ? new OperatorFault('aborted') : error;
  });
  const { database, ownerTarget, isNew, migrated, close } = opened;
  // It may be the wrong directory: a key made there is refused by a service on another one.
  if (isNew) warn(`created a new database in ${resolve(settings.dataDir)} (DATA_DIR)`);
  try {
    return await command.run(given, { ...context, database, target: ownerTarget, migrated });
  } finally {
    await close();
  }
}

/** A migration may wait for a lock for minutes: the operator should see that, and what holds it. */
const asProgress = (warn: (line: string) => void) => ({
  write(line: string) {
    const { msg, waitsFor = [] } = JSON.parse(line);
    warn(`… ${[msg, ...waitsFor].join('; ')}`);
  },
});

/** Who runs the command on this machine: with sudo, who ran that. Anyone can set these, so it helps to remember and proves nothing. */
const userOf = ({ SUDO_USER, USER }: NodeJS.ProcessEnv): string | undefined => SUDO_USER || USER || undefined;

/** npm runs scripts in the package's directory and passes the caller's directory in INIT_CWD. */
const directoryOfCaller = ({ npm_lifecycle_event, INIT_CWD }: NodeJS.ProcessEnv) =>
  (npm_lifecycle_event === 'trips' && INIT_CWD) || process.cwd();

const startsWith = (words: string[], name: string) => name.split(' ').every((word, index) => words[index] === word);

function helpOrFault(words: string[]): string {
  const asked = words.filter((word) => !word.startsWith('-') && word !== 'help');
  const wantsHelp = words.length === 0 || words.some((word) => ['--help', '-h', 'help'].includes(word));
  const group = commands.filter((command) => command.words.startsWith(`${asked[0]} `));
  const known = group.map((command) => command.words.split(' ')[1]).join(', ');
  if (wantsHelp && asked.length === 0) return helpForAll(commands);
  if (group.length > 0 && asked.length === 1) {
    if (wantsHelp) return helpForGroup(asked[0] ?? '', group);
    throw new OperatorFault(`${asked[0]} needs one of: ${known}`);
  }
  const hint = group.length > 0 ? `the commands of ${asked[0]} are ${known}` : 'see npm run -s trips -- --help';
  throw new OperatorFault(`there is no command "${words.join(' ')}": ${hint}`);
}
