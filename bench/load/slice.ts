import { createHistogram, type Histogram } from '../measuring/histogram.ts';
import { openConnection } from './connection.ts';
import type { LoadOrder, LoadResult } from './protocol.ts';
import type { RequestSource } from './requests.ts';
import { resultOf } from './result.ts';

/** What all lanes of a slice go by, and note. */
interface Slice {
  source: RequestSource;
  order: LoadOrder;
  histogram: Histogram;
  faults: Record<string, number>;
  deadline: number;
  lastAnswerAt: number;
}

interface Lane {
  begin(): void;
  ended: Promise<void>;
  close(): void;
}

/** Keeps every connection busy with one request after the other for the time ordered, and waits for the last answers. */
export async function runSlice(source: RequestSource, order: LoadOrder): Promise<LoadResult> {
  const histogram = createHistogram();
  const slice: Slice = { source, order, histogram, faults: {}, deadline: 0, lastAnswerAt: 0 };
  const lanes = await Promise.all(Array.from({ length: order.connections }, () => openLane(slice)));
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  slice.deadline = startedAt + order.seconds * 1_000;
  for (const { begin } of lanes) begin();
  await Promise.all(lanes.map(({ ended }) => ended));
  const result = resultOf(histogram, (slice.lastAnswerAt - startedAt) / 1_000, cpuBefore, slice.faults);
  for (const { close } of lanes) close();
  return result;
}

/** One connection, which sends the next request as soon as the last one is answered. */
async function openLane(slice: Slice): Promise<Lane> {
  const { source, order, histogram, faults } = slice;
  const request = source.blank();
  let sentAt = 0;
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const note = (fault: string) => {
    faults[fault] = (faults[fault] ?? 0) + 1;
  };
  const sendNext = () => {
    if (sentAt >= slice.deadline || !source.next(request)) return end();
    connection.send(request);
  };
  const onAnswer = (status: number) => {
    const now = performance.now();
    histogram.record(now - sentAt);
    if (status !== order.expectedStatus) note(`answered ${status}`);
    sentAt = slice.lastAnswerAt = now;
    sendNext();
  };
  const onLoss = (reason: string) => {
    note(reason);
    end();
  };
  const connection = await openConnection(order.port, onAnswer, onLoss);
  return {
    begin() {
      sentAt = performance.now();
      sendNext();
    },
    ended,
    close: connection.close,
  };
}
