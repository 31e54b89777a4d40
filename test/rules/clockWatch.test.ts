import { expect, it } from 'vitest';
import type { Queryable } from '../../src/database/connection.ts';
import { clockOffsetSeconds } from '../../src/database/databaseClock.ts';
import { watchClock } from '../../src/start/clockWatch.ts';

const at = (seconds: number) => new Date(seconds * 1000);
const saying = (seconds: () => number) =>
  ({ query: async () => ({ rows: [{ now: at(seconds()) }] }) }) as never as Queryable;

it.each([
  ['as it asks and as it is answered', 100, 100, 100, 0],
  ['while a slow question is answered', 100, 160, 130, 0],
  ['behind, even if the answer was slow', 100, 160, 90, 10],
  ['ahead, even if the answer was slow', 100, 160, 170, -10],
])('the clock compared with a database that is %s', async (_, asked, answered, told, offset) => {
  const times = [asked, answered];
  expect(
    await clockOffsetSeconds(
      saying(() => told),
      () => at(times.shift() ?? 0),
    ),
  ).toBe(offset);
});

it('is logged when it begins to differ from the database’s by more than five seconds, and when it agrees again', async () => {
  const lines: unknown[] = [];
  let told = 0;
  const log = { warn: (...line: unknown[]) => lines.push(line), info: (...line: unknown[]) => lines.push(line) };
  const compare = watchClock(
    saying(() => told),
    () => at(1000),
    log as never,
  );
  for (told of [1000, 995, 900, 900, 1001, 1006]) await compare();
  expect(lines).toEqual([
    [{ offsetSeconds: 100 }, expect.stringContaining('differs from that of the database')],
    [expect.stringContaining('agree again')],
    [{ offsetSeconds: -6 }, expect.stringContaining('differs from that of the database')],
  ]);
});
