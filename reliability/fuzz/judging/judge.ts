import type { RawAnswer } from '../../support/rawHttp.ts';
import type { Description, Operation } from '../making/description.ts';
import type { Draft } from '../making/draft.ts';
import { targetOf } from '../making/wire.ts';
import type { Account, World } from '../making/world.ts';
import { contractFaults, describedPath, envelopeOf, isRefusalOfBrokenHttp } from './contract.ts';
import { Ledger } from './ledger.ts';
import { callerOf, tripIdOf, valuesOf, wrongfulSuccess } from './success.ts';

const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** With these a sound request may be refused: what it names is not there, or no longer as it was. */
const RULES = new Set([
  ...['CLIENT_NOT_FOUND', 'VEHICLE_NOT_FOUND', 'PRICING_SCHEME_NOT_FOUND', 'SERVICE_TIER_NOT_FOUND', 'TRIP_NOT_FOUND'],
  ...['ADDRESS_NOT_FOUND', 'ROUTE_NOT_FOUND', 'TRIP_ALREADY_CANCELLED', 'IDEMPOTENCY_KEY_IN_PROGRESS'],
]);

/** Holds answers against what was sent, and keeps what is learnt from them. */
export class Judge {
  readonly #description: Description;
  readonly #world: World;
  readonly #ledger = new Ledger();

  constructor(description: Description, world: World) {
    this.#description = description;
    this.#world = world;
  }

  /** Everything that is wrong with the answer to a request; nothing, when the service did well. */
  judge(draft: Draft, answer: RawAnswer): string[] {
    const faults = [
      ...contractFaults(draft, answer, this.#description),
      ...requestIdFaults(draft, answer),
      ...(answer.status === 408 ? ['a request that was sent whole is said not to have arrived'] : []),
      ...(answer.text.includes(secretOf(draft.account)) ? ['the answer holds an API key'] : []),
      ...(draft.spoilers.length === 0 ? refusedThoughSound(answer) : []),
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
    return this.#keep(caller, operation, draft, answer);
  }

  #keep(caller: Account, operation: Operation, draft: Draft, answer: RawAnswer): string[] {
    if (!operation.parameters.some(({ name }) => name === 'Idempotency-Key')) return []; // it makes nothing
    const { data } = JSON.parse(answer.text) as { data: Record<string, unknown> };
    if (operation.id === 'createTrip' && !this.#world.acknowledged.has(String(data._id)))
      this.#world.noteBooked(caller, data);
    if (operation.id === 'cancelTrip') this.#world.noteCancelled(tripIdOf(draft));
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

function refusedThoughSound(answer: RawAnswer): string[] {
  const code = envelopeOf(answer)?.code;
  return code === undefined || RULES.has(code) ? [] : [`a sound request is refused: ${answer.status} ${code}`];
}

const secretOf = ({ apiKey }: Account) => apiKey.split('.')[1] ?? apiKey;
