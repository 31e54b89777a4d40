import type { Queryable } from '../database/connection.ts';
import { outageLog, type SweepLog } from '../sweeping.ts';
import { recordUses } from './apiKeyStore.ts';

interface KeyUseRecorder {
  note(keyId: string, at: Date): void;
  /** Writes what was recorded and stops. */
  close(): Promise<void>;
}

/** Records when each key was last used, for all keys at once every few seconds instead of once per request. */
export function createKeyUseRecorder(database: Queryable, log: SweepLog, everyMs = 5_000): KeyUseRecorder {
  const { noteFailure, noteSuccess } = outageLog('record the last use of API keys', log);
  let noted = new Map<string, Date>();
  const write = async () => {
    if (noted.size === 0) return;
    const uses = noted;
    noted = new Map();
    try {
      await recordUses(database, uses);
      noteSuccess();
    } catch (error) {
      noteFailure(error as Error);
      for (const [keyId, at] of uses) if (!noted.has(keyId)) noted.set(keyId, at);
    }
  };
  const timer = setInterval(write, everyMs);
  timer.unref();
  return {
    note: (keyId, at) => noted.set(keyId, at),
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
