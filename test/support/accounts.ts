import { afterAll } from 'vitest';
import { createDemoAccount, type DemoAccount } from '../../src/accounts/demoAccount.ts';
import { systemClock } from '../../src/clock.ts';
import { type Database, openDatabase } from '../../src/database/connection.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface Accounts extends Pick<TestDatabase, 'url' | 'target'> {
  database: Database;
  newAccount(): Promise<DemoAccount>;
  newKey(): Promise<string>;
  close(): Promise<void>;
}

/** A database for services that run as processes, and accounts in it. */
export async function openAccounts(): Promise<Accounts> {
  const { url, target, drop } = await createTestDatabase();
  const database = openDatabase(target);
  const newAccount = () =>
    createDemoAccount(database, systemClock, { role: 'DRIVER', apiTier: 'STANDARD', isVatExempt: false });
  return {
    url,
    target,
    database,
    newAccount,
    newKey: async () => (await newAccount()).key.apiKey,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** One for all tests of a file, dropped after the last one. */
export async function accountsForFile(): Promise<Accounts> {
  const accounts = await openAccounts();
  afterAll(() => accounts.close());
  return accounts;
}
