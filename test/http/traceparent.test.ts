import { expect, it } from 'vitest';
import { takeDatabaseAway } from '../support/databaseOfService.ts';
import { serviceForFile, startService } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

const linesOf = (requestId: string, of = service) => of.logLines().filter((line) => line.requestId === requestId);

async function listWith(traceparent: string, requestId: string) {
  const answer = await account.api.send('GET', '/v1/trips', { headers: { traceparent, 'x-request-id': requestId } });
  await expect.poll(() => linesOf(requestId)).toHaveLength(1);
  return { returned: answer.headers.get('traceparent'), line: linesOf(requestId)[0] };
}

it('a caller’s trace is named in the log line, and its header comes back', async () => {
  const { returned, line } = await listWith(PARENT, 'traced-1');
  expect(returned).toBe(PARENT);
  expect(line).toMatchObject({ traceId: TRACE, msg: 'request', status: 200 });
});

it('an invalid header is ignored, and without one there is no trace', async () => {
  const { returned, line } = await listWith(PARENT.toUpperCase(), 'traced-2');
  expect([returned, line?.traceId]).toEqual([null, undefined]);
  const answer = await account.api.list();
  expect(answer.headers.get('traceparent')).toBeNull();
});

it('the cause of a 503 is logged under the trace too', async () => {
  const broken = await startService();
  const { api } = await broken.account();
  const bringBack = await takeDatabaseAway(broken);
  const headers = { traceparent: PARENT, 'x-request-id': 'traced-3' };
  expect((await api.send('GET', '/v1/trips', { headers })).status).toBe(503);
  await expect.poll(() => linesOf('traced-3', broken).map(({ traceId }) => traceId)).toEqual([TRACE, TRACE]);
  bringBack();
  await broken.close();
});
