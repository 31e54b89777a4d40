import type { Clock } from '../../clock.ts';
import { inSpan, type Tracer } from '../../tracing.ts';
import { PlacesUnavailable } from '../place.ts';
import { createCooldown } from './cooldown.ts';

const TRIES = 2;
// An answer is a few kilobytes; with the shape of a road across a continent, several hundred.
const MAX_ANSWER_BYTES = 1_048_576;

export interface Question {
  path: string;
  query?: Record<string, string>;
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: object;
}

export interface HttpAnswer {
  status: number;
  /** Undefined if it is not JSON. */
  body: unknown;
}

export interface ProviderAddress {
  /** The provider's name, for the log. */
  name: string;
  url: string;
  /** For one question, both tries together. */
  timeoutMs: number;
  /** Identifies us; public services refuse anonymous clients. */
  userAgent: string;
  clock: Clock;
}

/** Asks the provider; the status is below 500 and not 429. Anything else throws PlacesUnavailable. */
export type Ask = (question: Question) => Promise<HttpAnswer>;

/** JSON over HTTP. Node's fetch keeps connections open for reuse. */
export function createAsk({ name, url, timeoutMs, userAgent, clock }: ProviderAddress): Ask {
  const { base, authorization } = splitCredentials(url);
  const headers = {
    'user-agent': userAgent,
    accept: 'application/json',
    'accept-language': 'fr',
    'content-type': 'application/json',
    ...authorization,
  };
  const cooldown = createCooldown(name, clock);

  const attempt = async (question: Question, signal: AbortSignal): Promise<HttpAnswer> => {
    const sent = question.body === undefined ? {} : { method: 'POST', body: JSON.stringify(question.body) };
    const response = await fetch(withPath(base, question), { ...sent, headers, signal });
    const text = await readBounded(response, name); // always: an unread body costs the connection
    const { status } = response;
    if (status >= 500) throw new Error(`${name} answered ${status}`); // it may be temporary: worth a second try
    cooldown.answered();
    if (status !== 429) return { status, body: parse(text) };
    cooldown.retryAfter(response.headers.get('retry-after'));
    throw new PlacesUnavailable(`${name} answered 429: over its limit`);
  };

  return async (question) => {
    cooldown.check();
    const signal = AbortSignal.timeout(timeoutMs); // one for both tries, since a quote may wait for several providers in turn
    for (let tried = 1; ; tried++) {
      try {
        return await attempt(question, signal);
      } catch (error) {
        if (error instanceof PlacesUnavailable) throw error;
        if (tried < TRIES && !signal.aborted) continue;
        cooldown.failed(tried);
        throw new PlacesUnavailable(`${name} cannot be reached`, { cause: error });
      }
    }
  };
}

/** Traces every question by the provider's name; the question itself is somebody's address. */
export const tracedAsk =
  (ask: Ask, name: string, tracer: Tracer): Ask =>
  (question) =>
    inSpan(
      tracer.start(`provider ${name}`, { kind: 'client' }),
      () => ask(question),
      ({ status }, span) => span.set({ 'http.response.status_code': status }),
    );

/** fetch refuses credentials in a URL, so they become an Authorization header. */
function splitCredentials(url: string): { base: URL; authorization: { authorization?: string } } {
  const base = new URL(url);
  const credentials = `${decodeURIComponent(base.username)}:${decodeURIComponent(base.password)}`;
  base.username = '';
  base.password = '';
  const authorization = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  return { base, authorization: credentials === ':' ? {} : authorization };
}

/** The base URL may have its own path and query, such as an access key: both stay. */
function withPath(base: URL, { path, query = {} }: Question): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function readBounded(response: Response, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop cancels the rest of the body.
    if (bytes > MAX_ANSWER_BYTES) throw new PlacesUnavailable(`${name} sent a response that is too large`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the error would quote the answer, and so a rider's address, into the log
  }
}
