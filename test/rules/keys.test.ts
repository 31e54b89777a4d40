import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Queryable, Statement } from '../../src/database/connection.ts';
import { ApiError } from '../../src/errors.ts';
import { authenticationGate, callerOf } from '../../src/gates/authentication.ts';
import { inOrder } from '../../src/gates/gate.ts';
import { keyRulesGate, needs } from '../../src/gates/keyRules.ts';
import { generateApiKey, hashSecret, keyState, parseApiKey, secretMatches, wasRotated } from '../../src/keys/apiKey.ts';
import type { KnownKey } from '../../src/keys/apiKeyStore.ts';
import { createAuthenticator } from '../../src/keys/authenticator.ts';
import { createKeyUseRecorder } from '../../src/keys/keyUse.ts';
import { ruleOf, UNRESTRICTED } from '../../src/keys/restrictions.ts';

const NOW = new Date('2027-03-01T08:00:00.000Z');
const secondsFromNow = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const { keyId, secretSha256, apiKey } = generateApiKey();
const KEY: KnownKey = {
  keyId,
  accountId: 'acc-1',
  secretSha256,
  expiresAt: null,
  revokedAt: null,
  role: 'DRIVER',
  apiTier: 'STANDARD',
  isVatExempt: false,
  scopes: null,
  networks: null,
};
const CALLER = { accountId: 'acc-1', keyId, role: 'DRIVER', apiTier: 'STANDARD', isVatExempt: false, rule: null };

/** Answers every statement with these rows, and records it. */
function storeOf(rows: () => unknown[]) {
  const asked: Statement[] = [];
  const database: Queryable = {
    async query(statement) {
      asked.push(statement);
      return { rows: rows() as never[], rowCount: null };
    },
  };
  return { asked, database };
}

describe('an API key', () => {
  it('is an id of 24 hexadecimal digits and a secret of 43 characters', () => {
    expect(apiKey).toMatch(/^trip_live_[0-9a-f]{24}\.[A-Za-z0-9_-]{43}$/);
    expect(parseApiKey(apiKey)).toEqual({ keyId, secret: apiKey.split('.')[1] });
    expect(hashSecret(apiKey.split('.')[1] ?? '')).toEqual(secretSha256);
  });

  it.each([
    ['nothing', ''],
    ['text before it', `x${apiKey}`],
    ['text after it', `${apiKey}x`],
    ['another prefix', apiKey.replace('trip_live_', 'trip_test_')],
    ['no dot', apiKey.replace('.', '')],
    ['another character instead of the dot', apiKey.replace('.', 'x')],
    ['a short id', apiKey.replace(/[0-9a-f]\./, '.')],
    ['an id in capitals', `trip_live_${'A'.repeat(24)}.${'a'.repeat(43)}`],
    ['a short secret', apiKey.slice(0, -1)],
    ['a secret with other characters', `${apiKey.slice(0, -1)}+`],
  ])('is none with %s', (_, text) => {
    expect(parseApiKey(text)).toBeUndefined();
  });

  it.each([
    ['active', null, null],
    ['active', 1, null],
    ['expired', 0, null],
    ['expired', -1, null],
    ['revoked', null, -1],
    ['revoked', 1, 1],
    ['revoked', -2, -1],
  ])('is %s if it expires in %s seconds and was revoked after %s', (state, expires, revoked) => {
    const at = (seconds: number | null) => (seconds === null ? null : secondsFromNow(seconds));
    expect(keyState({ expiresAt: at(expires), revokedAt: at(revoked) }, NOW)).toBe(state);
  });

  it.each([
    [false, 'never expires', null, null],
    [false, 'expires at the end of its lifetime', 90, 90],
    [true, 'expires before', 89, 90],
    [true, 'expires, though it had no end', 90, null],
  ])('was rotated: %s, if it %s', (expected, _, expires, lifetimeSeconds) => {
    const expiresAt = expires === null ? null : secondsFromNow(expires);
    expect(wasRotated({ createdAt: NOW, expiresAt, lifetimeSeconds })).toBe(expected);
  });

  it('has a secret that equals itself alone', () => {
    expect([secretMatches(secretSha256, secretSha256), secretMatches(hashSecret('x'), secretSha256)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('what a key is allowed', () => {
  it('is everything, at no cost, without restrictions', () => {
    expect(ruleOf(UNRESTRICTED)).toBeNull();
  });

  it('is what one of its scopes allows, from anywhere', () => {
    const rule = ruleOf({ scopes: ['trips:read', 'events'], networks: null });
    expect(rule?.(['quotes', 'trips:read'], '192.0.2.1')).toBeUndefined();
    expect(rule?.(['quotes', 'trips:write'], '192.0.2.1')).toBe('This key lacks the scope quotes or trips:write.');
    expect(rule?.([], '192.0.2.1')).toBeDefined();
  });

  it('is everything from its networks, and nothing from elsewhere', () => {
    const rule = ruleOf({ scopes: null, networks: ['10.0.0.0/8', '192.0.2.1'] });
    expect(['10.1.1.1', '192.0.2.1'].map((address) => rule?.(['quotes'], address))).toEqual([undefined, undefined]);
    expect(rule?.(['quotes'], '192.0.2.2')).toBe('This key may not be used from the address 192.0.2.2.');
  });

  it('is nothing if no stored network can be read', () => {
    expect(ruleOf({ scopes: null, networks: ['nonsense'] })?.(['quotes'], '10.1.1.1')).toBeDefined();
    expect(ruleOf({ scopes: null, networks: [] })?.(['quotes'], '10.1.1.1')).toBeDefined();
  });
});

describe('the caller who sends a key', () => {
  const uses: [string, Date][] = [];
  const authenticatorFor = (rows: () => KnownKey[]) => {
    const { asked, database } = storeOf(rows);
    uses.length = 0;
    return {
      asked,
      verify: createAuthenticator(
        database,
        () => NOW,
        (id, at) => void uses.push([id, at]),
      ).verify,
    };
  };

  it('is its account, and the use is noted', async () => {
    const { verify } = authenticatorFor(() => [KEY]);
    expect(await verify(apiKey)).toEqual(CALLER);
    expect(uses).toEqual([[keyId, NOW]]);
  });

  it('has the rule of a key that is restricted', async () => {
    const { verify } = authenticatorFor(() => [{ ...KEY, scopes: ['quotes'] }]);
    expect(await verify(apiKey)).toEqual({ ...CALLER, rule: expect.any(Function) });
  });

  it('is looked up once in less than a second, then again', async () => {
    let now = 5_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.useFakeTimers({ toFake: ['setTimeout'] }); // the cache keeps the time for a millisecond
    const pass = (ms: number) => {
      now += ms;
      vi.advanceTimersByTime(ms);
    };
    let known = [KEY];
    const { asked, verify } = authenticatorFor(() => known);
    await verify(apiKey);
    known = [{ ...KEY, revokedAt: NOW }];
    pass(899);
    expect(verify(apiKey)).toEqual(CALLER); // without waiting
    expect([asked.length, uses.length]).toEqual([1, 2]);
    pass(2);
    expect(await verify(apiKey)).toEqual({ refused: 'revoked' });
    expect([asked.length, uses.length]).toEqual([2, 2]);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is trusted from before the look-up: the key may have been revoked since', async () => {
    let now = 5_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { asked, verify } = authenticatorFor(() => {
      now += 500; // the database is slow
      return [KEY];
    });
    await verify(apiKey);
    now += 450;
    vi.advanceTimersByTime(950);
    await verify(apiKey);
    expect(asked).toHaveLength(2);
  });

  it('is looked up together with others who come at the same time, by each id once', async () => {
    const { asked, verify } = authenticatorFor(() => [KEY]);
    const other = generateApiKey();
    const verdicts = await Promise.all([verify(apiKey), verify(apiKey), verify(other.apiKey)]);
    expect(verdicts).toEqual([CALLER, CALLER, { refused: 'unknown' }]);
    expect(asked.map(({ values }) => values)).toEqual([[[keyId, other.keyId]]]);
  });

  it.each([
    ['unknown', 'it does not exist', [], apiKey],
    ['unknown', 'its secret is another’s', [KEY], `trip_live_${keyId}.${generateApiKey().apiKey.split('.')[1]}`],
    ['revoked', 'it was revoked', [{ ...KEY, revokedAt: NOW }], apiKey],
    ['expired', 'it has expired', [{ ...KEY, expiresAt: NOW }], apiKey],
  ])('is refused as %s if %s', async (refused, _, rows, key) => {
    expect(await authenticatorFor(() => rows).verify(key)).toEqual({ refused });
    expect(uses).toEqual([]);
  });

  it('is refused without a look-up if it is none', async () => {
    const { asked, verify } = authenticatorFor(() => [KEY]);
    expect([await verify('nonsense'), asked]).toEqual([{ refused: 'unknown' }, []]);
  });

  it('is looked up each time with a wrong secret, even while the right one is trusted', async () => {
    const { asked, verify } = authenticatorFor(() => [KEY]);
    await verify(apiKey);
    const wrong = `trip_live_${keyId}.${'A'.repeat(43)}`;
    expect([await verify(wrong), await verify(wrong)]).toEqual([{ refused: 'unknown' }, { refused: 'unknown' }]);
    expect(asked).toHaveLength(3);
  });
});

describe('the gates of a request', () => {
  let app: FastifyInstance;
  let known: KnownKey;
  beforeEach(async () => {
    app = Fastify();
    app.decorateRequest('caller', null);
    known = { ...KEY, scopes: ['quotes'], networks: ['127.0.0.1'] };
    const { database } = storeOf(() => [known]);
    const authenticate = authenticationGate(
      createAuthenticator(
        database,
        () => NOW,
        () => {},
      ),
    );
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof ApiError)) return reply.code(500).send((error as Error).message);
      const { code, statusCode, publicMessage, headers } = error;
      return reply.code(statusCode).headers(headers).send({ code, message: publicMessage });
    });
    app.get('/outside', async (request) => callerOf(request));
    await app.register(async (behind) => {
      behind.addHook('onRequest', inOrder(authenticate, keyRulesGate(behind)));
      behind.get('/quotes', needs('quotes'), async (request) => callerOf(request).accountId);
      behind.get('/trips', needs('trips:read'), async () => 'trips');
    });
  });
  const get = async (url: string, authorization?: string, remoteAddress = '127.0.0.1') => {
    const { statusCode, body, headers } = await app.inject({
      url,
      remoteAddress,
      headers: authorization === undefined ? {} : { authorization },
    });
    return { status: statusCode, body, headers };
  };

  it.each([`Bearer ${apiKey}`, `bearer   ${apiKey}  `])('let a key in that is sent as "%s"', async (authorization) => {
    // The second time the key is trusted, and nothing waits.
    for (const _ of [1, 2]) {
      const { status, body, headers } = await get('/quotes', authorization);
      expect([status, body, headers['cache-control']]).toEqual([200, 'acc-1', 'no-store']);
    }
  });

  it.each([
    undefined,
    '',
    apiKey,
    'Bearer',
    'Bearer ',
    `Bearer${apiKey}`,
    `xBearer ${apiKey}`,
    `Bearer ${apiKey} x`,
    `Basic ${apiKey}`,
  ])('ask for a key where "%s" is sent', async (authorization) => {
    const { status, body, headers } = await get('/quotes', authorization);
    expect([status, JSON.parse(body).message]).toEqual([
      401,
      'Send Authorization: Bearer trip_live_<keyId>.<secret> with a valid API key.',
    ]);
    expect([headers['www-authenticate'], headers['cache-control']]).toEqual(['Bearer', 'no-store']);
  });

  it('refuse a key that is unknown', async () => {
    const { status, body, headers } = await get('/quotes', 'Bearer nonsense');
    expect([status, JSON.parse(body)]).toEqual([
      401,
      { code: 'UNAUTHORIZED', message: 'The API key is malformed or unknown.' },
    ]);
    expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  it('refuse what the key is not allowed, or from where', async () => {
    expect(await get('/trips', `Bearer ${apiKey}`)).toMatchObject({
      status: 403,
      body: JSON.stringify({ code: 'FORBIDDEN', message: 'This key lacks the scope trips:read.' }),
    });
    expect(await get('/quotes', `Bearer ${apiKey}`, '192.0.2.1')).toMatchObject({
      status: 403,
      body: expect.stringContaining('may not be used from the address 192.0.2.1'),
    });
  });

  it('refuse no route to a key without restrictions', async () => {
    known = KEY;
    expect(await get('/trips', `Bearer ${apiKey}`, '192.0.2.1')).toMatchObject({ status: 200, body: 'trips' });
  });

  it('refuse two Authorization headers, of which a proxy may have judged the other', async () => {
    const request = { headers: { authorization: `Bearer ${apiKey}` }, raw: { rawHeaders: [] as string[] } };
    const gate = authenticationGate({ verify: () => ({ refused: 'unknown' }) });
    const refusalOf = (...rawHeaders: string[]) => {
      request.raw.rawHeaders = rawHeaders;
      try {
        void gate(request as never, { header() {} } as never);
      } catch (fault) {
        return (fault as ApiError).publicMessage;
      }
    };
    expect(refusalOf('Authorization', 'a', 'authorization', 'b')).toBe('Send one Authorization header, not several.');
    expect(refusalOf('Authorization', 'a', 'Accept', 'b')).toBe('The API key is malformed or unknown.');
  });

  it('know no caller where they do not stand', async () => {
    expect(await get('/outside')).toMatchObject({
      status: 500,
      body: expect.stringContaining('this route is not behind the authentication gate'),
    });
  });

  it('take no route that does not say which scope it needs', async () => {
    for (const options of [{}, { config: {} }]) {
      const other = Fastify();
      keyRulesGate(other);
      expect(() => other.get('/v1/x', options, async () => 'x')).toThrow('GET /v1/x does not say which scope it needs');
    }
  });
});

describe('the last use of keys', () => {
  const logged: unknown[][] = [];
  const log = {
    warn: (...words: unknown[]) => void logged.push(['warn', ...words]),
    info: (...words: unknown[]) => void logged.push(['info', ...words]),
  } as never;
  beforeEach(() => {
    logged.length = 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is written for all keys at once, every five seconds, if there is any', async () => {
    const { asked, database } = storeOf(() => []);
    const uses = createKeyUseRecorder(database, log);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual([]);
    uses.note('a', NOW);
    uses.note('b', NOW);
    uses.note('a', secondsFromNow(1));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ values }) => values)).toEqual([
      [
        ['a', 'b'],
        [secondsFromNow(1), NOW],
      ],
    ]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toHaveLength(1);
    await uses.close();
  });

  it('is written when the service stops, and never afterwards', async () => {
    const { asked, database } = storeOf(() => []);
    const uses = createKeyUseRecorder(database, log, 1_000);
    uses.note('a', NOW);
    await uses.close();
    expect(asked).toHaveLength(1);
    uses.note('a', NOW);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveLength(1);
  });

  it('is tried again after a failure, unless there is a later one; the log says when it begins and ends', async () => {
    let isBroken = true;
    const { asked, database } = storeOf(() => {
      if (!isBroken) return [];
      uses.note('b', secondsFromNow(1)); // while it is being written
      throw new Error('connection lost');
    });
    const uses = createKeyUseRecorder(database, log);
    uses.note('a', NOW);
    uses.note('b', NOW);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(logged).toEqual([
      ['warn', { err: new Error('connection lost') }, 'could not record the last use of API keys; trying again'],
    ]);
    isBroken = false;
    await uses.close();
    expect(logged.slice(1)).toEqual([['info', { attempts: 3 }, 'can record the last use of API keys again']]);
    const [ids, times] = (asked[3]?.values ?? [[], []]) as [string[], Date[]];
    expect(Object.fromEntries(ids.map((id, at) => [id, times[at]]))).toEqual({ a: NOW, b: secondsFromNow(1) });
  });
});
