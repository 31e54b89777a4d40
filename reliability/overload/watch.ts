import { progress } from '../support/commandLine.ts';
import { metricIn } from '../support/process.ts';
import type { Environment } from './environment.ts';
import type { Probes, Watched } from './figures.ts';

const PROBE_EVERY_MS = 100;
const SAMPLE_EVERY_MS = 500;
const PRINT_EVERY_SAMPLES = 6;
const PATIENCE_MS = 30_000;
const UNAVAILABLE = /^http_request_duration_seconds_count\{.*route="\/v1.*status="503".*\} (\d+)$/gm;

type Totals = Pick<Watched, 'shed' | 'unavailable' | 'peakResidentBytes'>;
type Seen = Totals & { underWay: number };

export interface Watch {
  probes: Probes;
  /** For the progress line. */
  phase: string;
  end(): Promise<Totals>;
}

/** Polls /readyz and the metrics, and prints the progress. */
export function startWatch({ port, metricsUrl }: Environment): Watch {
  const probes: Probes = { asked: 0, answered: 0, ready: 0, slowestMs: 0 };
  const seen: Seen = { shed: 0, unavailable: 0, underWay: 0, peakResidentBytes: 0 };
  let isOver = false;
  let samples = 0;
  const sample = async () => {
    await readMetrics(metricsUrl, seen);
    samples += 1;
    if (samples % PRINT_EVERY_SAMPLES > 0) return;
    const second = Math.round(performance.now() / 1000);
    progress(`${second} s, ${watch.phase}: ${seen.underWay} in progress, ${seen.shed} refused`);
  };
  const repeat = async (work: () => Promise<void>, everyMs: number) => {
    while (!isOver) {
      const began = performance.now();
      await work();
      await new Promise((resolve) => setTimeout(resolve, everyMs - (performance.now() - began)));
    }
  };
  const probe = () => probeOnce(`http://127.0.0.1:${port}/readyz`, probes);
  const ended = Promise.all([repeat(probe, PROBE_EVERY_MS), repeat(sample, SAMPLE_EVERY_MS)]);
  const watch: Watch = {
    probes,
    phase: '',
    async end() {
      isOver = true;
      await ended;
      await sample();
      const { shed, unavailable, peakResidentBytes } = seen;
      return { shed, unavailable, peakResidentBytes };
    },
  };
  return watch;
}

async function probeOnce(url: string, probes: Probes): Promise<void> {
  const askedAt = performance.now();
  probes.asked += 1;
  const { status } = await get(url);
  if (status > 0) probes.answered += 1;
  if (status === 200) probes.ready += 1;
  probes.slowestMs = Math.max(probes.slowestMs, performance.now() - askedAt);
}

async function readMetrics(url: string, seen: Seen): Promise<void> {
  const { text } = await get(url);
  seen.shed = metricIn(text, 'http_requests_shed_total');
  seen.unavailable = [...text.matchAll(UNAVAILABLE)].reduce((sum, [, count]) => sum + Number(count), 0);
  seen.underWay = metricIn(text, 'http_requests_under_way');
  seen.peakResidentBytes = Math.max(seen.peakResidentBytes, metricIn(text, 'process_resident_memory_bytes'));
}

/** Never throws: status 0 when there is no answer. */
async function get(url: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}
