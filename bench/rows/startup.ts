import { type Aim, judge, median, spread, type Verdict } from '../measuring/statistics.ts';
import { startService } from '../service/serviceProcess.ts';

/** A figure that is not a ratio. */
export interface Figure {
  title: string;
  value: number;
  unit: string;
  values: number[];
  aim: Aim;
  verdict: Verdict;
}

export function figureOf(title: string, unit: string, values: number[], aim: Aim): Figure {
  const value = median(values);
  return { title, value, unit, values, aim, verdict: judge(value, aim) };
}

export const spreadOf = ({ values }: Figure) => spread(values);

const STARTS = 5;

/** From spawn to the first response, each time with the embedded PostgreSQL, on the database that the rows have left. */
export async function measureStarts(dataDir: string, tell: (text: string) => void): Promise<Figure> {
  const seconds: number[] = [];
  for (let start = 1; start <= STARTS; start += 1) {
    tell(`start-up: ${start} of ${STARTS}`);
    const service = await startService({ DATA_DIR: dataDir });
    seconds.push(service.startedInMs / 1_000);
    await service.stop();
  }
  return figureOf('start-up on an existing DATA_DIR, spawn to first response', 's', seconds, { atMost: 1.5 });
}
