import { listAuditEntries } from '../audit/auditStore.ts';
import type { Command } from './command.ts';
import { accountOption, givenAccount } from './givenAccount.ts';
import { parseCount } from './values.ts';

const DEFAULT_LIMIT = '100';
const MAX_LIMIT = 100_000;

const audit: Command = {
  words: 'audit',
  help: 'who did what in an account, newest first',
  options: {
    ...accountOption,
    limit: { value: 'NUMBER', help: `how many entries (default ${DEFAULT_LIMIT})` },
  },
  async run(given, context) {
    const { accountId } = await givenAccount(given, context);
    const limit = parseCount(given.text('limit') ?? DEFAULT_LIMIT, 'limit', MAX_LIMIT);
    return listAuditEntries(context.database, accountId, { offset: 0, limit });
  },
};

export const auditCommands = [audit];
