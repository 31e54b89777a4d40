import { keyState } from '../accounts/apiKey.ts';
import { type KeyRecord, listKeys, revokeKey } from '../accounts/apiKeyStore.ts';
import { issueKey, rotateKey } from '../accounts/keys.ts';
import { type Command, OperatorFault } from './command.ts';
import { accountOption, givenAccount, listOfAccount } from './givenAccount.ts';
import { parseDuration, parseKeyId } from './values.ts';

const issue: Command = {
  words: 'keys issue',
  help: 'issue a key; it is shown only now',
  options: {
    ...accountOption,
    'expires-in': { value: 'DURATION', help: 'how long it lives, such as 90d (default: until revoked)' },
  },
  async run(given, context) {
    const { accountId } = await givenAccount(given, context);
    const lifetime = given.text('expires-in');
    const seconds = lifetime === undefined ? null : parseDuration(lifetime, 'expires-in');
    return issueKey(context.database, context.clock, accountId, seconds);
  },
};

const rotate: Command = {
  words: 'keys rotate',
  argument: 'KEYID',
  help: 'issue a successor to a key; the old one lives on for the overlap',
  options: {
    overlap: { value: 'DURATION', help: 'how long the old key still works: 0s, 1h, 24h, 7d … (default 24h)' },
  },
  async run(given, { database, clock }) {
    const keyId = parseKeyId(given.argument);
    const result = await rotateKey(database, clock, keyId, parseDuration(given.text('overlap') ?? '24h', 'overlap'));
    if ('apiKey' in result) return result;
    throw new OperatorFault(
      result.refused === 'unknown'
        ? `there is no key ${keyId}`
        : `key ${keyId} is ${result.refused}: issue a new one instead`,
    );
  },
};

const revoke: Command = {
  words: 'keys revoke',
  argument: 'KEYID',
  help: 'end a key now; it stops working everywhere within a second',
  async run(given, { database, clock }) {
    const keyId = parseKeyId(given.argument);
    const key = await revokeKey(database, keyId, clock());
    if (!key) throw new OperatorFault(`there is no key ${keyId}`);
    return keyView(key, clock());
  },
};

const list = listOfAccount('keys list', 'the keys of an account, without their secrets', listKeys, (key, { clock }) =>
  keyView(key, clock()),
);

function keyView(key: KeyRecord, now: Date) {
  const { keyId, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return { keyId, state: keyState(key, now).toUpperCase(), createdAt, lastUsedAt, expiresAt, revokedAt };
}

export const keyCommands = [issue, rotate, revoke, list];
