import { startChild } from '../service/child.ts';
import type { LoadOrder, LoadResult, ToGenerator } from './protocol.ts';
import { type RequestShape, requestTemplate } from './requests.ts';

export interface Generator {
  prepare(name: string, shape: RequestShape): void;
  /** Sends the prepared request again and again, and answers with what came back. */
  run(name: string, order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startGenerator(seed: number): Generator {
  const child = startChild<ToGenerator, LoadResult>(new URL('./main.js', import.meta.url), [String(seed)]);
  return {
    prepare: (name, shape) => child.tell({ kind: 'prepare', name, template: requestTemplate(shape) }),
    run: (name, order) => child.ask({ kind: 'run', name, order }),
    stop: child.stop,
  };
}
