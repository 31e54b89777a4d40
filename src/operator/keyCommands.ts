import { KEY_NAME, KEY_NETWORKS, KEY_SCOPES, type KeyScope } from '../contract/values.ts';
import { OperatorFault } from '../fault.ts';
import { keyState, wasRotated } from '../keys/apiKey.ts';
import { findAccountOfKey, type KeyRecord, listKeys, lockKey, type OwnKey, revokeKey } from '../keys/apiKeyStore.ts';
import { issueKey, MAX_ACTIVE_KEYS, rotateKey } from '../keys/keys.ts';
import type { Restrictions } from '../keys/restrictions.ts';
import { meantByNetwork, parseNetwork } from '../limits/networks.ts';
import type { Command, Context, Given } from './command.ts';
import { accountOption, givenAccount, listOfAccounts } from './givenAccount.ts';
import { parseDuration, parseKeyId, parseName } from './values.ts';

const issue: Command = {
  words: 'keys issue',
  help: 'issue a key; it is shown only once',
  options: {
    ...accountOption,
    name: { value: 'NAME', help: 'a label for the members of the account, such as where it is used' },
    'expires-in': { value: 'DURATION', help: 'how long it is valid, such as 90d (default: until revoked)' },
    scope: {
      value: 'SCOPE',
      help: `what it may do, repeatable: ${KEY_SCOPES.join(', ')} (default: everything)`,
      isRepeated: true,
    },
    network: {
      value: 'NETWORK',
      help: 'where it may be used from, repeatable, such as 203.0.113.0/24 (default: anywhere)',
      isRepeated: true,
    },
  },
  async run(given, context) {
    const { accountId } = await givenAccount(given, context);
    const lifetime = given.text('expires-in');
    const seconds = lifetime === undefined ? null : parseDuration(lifetime, 'expires-in');
    if (seconds === 0) throw new OperatorFault('--expires-in must be longer than 0: such a key would never be valid');
    const name = given.text('name');
    const label = name === undefined ? null : parseName(name, 'name', KEY_NAME.max);
    const restrictions = givenRestrictions(given);
    return context.database.transaction(async (client) => {
      const issued = await issueKey(client, context.clock, accountId, seconds, label, restrictions);
      await context.note(accountId)(client, 'KEY_ISSUED', { keyId: issued.keyId, ...(label && { name: label }) });
      return issued;
    });
  },
};

function givenRestrictions(given: Given): Restrictions {
  const scopes = [...new Set(given.texts('scope').map(parseScope))];
  const networks = [...new Set(given.texts('network').map(parseNetworkText))];
  if (networks.length > KEY_NETWORKS.max)
    throw new OperatorFault(`--network may be given at most ${KEY_NETWORKS.max} times`);
  return { scopes: scopes.length === 0 ? null : scopes, networks: networks.length === 0 ? null : networks };
}

function parseScope(text: string): KeyScope {
  const scope = KEY_SCOPES.find((each) => each === text);
  if (scope === undefined) throw new OperatorFault(`--scope must be one of ${KEY_SCOPES.join(', ')} (it is "${text}")`);
  return scope;
}

function parseNetworkText(text: string): string {
  const network = parseNetwork(text);
  if (!network)
    throw new OperatorFault(`--network must be an address or a network such as 203.0.113.0/24 (it is "${text}")`);
  const meant = meantByNetwork(network);
  if (meant)
    throw new OperatorFault(
      `--network ${text} has bits set beyond the prefix: use ${meant.address} or ${meant.network}`,
    );
  return text;
}

const rotate: Command = {
  words: 'keys rotate',
  argument: 'KEYID',
  help: 'issue a successor to a key; the old one stays valid for the overlap',
  options: {
    overlap: {
      value: 'DURATION',
      help: 'how long the old key still works, at most until it expires: 0s, 1h, 24h, 7d … (default 24h)',
    },
  },
  async run(given, { database, clock, warn, note }) {
    const keyId = parseKeyId(given.argument);
    const overlapSeconds = parseDuration(given.text('overlap') ?? '24h', 'overlap');
    const key = await findKeyOfAnyAccount(database, keyId);
    const old = (await listKeys(database, key.accountId)).find((each) => each.keyId === keyId);
    const askedEnd = new Date(clock().getTime() + overlapSeconds * 1000);
    const result = await rotateKey(database, clock, key, overlapSeconds, note(key.accountId));
    if ('apiKey' in result) {
      if (old && wasRotated(old)) warn(`key ${keyId} was rotated before: revoke the key issued then if nobody uses it`);
      if (old?.expiresAt && old.expiresAt < askedEnd)
        warn(`key ${keyId} works only until ${old.expiresAt.toISOString()}, as before: a rotation does not extend it`);
      return result;
    }
    if (result.refused === 'too_many')
      throw new OperatorFault(
        `the account has ${MAX_ACTIVE_KEYS} active keys: revoke one, or rotate with --overlap 0s`,
      );
    throw new OperatorFault(`key ${keyId} is ${result.refused}: issue a new one instead`);
  },
};

const revoke: Command = {
  words: 'keys revoke',
  argument: 'KEYID',
  help: 'revoke a key; it stops working everywhere within a second',
  async run(given, { database, clock, note }) {
    const keyId = parseKeyId(given.argument);
    const own = await findKeyOfAnyAccount(database, keyId);
    return database.transaction(async (client) => {
      const before = await lockKey(client, own);
      const key = await revokeKey(client, own, clock());
      if (!key) throw noSuchKey(keyId);
      if (!before?.revokedAt) await note(own.accountId)(client, 'KEY_REVOKED', { keyId });
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

const list = listOfAccounts(
  'keys list',
  'the keys of an account, or of all, without their secrets',
  listKeys,
  (key, { clock }) => keyView(key, clock()),
);

function keyView(key: KeyRecord, now: Date) {
  const { keyId, name, createdAt, expiresAt, revokedAt, lastUsedAt, scopes, networks } = key;
  const state = keyState(key, now).toUpperCase();
  return { keyId, name, state, createdAt, lastUsedAt, expiresAt, revokedAt, scopes, networks };
}

export const keyCommands = [issue, rotate, revoke, list];
