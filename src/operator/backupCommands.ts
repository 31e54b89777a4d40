import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasAccounts } from '../accounts/accountStore.ts';
import { backupDatabase } from '../database/backup/backupDatabase.ts';
import { openBackup } from '../database/backup/readBackup.ts';
import { restoreDatabase } from '../database/backup/restoreDatabase.ts';
import { OperatorFault } from '../fault.ts';
import type { Command, ContextWithoutDatabase } from './command.ts';

const backup: Command = {
  words: 'backup',
  argument: 'FILE',
  help: 'write all accounts, keys and trips to FILE as of this moment, while the service runs; - is standard output',
  async run(given, context) {
    const { database, target, clock, write, warn } = context;
    const to = given.argument === '-' ? write : givenFile(given.argument, context);
    if (!(await hasAccounts(database)))
      warn('warning: there are no accounts in this database: are DATA_DIR and DATABASE_URL those of the service?');
    return backupDatabase(target, { to, clock, watch: context.watch(), warn });
  },
};

const CLOSED =
  'revoked and rotated keys, old passwords and roles, removed members, deleted and disabled webhook endpoints, ended agreements with drivers';

const restore: Command = {
  words: 'restore',
  migrates: true,
  creates: true,
  argument: 'FILE',
  help: 'replace all data with a backup; the replaced rows are saved to a file first',
  options: {
    'revive-keys': {
      help: `also bring back what was closed since the backup: ${CLOSED}`,
    },
    replaced: { value: 'FILE', help: 'where to save the replaced rows (default: beside FILE, FILE.replaced-TIME)' },
  },
  async check(given, context) {
    const { handle } = await openBackup(givenFile(given.argument, context));
    await handle.close();
    givenReplaced(given.text('replaced'), context);
  },
  run(given, context) {
    const { target, clock } = context;
    const file = givenFile(given.argument, context);
    const revivesKeys = given.isSet('revive-keys');
    if (revivesKeys) context.warn(`warning: what was closed since the backup comes back: ${CLOSED}`);
    const replaced = givenReplaced(given.text('replaced'), context);
    return restoreDatabase(target, {
      file,
      replacedFile: (now) => replaced ?? `${file}.replaced-${stamp(now)}`,
      clock,
      watch: context.watch(),
      revivesKeys,
    });
  },
};

/** A restore must not overwrite the backup itself nor an earlier one's copy of what it replaced. */
function givenReplaced(text: string | undefined, context: ContextWithoutDatabase): string | undefined {
  if (text === undefined) return undefined;
  const file = givenFile(text, context);
  if (existsSync(file)) throw new OperatorFault(`--replaced ${text} already exists: choose another name`);
  return file;
}

function givenFile(text: string, { directory }: ContextWithoutDatabase): string {
  if (text === '-') throw new OperatorFault('FILE must name a file: it is read twice, so it cannot be piped');
  return resolve(directory, text);
}

/** A timestamp for a file name, in milliseconds, so that no two restores share it. */
const stamp = (moment: Date) => moment.toISOString().replaceAll(':', '-');

export const backupCommands = [backup, restore];
