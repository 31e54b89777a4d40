import { expect, it } from 'vitest';
import { readTraceparent } from '../../src/gates/trace.ts';
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

it.each([
  ['of version 00', PARENT, PARENT],
  ['not sampled', PARENT.replace(/1$/, '0'), PARENT.replace(/1$/, '0')],
  ['of a later version, with more in it', `cc-${PARENT.slice(3)}-what-comes-later`, PARENT],
])('a header %s is read', (_, header, expected) => {
  expect(readTraceparent(header)).toEqual({ traceId: TRACE, traceparent: expected });
});

it.each([
  ['of version ff', `ff-${PARENT.slice(3)}`],
  ['of version 00 with more in it', `${PARENT}-more`],
  ['of a later version with text attached', `cc-${PARENT.slice(3)}.what`],
  ['with a trace of zeros', PARENT.replace(TRACE, '0'.repeat(32))],
  ['with a parent of zeros', PARENT.replace('00f067aa0ba902b7', '0'.repeat(16))],
  ['in upper case', `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`],
  ['too short', PARENT.slice(0, -1)],
  ['with a line break', `${PARENT}\r\nx: y`],
  ['sent twice', `${PARENT}, ${PARENT}`],
  ['that is none', undefined],
])('a header %s is ignored', (_, header) => {
  expect(readTraceparent(header)).toBeUndefined();
});
