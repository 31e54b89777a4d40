import { createHistogram, type Histogram } from '../measuring/histogram.ts';
import { openConnection } from './connection.ts';
import type { LoadOrder, LoadResult } from './protocol.ts';
import type { RequestSource } from './requests.ts';
import { resultOf } from './result.ts';

/** Shared by all connections of a slice. */
interface Slice {
  source: RequestSource;
  order: LoadOrder;
  histogram: Histogram;
  faults: Record<string, number>;
  deadline: number;
  lastAnswerAt: number;
}

interface Client {
  begin(): void;
  ended: Promise<void>;
  close(): void;
}

/** Sends one request after the other on every connection for the time ordered, and waits for the last responses. */
export async function runSlice(source: RequestSource, order: LoadOrder): Promise<LoadResult> {
  const histogram = createHistogram();
  const slice: Slice = { source, order, histogram, faults: {}, deadline: 0, lastAnswerAt: 0 };
  const clients = await Promise.all(Array.from({ length: order.connections }, () => openClient(slice)));
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  slice.deadline = startedAt + order.seconds * 1_000;
  for (const { begin } of clients) begin();
  await Promise.all(clients.map(({ ended }) => ended));
  const result = resultOf(histogram, (slice.lastAnswerAt - startedAt) / 1_000, cpuBefore, slice.faults);
  for (const { close } of clients) close();
  return result;
}

/** One connection, which sends the next request as soon as the last one has its response. */
async function openClient(slice: Slice): Promise<Client> {
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
