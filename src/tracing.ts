import { AsyncLocalStorage } from 'node:async_hooks';

type Attributes = Record<string, string | number | boolean>;

/** A piece of work in a trace. */
export interface Span {
  traceId: string;
  /** The header of W3C Trace Context that names this span. */
  traceparent: string;
  set(attributes: Attributes): void;
  /** Says what kind of error it was. Messages are left out: they may quote a person's data. */
  fail(type: string): void;
  end(): void;
}

export interface SpanOptions {
  kind?: 'server' | 'client';
  attributes?: Attributes;
  /** The caller's traceparent, for the first span of a request. Other spans begin below the current one. */
  caller?: string | undefined;
}

/** Only there while tracing is on. */
export interface Tracer {
  start(name: string, options?: SpanOptions): Span;
}

/** The span that new ones begin below, and further ones that wait for the same work. */
export type Scope = readonly Span[];

const scopes = new AsyncLocalStorage<Scope>();

/** Undefined outside of traced work, and always while tracing is off. */
export const currentScope = (): Scope | undefined => scopes.getStore();

export const withinScope = <Result>(scope: Scope, work: () => Result): Result => scopes.run(scope, work);

/** Runs work that several requests share: its spans begin below the first one's and link to the others. */
export function onBehalfOf<Result>(requests: readonly { scope: Scope | undefined }[], work: () => Result): Result {
  const spans = requests.flatMap(({ scope }) => scope ?? []);
  return spans.length === 0 ? work() : withinScope(spans, work);
}

/** Runs work in a span of its own. */
export async function inSpan<Result>(
  span: Span,
  work: () => Promise<Result>,
  describe: (result: Result, span: Span) => void = () => {},
): Promise<Result> {
  try {
    const result = await withinScope([span], work);
    describe(result, span);
    return result;
  } catch (error) {
    span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'error');
}
