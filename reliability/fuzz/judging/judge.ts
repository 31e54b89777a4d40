import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '../../../src/errors.ts';
import type { RawAnswer } from '../../support/rawHttp.ts';
import type { Description, Operation } from '../making/description.ts';
import { type Draft, targetOf } from '../making/draft.ts';
import { type Account, recordNameOf, type World } from '../making/world.ts';
import { type Asked, contentFaults, type Item, itemsOf, learn, type Success } from './content.ts';
import { contractFaults, describedPath, envelopeOf, isRefusalOfBrokenHttp } from './contract.ts';
import { callerOf, queryOf, recordIdOf, sentBody, valuesOf, wrongfulSuccess } from './success.ts';

const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * The codes that say the request itself is wrong. Any other that is described is due to what the service holds or does: large lists
 * and tests of webhooks are few at a time, for example.
 */
const MALFORMED: ErrorCode[] = [
  ...(['VALIDATION_FAILED', 'CLIENT_REQUIRED', 'IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_CONFLICT'] as const),
  ...(['UNAUTHORIZED', 'METHOD_NOT_ALLOWED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const),
  ...(['HEADERS_TOO_LARGE', 'REQUEST_TIMEOUT'] as const),
];

/** Checks answers against what was sent, and remembers what they acknowledge. */
export class Judge {
  readonly #description: Description;
  readonly #world: World;
  readonly #ledger = new Ledger();

  constructor(description: Description, world: World) {
    this.#description = description;
    this.#world = world;
  }

  /** Everything wrong with the answer to a request. */
  judge(draft: Draft, answer: RawAnswer): string[] {
    const faults = [
      ...contractFaults(draft, answer, this.#description),
      ...requestIdFaults(draft, answer),
      ...(answer.status === 408 ? ['a complete request is answered as incomplete'] : []),
      ...(answer.text.includes(secretOf(draft.account.apiKey)) ? ['the answer holds an API key'] : []),
      ...(draft.mutations.length === 0 ? refusedThoughValid(answer) : []),
    ];
    return answer.status < 300 && faults.length === 0 ? this.#judgeSuccess(draft, answer) : faults;
  }

  #judgeSuccess(draft: Draft, answer: RawAnswer): string[] {
    const method = draft.method === 'HEAD' ? 'GET' : draft.method;
    const operation = this.#description.operationAt(method, describedPath(targetOf(draft)));
    if (!operation) return [];
    const faults = wrongfulSuccess(draft, operation, this.#world);
    const caller = callerOf(draft, this.#world);
    if (!caller || faults.length > 0) return faults;
    const asked: Asked = { operation, caller, query: queryOf(draft), body: operation.body ? bodyOf(draft) : {} };
    const success: Success = answer.text === '' ? {} : JSON.parse(answer.text);
    const wrong = answer.text === '' ? [] : contentFaults(asked, success, this.#world);
    return [...wrong, ...this.#keep(asked, draft, answer, success)];
  }

  #keep(asked: Asked, draft: Draft, answer: RawAnswer, success: Success): string[] {
    const { operation, caller } = asked;
    if (operation.method === 'DELETE') this.#world.noteDeleted(caller, recordNameOf(operation), recordIdOf(draft));
    else learn(asked, success, this.#world);
    if (!operation.parameters.some(({ name }) => name === 'Idempotency-Key')) return []; // nothing to replay
    const [data = {}] = itemsOf(success);
    if (operation.id === 'createTrip' && !this.#world.acknowledged.has(String(data._id)))
      this.#world.noteBooked(caller, data);
    if (operation.id === 'cancelTrip') this.#world.noteCancelled(recordIdOf(draft));
    const faults = this.#ledger.enter(caller, operation, draft, answer);
    const key = valuesOf(draft, 'idempotency-key')[0];
    if (key !== undefined) {
      const { body } = draft;
      const { status, text } = answer;
      this.#world.noteCompleted({ account: caller, method: draft.method, path: draft.path, key, body, status, text });
    }
    return faults;
  }
}

function requestIdFaults(draft: Draft, answer: RawAnswer): string[] {
  const [id, ...others] = valuesOf(draft, 'x-request-id');
  if (id === undefined || others.length > 0 || !SANE_REQUEST_ID.test(id)) return [];
  if (isRefusalOfBrokenHttp(answer) && envelopeOf(answer)?.path === '') return []; // it broke before its headers were read
  const given = answer.headers.get('x-request-id');
  return given === id ? [] : [`the answer belongs to the request ${given}, not to ${id}`];
}

function refusedThoughValid(answer: RawAnswer): string[] {
  const code = envelopeOf(answer)?.code;
  return code === undefined || !MALFORMED.includes(code as ErrorCode)
    ? []
    : [`a valid request is refused: ${answer.status} ${code}`];
}

/** The part of an API key that nobody else may learn. */
export const secretOf = (apiKey: string): string => apiKey.split('.')[1] ?? apiKey;

interface Entry {
  operationId: string;
  recordId: string;
  body: unknown;
  status: number;
  text: string;
  executions: number;
}

/** The first success under each Idempotency-Key, which all later ones must repeat. */
class Ledger {
  readonly #entries = new Map<string, Entry>();

  /** What is wrong with a success, given those before it. Answers may arrive in another order than they were executed in. */
  enter(caller: Account, operation: Operation, draft: Draft, { status, text, headers }: RawAnswer): string[] {
    const key = valuesOf(draft, 'idempotency-key')[0];
    const isReplay = headers.get('idempotent-replayed') === 'true';
    if (key === undefined) return isReplay ? ['a replay without a key'] : [];
    const name = `${caller.accountId} ${key}`;
    const known = this.#entries.get(name);
    const entry: Entry = known ?? {
      operationId: operation.id,
      recordId: recordIdOf(draft),
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
      ...(entry.executions > 1 ? ['one key was executed twice'] : []),
      ...(isSameRequest(entry, operation, draft) ? [] : ['a replay for another request under the same key']),
    ];
  }
}

const isSameRequest = (entry: Entry, operation: Operation, draft: Draft): boolean =>
  entry.operationId === operation.id &&
  entry.recordId === recordIdOf(draft) &&
  isDeepStrictEqual(entry.body, bodyOf(draft));

/** As JSON carries it: -0 is 0. */
const bodyOf = (draft: Draft): Item => JSON.parse(JSON.stringify(sentBody(draft) ?? {}));
