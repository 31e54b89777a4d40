import { isDeepStrictEqual } from 'node:util';
import type { RawAnswer } from '../../support/rawHttp.ts';
import type { Operation } from '../making/description.ts';
import type { Draft } from '../making/draft.ts';
import type { Account } from '../making/world.ts';
import { sentBody, tripIdOf, valuesOf } from './success.ts';

interface Entry {
  operationId: string;
  tripId: string;
  body: unknown;
  status: number;
  text: string;
  executions: number;
}

/** Every success under an Idempotency-Key: the first answer, and that all later ones are the same. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();

  /** What is wrong with a success, given those before it. They may come in another order than they were executed in. */
  enter(caller: Account, operation: Operation, draft: Draft, { status, text, headers }: RawAnswer): string[] {
    const key = valuesOf(draft, 'idempotency-key')[0];
    const isReplay = headers.get('idempotent-replayed') === 'true';
    if (key === undefined) return isReplay ? ['a replay without a key'] : [];
    const name = `${caller.accountId} ${key}`;
    const known = this.#entries.get(name);
    const entry: Entry = known ?? {
      operationId: operation.id,
      tripId: tripIdOf(draft),
      body: bodyOf(draft),
      status,
      text,
      executions: 0,
    };
    this.#entries.set(name, entry);
    if (!isReplay) entry.executions += 1;
    return [
      ...(entry.text === text && entry.status === status
        ? []
        : [`a replay differs; the first answer was ${entry.status} ${entry.text}`]),
      ...(entry.executions > 1 ? ['one key was carried out twice'] : []),
      ...(isSameRequest(entry, operation, draft) ? [] : ['a replay for another request under the same key']),
    ];
  }
}

const isSameRequest = (entry: Entry, operation: Operation, draft: Draft): boolean =>
  entry.operationId === operation.id &&
  entry.tripId === tripIdOf(draft) &&
  isDeepStrictEqual(entry.body, bodyOf(draft));

/** As JSON carries it: -0 is 0. */
const bodyOf = (draft: Draft): unknown => JSON.parse(JSON.stringify(sentBody(draft) ?? {}));
