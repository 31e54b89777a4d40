import { describe, expect, it } from 'vitest';
import { call } from '../support/client.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const linesOf = (id: string | null) => service.logLines().filter(({ requestId }) => requestId === id);

describe('X-Request-Id', () => {
  it.each(['a', 'req_1:2.3-4', 'A.b:c-9', 'x'.repeat(128)])('is the caller’s own when it is sane: %s', async (id) => {
    const { headers } = await call(service.url, 'GET', '/v1/trips', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toBe(id);
    await expect.poll(() => linesOf(id).length).toBe(1);
  });

  it.each(['', 'x'.repeat(129), 'two words', 'semi;colon', '{"json":1}', 'é', '<script>'])(
    'is a new one when the caller’s is not: %s',
    async (id) => {
      const { headers } = await call(service.url, 'GET', '/v1/trips', { headers: { 'x-request-id': id } });
      const given = headers.get('x-request-id');
      expect(given).toMatch(UUID);
      await expect.poll(() => linesOf(given).length).toBe(1);
      if (id !== '') expect(service.logText()).not.toContain(JSON.stringify(id).slice(1, -1));
    },
  );

  it('is another for every request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await call(service.url, 'GET', '/nowhere')).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(20);
  });

  it.each(['/healthz', '/readyz', '/v1/openapi.json'])('stands on %s too', async (path) => {
    const { headers } = await call(service.url, 'GET', path, {
      headers: { 'x-request-id': `of${path}`.replaceAll('/', '.') },
    });
    expect(headers.get('x-request-id')).toBe(`of${path}`.replaceAll('/', '.'));
  });

  it('stands on the answer to what is no HTTP, and in its line in the log', async () => {
    const { headers } = await sendRaw(service.url, 'rubbish\r\n\r\n');
    expect(headers.get('x-request-id')).toMatch(UUID);
    expect(linesOf(headers.get('x-request-id'))).toMatchObject([{ status: 400, code: 'VALIDATION_FAILED' }]);
  });
});
