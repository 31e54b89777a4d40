import { createHistogram } from '../measuring/histogram.ts';
import { type Connection, openConnection } from './connection.ts';
import type { LoadOrder, LoadResult } from './protocol.ts';
import type { RequestSource } from './requests.ts';

/** Keeps every connection busy with one request after the other for the time ordered, and waits for the last answers. */
export async function runSlice(source: RequestSource, order: LoadOrder): Promise<LoadResult> {
  const histogram = createHistogram();
  const faults: Record<string, number> = {};
  let deadline = Number.POSITIVE_INFINITY;
  let lastAnswerAt = 0;

  const runLane = async (): Promise<{ begin(): void; ended: Promise<void>; connection: Connection }> => {
    const request = source.blank();
    let sentAt = 0;
    let end: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const sendNext = () => {
      if (sentAt >= deadline || !source.next(request)) return end();
      connection.send(request);
    };
    const note = (fault: string) => {
      faults[fault] = (faults[fault] ?? 0) + 1;
    };
    const connection = await openConnection(
      order.port,
      (status) => {
        const now = performance.now();
        histogram.record(now - sentAt);
        if (status !== order.expectedStatus) note(`answered ${status}`);
        sentAt = lastAnswerAt = now;
        sendNext();
      },
      (reason) => {
        note(reason);
        end();
      },
    );
    const begin = () => {
      sentAt = performance.now();
      sendNext();
    };
    return { begin, ended, connection };
  };

  const lanes = await Promise.all(Array.from({ length: order.connections }, runLane));
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  deadline = startedAt + order.seconds * 1_000;
  for (const { begin } of lanes) begin();
  await Promise.all(lanes.map(({ ended }) => ended));
  const seconds = (lastAnswerAt - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const { connection } of lanes) connection.close();
  return {
    perSecond: histogram.count() / seconds,
    p50Ms: histogram.percentile(0.5),
    p99Ms: histogram.percentile(0.99),
    count: histogram.count(),
    faults,
    generatorCpu: (user + system) / 1e6 / seconds,
  };
}
