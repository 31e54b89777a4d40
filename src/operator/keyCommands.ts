import { noteByOperator } from '../audit/audit.ts';
import { KEY_NAME } from '../contract/values.ts';
import { OperatorFault } from '../fault.ts';
import { keyState } from '../keys/apiKey.ts';
import { findAccountOfKey, type KeyRecord, listKeys, type OwnKey, revokeKey } from '../keys/apiKeyStore.ts';
import { issueKey, rotateKey } from '../keys/keys.ts';
import type { Command, Context } from './command.ts';
import { accountOption, givenAccount, listOfAccount } from './givenAccount.ts';
import { parseDuration, parseKeyId, parseName } from './values.ts';

const issue: Command = {
  words: 'keys issue',
  help: 'issue a key; it is shown only once',
  options: {
    ...accountOption,
    name: { value: 'NAME', help: 'where it is used, for the people of the account' },
    'expires-in': { value: 'DURATION', help: 'how long it is valid, such as 90d (default: until revoked)' },
  },
  async run(given, context) {
    const { accountId } = await givenAccount(given, context);
    const lifetime = given.text('expires-in');
    const seconds = lifetime === undefined ? null : parseDuration(lifetime, 'expires-in');
    const name = given.text('name');
    const label = name === undefined ? null : parseName(name, 'name', KEY_NAME.max);
    return context.database.transaction(async (client) => {
      const issued = await issueKey(client, context.clock, accountId, seconds, label);
      await noteByOperator(accountId)(client, 'KEY_ISSUED', { keyId: issued.keyId, ...(label && { name: label }) });
      return issued;
    });
  },
};

const rotate: Command = {
  words: 'keys rotate',
  argument: 'KEYID',
  help: 'issue a successor to a key; the old one stays valid for the overlap',
  options: {
    overlap: { value: 'DURATION', help: 'how long the old key still works: 0s, 1h, 24h, 7d … (default 24h)' },
  },
  async run(given, { database, clock }) {
    const keyId = parseKeyId(given.argument);
    const overlapSeconds = parseDuration(given.text('overlap') ?? '24h', 'overlap');
    const key = await findKeyOfAnyAccount(database, keyId);
    const result = await rotateKey(database, clock, key, overlapSeconds, noteByOperator(key.accountId));
    if ('apiKey' in result) return result;
    throw new OperatorFault(`key ${keyId} is ${result.refused}: issue a new one instead`);
  },
};

const revoke: Command = {
  words: 'keys revoke',
  argument: 'KEYID',
  help: 'end a key now; it stops working everywhere within a second',
  async run(given, { database, clock }) {
    const keyId = parseKeyId(given.argument);
    const own = await findKeyOfAnyAccount(database, keyId);
    return database.transaction(async (client) => {
      const key = await revokeKey(client, own, clock());
      if (!key) throw noSuchKey(keyId);
      await noteByOperator(own.accountId)(client, 'KEY_REVOKED', { keyId });
      return keyView(key, clock());
    });
  },
};

const noSuchKey = (keyId: string) => new OperatorFault(`there is no key ${keyId}`);

async function findKeyOfAnyAccount(database: Context['database'], keyId: string): Promise<OwnKey> {
  const accountId = await findAccountOfKey(database, keyId);
  if (accountId === undefined) throw noSuchKey(keyId);
  return { accountId, keyId };
}

const list = listOfAccount('keys list', 'the keys of an account, without their secrets', listKeys, (key, { clock }) =>
  keyView(key, clock()),
);

function keyView(key: KeyRecord, now: Date) {
  const { keyId, name, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return { keyId, name, state: keyState(key, now).toUpperCase(), createdAt, lastUsedAt, expiresAt, revokedAt };
}

export const keyCommands = [issue, rotate, revoke, list];
