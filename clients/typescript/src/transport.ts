import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorAnswer, TripBookingConnectionError, TripBookingError, TripBookingTimeoutError } from './errors.ts';
import { isTemporary, retryAfterSeconds, retryDelayMs } from './retry.ts';
import type { Optional } from './types.ts';

export interface TripBookingOptions {
  /** Where the service is, such as `https://trips.example`, without `/v1`. */
  baseUrl: string;
  /**
   * `trip_live_…`, or a function that returns it. The function is called before every attempt, so that a rotated key needs no new
   * client. The key is never shown, neither in errors nor by `util.inspect`.
   */
  apiKey: string | (() => string | Promise<string>);
  /** How long one attempt may take, until its answer is complete; 30 seconds unless set. */
  timeoutMs?: number;
  /** Attempts after the first one; 10 unless set: about 25 seconds if each fails at once. */
  maxRetries?: number;
  /** How long a call may take with all its attempts; 2 minutes unless set. */
  maxElapsedMs?: number;
  /** Called after every attempt, for logs and metrics. What it throws is ignored: it must not hide the answer. */
  onAttempt?: (attempt: Attempt) => void;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** What a single call can set; the rest is the client's. */
export type CallOptions = Optional<{
  /** Ends the call, its attempts and its waits. */
  signal: AbortSignal;
  timeoutMs: number;
  maxRetries: number;
  maxElapsedMs: number;
  /** Called after every attempt of this call, after that of the client. */
  onAttempt: (attempt: Attempt) => void;
}>;

export type KeyedCallOptions = CallOptions &
  Optional<{
    /** 8 to 200 characters of `A-Z a-z 0-9 _ - : .`; a new UUID for every call unless set. */
    idempotencyKey: string;
  }>;

/** One attempt of a call, for the log. */
export interface Attempt {
  method: string;
  path: string;
  /** 1 for the first. */
  attempt: number;
  /** Null when no complete answer arrived. */
  status: number | null;
  requestId: string | null;
  /** Whether the service replayed the answer of an earlier attempt. */
  isReplay: boolean;
  /** When the next attempt starts; null when this was the last. */
  retryInMs: number | null;
  error: Error | null;
}

export interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: object;
  body?: unknown;
  idempotencyKey?: string;
  /** Whether sending it twice does no more than sending it once: only then is it retried. */
  isRepeatable: boolean;
  /** Whether the body of a success may be empty. */
  hasNoAnswer?: boolean;
}

export type Send = <Answer>(operation: Operation, options?: CallOptions) => Promise<Answer>;

interface Outcome {
  status: number | null;
  headers: Headers | null;
  /** The parsed body of a success. */
  body?: unknown;
  error: Error | null;
  isTemporary: boolean;
}

interface PreparedRequest {
  url: URL;
  init: RequestInit;
}

/** Sends operations, again where that is safe. The key is held in this closure, where nothing that prints an object finds it. */
export function createTransport({ baseUrl, apiKey, ...client }: TripBookingOptions): Send {
  const root = checkedBaseUrl(baseUrl);
  const keyNow = keySource(apiKey);
  const fetchNow = client.fetch ?? globalThis.fetch;

  async function attemptOnce(operation: Operation, request: PreparedRequest, signal: AbortSignal): Promise<Outcome> {
    const key = await keyNow(signal);
    const headersWithKey = new Headers(request.init.headers);
    headersWithKey.set('authorization', `Bearer ${key}`);
    const response = await fetchNow(request.url, { ...request.init, headers: headersWithKey, signal });
    const body = parsed((await response.text()).replaceAll(key, '[API key]'));
    const { status, headers } = response;
    if (response.ok && (body !== undefined || operation.hasNoAnswer))
      return { status, headers, body, error: null, isTemporary: false };
    const answer = errorAnswer(response, body, operation.idempotencyKey);
    const hasNewerKey = async () => status === 401 && (await keyNow(signal).catch(() => key)) !== key;
    const mayPass = isTemporary(status, answer.code) || (await hasNewerKey());
    return { status, headers, error: new TripBookingError(answer, nameOf(operation)), isTemporary: mayPass };
  }

  return async <Answer>(operation: Operation, options: CallOptions = {}): Promise<Answer> => {
    const { timeoutMs = 30_000, maxRetries = 10, maxElapsedMs = 120_000 } = { ...client, ...defined(options) };
    const { signal } = options;
    // Prepared once: every attempt sends the same bytes under the same Idempotency-Key.
    const request = preparedRequest(root, operation);
    const startedAt = performance.now();
    const remainingMs = () => maxElapsedMs - (performance.now() - startedAt);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await withTimeout(Math.min(timeoutMs, remainingMs()), signal, operation, (ended) =>
        attemptOnce(operation, request, ended),
      );
      const delayMs = retryDelayMs(attempt, secondsAskedFor(outcome.error), Math.random);
      const isRetried =
        operation.isRepeatable && outcome.isTemporary && attempt <= maxRetries && delayMs < remainingMs();
      const reported = reportOf(operation, attempt, outcome, isRetried ? delayMs : null);
      report(client.onAttempt, reported);
      report(options.onAttempt, reported);
      if (outcome.error === null) return outcome.body as Answer;
      if (!isRetried) throw outcome.error;
      await pause(delayMs, signal);
    }
  };
}

/** What errors call it: `GET /v1/trips`. */
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

const secondsAskedFor = (error: Error | null): number =>
  (error instanceof TripBookingError ? error.retryAfterSeconds : null) ?? 0;

function report(onAttempt: TripBookingOptions['onAttempt'], attempt: Attempt): void {
  try {
    onAttempt?.(attempt);
  } catch {
    // A booking must not fail because of a log.
  }
}

function reportOf({ method, path }: Operation, attempt: number, outcome: Outcome, retryInMs: number | null): Attempt {
  const { status, headers, error } = outcome;
  const requestId = headers?.get('x-request-id') ?? null;
  const isReplay = headers?.get('idempotent-replayed') === 'true';
  return { method, path, attempt, status, requestId, isReplay, retryInMs, error };
}

// A longer timer, as for Infinity, would fire at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const timerMs = (ms: number) => Math.min(ms, LONGEST_TIMER_MS);

/** Runs one attempt until it ends, its time is over, or the caller ends the call, which throws the caller's reason. */
async function withTimeout(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  operation: Operation,
  run: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    controller.abort();
  }, timerMs(timeoutMs));
  // AbortSignal.any would keep every attempt alive as long as the caller's signal.
  const end = () => controller.abort();
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await run(controller.signal);
  } catch (cause) {
    signal?.throwIfAborted();
    const { idempotencyKey } = operation;
    const error = isTimedOut
      ? new TripBookingTimeoutError(`${nameOf(operation)}: no complete answer in time`, idempotencyKey)
      : new TripBookingConnectionError(`${nameOf(operation)}: ${reasonOf(cause)}`, idempotencyKey, cause);
    return { status: null, headers: null, error, isTemporary: true };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** Waits; when the caller ends the call, throws the caller's reason. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(timerMs(ms), undefined, signal ? { signal } : {}).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
}

/** An identifier as part of a path. Those refused here would make it the path of another operation. */
export function segment(id: string): string {
  if (['', '.', '..'].includes(id)) throw new TypeError(`"${id}" is not an identifier`);
  return encodeURIComponent(id);
}

function preparedRequest(root: string, operation: Operation): PreparedRequest {
  const { method, path, query = {}, body, idempotencyKey } = operation;
  const url = new URL(root + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const headers = new Headers({ accept: 'application/json' });
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (body !== undefined) headers.set('content-type', 'application/json');
  // Not redirected: the key is for this host, and a POST would become a GET.
  return {
    url,
    init: { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
  };
}

function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new TypeError('baseUrl must be an http(s) address, such as https://trips.example');
  if (url.username !== '' || url.password !== '') throw new TypeError('baseUrl must not contain credentials');
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/v1')) throw new TypeError('baseUrl must not end in /v1: the client adds it to every path');
  return `${url.origin}${path}`;
}

type KeySource = (signal: AbortSignal) => Promise<string>;

/** A key that cannot change is checked now; that of a function, whenever it is called. */
function keySource(apiKey: TripBookingOptions['apiKey']): KeySource {
  if (typeof apiKey === 'function')
    return async (signal) => checkedApiKey(await unlessEnded(async () => apiKey(), signal));
  const key = checkedApiKey(apiKey);
  return async () => key;
}

/** The caller's function knows nothing of the attempt's signal. */
function unlessEnded<Value>(run: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    run().then(resolve, reject);
  });
}

/** Checked here, because `fetch` would quote a malformed header in its error. */
function checkedApiKey(apiKey: string): string {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey must be an API key, such as trip_live_…');
  return apiKey;
}

/** The members of an answer; undefined if it is not a JSON object. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function errorAnswer(response: Response, body: unknown, idempotencyKey: string | undefined): ErrorAnswer {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  const context = {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after'), Date.now()),
    idempotencyKey,
  };
  if (typeof code === 'string') return { ...context, code, messages: [message ?? code].flat().map(String) };
  const unexpected = 'The response does not come from the Trip Booking API. Check baseUrl and the proxies in between.';
  return { ...context, code: 'UNEXPECTED_RESPONSE', messages: [unexpected] };
}

/** What the network said: `fetch` reports only that it failed, and keeps the reason as its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'the connection failed';
  return cause.message || (cause as NodeJS.ErrnoException).code || cause.name;
}

/** Without members that are undefined, which would hide the client's own. */
const defined = <Options extends object>(options: Options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
