import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/connection.ts';
import type { Authenticator } from '../../src/keys/authenticator.ts';
import { call } from '../support/client.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
afterEach(() => service.close());

describe('what is not counted leads nowhere', () => {
  it('bytes that are no HTTP: no key is looked at, and nothing is asked of the database', async () => {
    const asked: string[] = [];
    const authenticator: Authenticator = {
      verify: async (apiKey) => {
        asked.push(apiKey);
        return { refused: 'unknown' };
      },
    };
    service = await startService({ env: { RATE_LIMIT_IP: '2/60' }, overrides: { authenticator } });
    const withKey = 'Host: a\r\nAuthorization: Bearer trip_live_x.y';
    for (const bytes of [
      `rubbish\r\n${withKey}\r\n\r\n`,
      `BREW /v1/trips HTTP/1.1\r\n${withKey}\r\n\r\n`,
      `GET /v1/trips HTTP/9.9\r\n${withKey}\r\n\r\n`,
      `GET /v1/trips HTTP/1.1\r\nno colon\r\n${withKey}\r\n\r\n`,
      `POST /v1/trips HTTP/1.1\r\n${withKey}\r\nTransfer-Encoding: chunked\r\n\r\nno-size`,
    ]) {
      expect((await sendRaw(service.url, bytes)).status).toBe(400);
    }
    expect(asked).toEqual([]);
    // The last of them was a request until its body broke, and was counted as one.
    expect((await call(service.url, 'GET', '/v1/trips', { key: 'k' })).headers.get('ratelimit')).toMatch(/"ip";r=0;/);
    expect(asked).toEqual(['k']);
  });

  it('health probes: a path, method or header beside theirs is counted like any other, or is a probe and no more', async () => {
    service = await startService({ env: { RATE_LIMIT_IP: '1/60' } });
    await call(service.url, 'GET', '/nowhere');
    const raw = async (line: string, ...headers: string[]) => {
      const lines = [`${line} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''];
      return sendRaw(service.url, lines.join('\r\n'));
    };
    const beside = [
      ...['GET /healthz/', 'GET /HEALTHZ', 'GET //healthz', 'GET /healthz/../v1/trips', 'GET /healthz/%2e%2e/v1/trips'],
      ...['GET /healthz%2f..%2fv1/trips', 'GET /healthz;/v1/trips', 'GET /v1/trips?/healthz', 'GET /v1/trips#/healthz'],
      ...['POST /healthz', 'DELETE /readyz', 'GET /readyz%00', 'GET /healthz%3F', 'OPTIONS /healthz'],
    ];
    for (const line of beside) expect([line, (await raw(line)).status]).toEqual([line, 429]);
    const { apiKey } = await service.account();
    const disguises = ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Path', 'X-HTTP-Method-Override'];
    for (const name of disguises) {
      const answer = await raw('GET /healthz?x=/v1/trips', `${name}: /v1/trips`, `Authorization: Bearer ${apiKey}`);
      expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
    }
  });

  it('however many probes ask at once, the database is asked once at a time', async () => {
    let running = 0;
    let most = 0;
    const database: Database = {
      ...service.database,
      async transaction(work) {
        running += 1;
        most = Math.max(most, running);
        return service.database.transaction(work).finally(() => {
          running -= 1;
        });
      },
    };
    service = await startService({ overrides: { database } });
    const probes = Array.from({ length: 100 }, () => call(service.url, 'GET', '/readyz'));
    const statuses = (await Promise.all(probes)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(most).toBe(1);
  });
});
