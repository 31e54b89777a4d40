import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiAnswer, type ApiClient, newKey } from './client.ts';
import { tomorrow } from './liveService.ts';

export interface Attempt {
  headers: Record<string, string>;
  scheduledAt: string;
  begunAt: number;
  endedAt: number;
  answer: ApiAnswer;
}

interface BookingClients {
  attempts: Attempt[];
  acknowledged(): Attempt[];
  /** Resolves with the first answer after which the condition holds. */
  until(condition: () => boolean): Promise<void>;
  /** Lets all of them finish what they are at. */
  stop(): Promise<void>;
}

export const tripOf = ({ answer }: Attempt): string => answer.body.data._id;

/** Clients that book one trip after the other until they are stopped; a client that is refused tries again later. */
export function startBooking(api: ApiClient, howMany = 8): BookingClients {
  const attempts: Attempt[] = [];
  const answers = new EventEmitter();
  let isStopped = false;
  const bookOn = async () => {
    while (!isStopped) {
      const [headers, scheduledAt, begunAt] = [newKey(), tomorrow(), performance.now()];
      const answer = await api.create({ scheduledAt }, headers);
      attempts.push({ headers, scheduledAt, begunAt, endedAt: performance.now(), answer });
      answers.emit('answer');
      if (answer.status !== 201) await sleep(50);
    }
  };
  const all = Promise.all(Array.from({ length: howMany }, bookOn));
  return {
    attempts,
    acknowledged: () => attempts.filter(({ answer }) => answer.status === 201),
    async until(condition) {
      while (!condition()) await Promise.race([once(answers, 'answer'), all]);
    },
    async stop() {
      isStopped = true;
      await all;
    },
  };
}
