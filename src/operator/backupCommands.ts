import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backupDatabase } from '../database/backup/backupDatabase.ts';
import { restoreDatabase } from '../database/backup/restoreDatabase.ts';
import { OperatorFault } from '../fault.ts';
import type { Command, Context } from './command.ts';

const backup: Command = {
  words: 'backup',
  argument: 'FILE',
  help: 'write all accounts, keys and trips to FILE as of this moment, while the service runs',
  run(given, context) {
    const { target, clock } = context;
    return backupDatabase(target, { file: givenFile(given.argument, context), clock, watch: context.watch() });
  },
};

const restore: Command = {
  words: 'restore',
  argument: 'FILE',
  help: 'replace all data with a backup; the replaced rows are saved to a file first',
  options: {
    replaced: { value: 'FILE', help: 'where to save the replaced rows (default: beside FILE, FILE.replaced-TIME)' },
  },
  run(given, context) {
    const { target, clock } = context;
    const file = givenFile(given.argument, context);
    const replaced = givenReplaced(given.text('replaced'), context);
    return restoreDatabase(target, {
      file,
      replacedFile: (now) => replaced ?? `${file}.replaced-${stamp(now)}`,
      clock,
      watch: context.watch(),
    });
  },
};

/** A restore must not overwrite the backup itself nor an earlier one's copy of what it replaced. */
function givenReplaced(text: string | undefined, context: Context): string | undefined {
  if (text === undefined) return undefined;
  const file = givenFile(text, context);
  if (existsSync(file)) throw new OperatorFault(`--replaced ${text} already exists: choose another name`);
  return file;
}

function givenFile(text: string, { directory }: Context): string {
  if (text === '-') throw new OperatorFault('FILE must name a file: a backup cannot be piped');
  return resolve(directory, text);
}

/** A timestamp for a file name, in milliseconds, so that no two restores share it. */
const stamp = (moment: Date) => moment.toISOString().replaceAll(':', '-');

export const backupCommands = [backup, restore];
