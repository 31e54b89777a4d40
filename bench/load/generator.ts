import { startChild } from '../../reliability/support/childProgram.ts';
import type { LoadProgram } from './main.ts';
import type { LoadOrder, LoadResult, RequestTemplate } from './protocol.ts';
import { type RequestShape, requestTemplate } from './requests.ts';

export interface Generator {
  prepare(name: string, shape: RequestShape): void;
  /** Sends the prepared request repeatedly for the time ordered. */
  run(name: string, order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startGenerator(seed: number): Generator {
  const { ask, stop } = startChild<LoadProgram>(new URL('./main.js', import.meta.url), [String(seed)]);
  const unsent = new Map<string, RequestTemplate>();
  return {
    prepare: (name, shape) => void unsent.set(name, requestTemplate(shape)),
    async run(name, order) {
      for (const [each, template] of unsent) await ask('prepare', each, template);
      unsent.clear();
      return ask('run', name, order);
    },
    stop,
  };
}
