import { setTimeout as sleep } from 'node:timers/promises';
import { progress } from '../../support/commandLine.ts';
import { type MemorySample, mebibytes } from '../judging/memory.ts';
import type { Course } from './course.ts';
import type { Failures } from './failures.ts';
import type { Quiet } from './quiet.ts';
import type { Tally } from './tally.ts';
import type { Target } from './target.ts';

export interface Watched {
  target: Target;
  course: Course;
  quiet: Quiet;
  tally: Tally;
  failures: Failures;
}

const PROGRESS_EVERY_MS = 5_000;
const SAMPLES_A_RUN = 60;

/** Measures and tells while the run goes on; resolves when it is over, with what was measured. */
export async function watch(watched: Watched): Promise<MemorySample[]> {
  const samples: MemorySample[] = [];
  const { target, course, quiet, failures } = watched;
  const sample = async () => {
    if (samples.length > course.share * SAMPLES_A_RUN) return;
    try {
      samples.push(await quiet.hold(() => target.measure()));
    } catch (error) {
      if (!course.isStopped) failures.addPlain('the service', [`it does not answer: ${(error as Error).message}`]);
      course.stop();
    }
  };
  const tell = () => progress(lineOf(watched, samples.at(-1)));
  await Promise.all([every(PROGRESS_EVERY_MS, course, tell), every(100, course, sample)]);
  return samples;
}

function lineOf({ course, tally, failures }: Watched, last: MemorySample | undefined): string {
  const memory = last ? `heap ${mebibytes(last.heapBytes)}, resident ${mebibytes(last.rssBytes)}, ` : '';
  const latency = `p99 ${tally.percentile(0.99).toFixed(1)} ms`;
  return `${Math.round(course.seconds)} s: ${tally.requests} requests, ${latency}, ${memory}${failures.count} failures`;
}

async function every(gapMs: number, course: Course, work: () => Promise<void> | void): Promise<void> {
  for (let passedMs = 0; !course.isStopped; passedMs += 100) {
    await sleep(100);
    if (passedMs % gapMs === 0 && !course.isStopped) await work();
  }
}
