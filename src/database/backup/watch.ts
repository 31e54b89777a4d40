import { OperatorFault } from '../../fault.ts';

/** Whoever started a backup or a restore: is told how far it is, and may break it off. */
export interface Watch {
  progress(text: string): void;
  signal: AbortSignal;
}

/** To be called between two steps: how far it is, or the end. */
export function step({ progress, signal }: Watch, text: string): void {
  if (signal.aborted) throw new OperatorFault('broken off: nothing was changed');
  progress(text);
}
