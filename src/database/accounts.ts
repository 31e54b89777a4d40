import { parseId } from '../identifiers.ts';
import type { Statement } from './connection.ts';

/**
 * For a statement that acts for all accounts: it finds out whose something is, or does housekeeping. It says so itself; everything
 * else sees only the accounts that it names.
 */
export const ALL_ACCOUNTS = Symbol('all accounts');

/** The accounts whose rows a statement may read and write. */
export type Accounts = readonly string[] | typeof ALL_ACCOUNTS;

/**
 * The accounts that a statement names: the one that is its first value, unless it says otherwise. Only identifiers are let through, since
 * the value may be anything that a caller sent.
 */
export function namedAccounts({ actsFor, values }: Statement): string[] {
  if (actsFor === ALL_ACCOUNTS) return [];
  const accounts: readonly unknown[] = actsFor ?? values?.slice(0, 1) ?? [];
  return accounts.filter((account): account is string => typeof account === 'string' && parseId(account) === account);
}

/** The setting that row-level security compares rows with. */
export const accountsSetting = (statement: Statement): string =>
  statement.actsFor === ALL_ACCOUNTS ? '*' : namedAccounts(statement).join(',');
