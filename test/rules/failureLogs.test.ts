import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/errors.ts';
import { failureLog } from '../../src/gates/failureLog.ts';
import { sheddingLog } from '../../src/gates/sheddingLog.ts';

type Line = [fields: object, message: string];
let lines: Line[];

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const write = (fields: object, message: string) => void lines.push([fields, message]);

describe('the causes of failures', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const unavailable = (cause: unknown) => new ApiError('SERVICE_UNAVAILABLE', { cause });
  const request = { id: 'a-request', traceId: '' };

  it('are logged under the request and its trace', () => {
    const log = failureLog({ error: write as never });
    log(unavailable(refused), { id: 'a-request', traceId: 'a-trace' });
    log(new ApiError('INTERNAL_ERROR', { cause: refused }), request);
    expect(lines).toEqual([
      [{ err: refused, requestId: 'a-request', traceId: 'a-trace' }, 'SERVICE_UNAVAILABLE'],
      [{ err: refused, requestId: 'a-request', traceId: undefined }, 'INTERNAL_ERROR'],
    ]);
  });

  it('are logged every time if they are internal', () => {
    const log = failureLog({ error: write as never });
    for (const _ of [1, 2, 3]) log(new ApiError('INTERNAL_ERROR', { cause: refused }), request);
    expect(lines.length).toBe(3);
  });

  it('are logged once a second if something is unavailable, as long as it is', () => {
    const log = failureLog({ error: write as never });
    for (const _ of [1, 2, 3]) log(unavailable(refused), request);
    vi.advanceTimersByTime(999);
    expect(lines.length).toBe(1);
    vi.advanceTimersByTime(1);
    expect(lines.at(-1)).toEqual([{ err: refused, keptBack: 2 }, 'SERVICE_UNAVAILABLE']);
    log(unavailable(refused), request);
    vi.advanceTimersByTime(1_000);
    expect(lines.at(-1)).toEqual([{ err: refused, keptBack: 1 }, 'SERVICE_UNAVAILABLE']);
    vi.advanceTimersByTime(5_000);
    expect(lines.length).toBe(3);
    log(unavailable(refused), request);
    expect(lines.at(-1)?.[0]).toMatchObject({ requestId: 'a-request' });
  });

  it.each([
    ['another code', Object.assign(new Error('connect ECONNREFUSED'), { code: '57P01' })],
    ['another message', new Error('timeout')],
    ['no cause', undefined],
  ])('that differ are logged separately: %s', (_, other) => {
    const log = failureLog({ error: write as never });
    log(unavailable(refused), request);
    log(unavailable(other), request);
    log(unavailable(other), request);
    expect(lines.map(([fields]) => (fields as { err: unknown }).err)).toEqual([refused, other]);
  });
});

it('overload is logged when it begins, and when it has been over for a while', () => {
  const log = sheddingLog({ warn: write as never }, 2);
  const ticks = (count: number) => Array.from({ length: count }, () => log.noteTick());
  const began: Line = [{ underWay: 9, limit: 8 }, 'overloaded: refusing requests with 503 until fewer are in progress'];
  ticks(5);
  expect(lines).toEqual([]);
  log.noteRefusal({ underWay: 9, limit: 8 });
  ticks(2);
  log.noteRefusal({ underWay: 10, limit: 8 });
  ticks(2);
  expect(lines).toEqual([began]);
  ticks(1);
  expect(lines).toEqual([began, [{ refused: 2 }, 'no longer overloaded: every request is admitted']]);
  ticks(5);
  log.noteRefusal({ underWay: 9, limit: 8 });
  ticks(3);
  expect(lines.slice(2)).toEqual([began, [{ refused: 1 }, 'no longer overloaded: every request is admitted']]);
});
