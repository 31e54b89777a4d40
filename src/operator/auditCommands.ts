import { listAuditEntries } from '../audit/auditStore.ts';
import type { Command } from './command.ts';
import { accountsOption, rowsOfGiven } from './givenAccount.ts';
import { parseCount } from './values.ts';

const DEFAULT_LIMIT = '100';
const MAX_LIMIT = 100_000;

const audit: Command = {
  words: 'audit',
  help: 'who did what in an account, or in all of them, newest first',
  options: {
    ...accountsOption,
    limit: { value: 'NUMBER', help: `how many entries (default ${DEFAULT_LIMIT})` },
  },
  async run(given, context) {
    const limit = parseCount(given.text('limit') ?? DEFAULT_LIMIT, 'limit', MAX_LIMIT);
    const entries = await rowsOfGiven(given, context, (accountId) =>
      listAuditEntries(context.database, accountId, { offset: 0, limit }),
    );
    return entries.sort((a, b) => b.recordedAt.getTime() - a.recordedAt.getTime()).slice(0, limit);
  },
};

export const auditCommands = [audit];
