import type { Queryable } from '../database/connection.ts';
import { newId } from '../identifiers.ts';
import { type Action, type Actor, insertAuditEntry, type Subject } from './auditStore.ts';

/** Records what happened, in the transaction in which it happens if there is one. */
export type Note = (database: Queryable, action: Action, subject?: Subject) => Promise<void>;

/** For actions of one actor in one account. */
export const noteFor =
  (accountId: string, actor: Actor): Note =>
  (database, action, subject = {}) =>
    insertAuditEntry(database, { accountId, entryId: newId(), actor, action, subject });

/** For an agreement between two accounts: each sees who the other is, but not which member acted or from which address. */
export const noteByOther = (accountId: string, name: string): Note => noteFor(accountId, { kind: 'MEMBER', name });

export const noteByOperator = (accountId: string, name?: string): Note =>
  noteFor(accountId, { kind: 'OPERATOR', ...(name && { name }) });
