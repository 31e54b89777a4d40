import { createLogger } from '../log.ts';
import { complainToOperator, ignoreSignals, type Role, stopOnSignals } from '../role.ts';
import { startFirstProcess } from './firstProcess.ts';
import { meetFirstProcess } from './firstProcessSeen.ts';
import { wholeLines } from './wholeLines.ts';
import { startWorker } from './worker.ts';

const createSharedLogger = (level: string) => createLogger(level, wholeLines());

export const firstProcess: Role = {
  start: startFirstProcess,
  createLogger: createSharedLogger,
  onStopAsked: stopOnSignals,
  stopLevel: 'info',
  complain: complainToOperator,
};

export function worker(): Role {
  const first = meetFirstProcess();
  return {
    start: (dependencies) => startWorker(dependencies, first),
    createLogger: createSharedLogger,
    onStopAsked(stop) {
      ignoreSignals(); // Ctrl-C reaches every process, but the first one decides when a worker has nothing more to come
      first.on('stop', () => stop('the first process'));
    },
    stopLevel: 'debug', // the first process says it for all
    complain: (reason) => first.tell({ kind: 'failed', reason }),
  };
}
