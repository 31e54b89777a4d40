import { createServer } from 'node:http';
import { afterAll } from 'vitest';
import { listenAnywhere } from '../../reliability/support/process.ts';

/** A span as OTLP writes it in JSON, with its attributes as an object. */
interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  status: { code?: number };
  service: unknown;
}

interface TraceReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** All bodies as they came. */
  text(): string;
  /** How it answers from now on. */
  answer(status: number): void;
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}
const objectOf = (attributes: KeyValue[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

interface ResourceSpans {
  resource: { attributes: KeyValue[] };
  scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: KeyValue[] })[] }[];
}

const spansOf = ({ resource, scopeSpans }: ResourceSpans): ReceivedSpan[] =>
  scopeSpans
    .flatMap(({ spans }) => spans)
    .map((span) => ({
      ...span,
      links: span.links ?? [],
      attributes: objectOf(span.attributes),
      service: objectOf(resource.attributes)['service.name'],
    }));

/** An OTLP/HTTP receiver for traces in JSON, on 127.0.0.1. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isTraces = request.method === 'POST' && request.url === '/v1/traces';
    const isJson = request.headers['content-type'] === 'application/json';
    if (!isTraces || !isJson) return void response.writeHead(400).end();
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    if (status !== 200) return;
    const text = Buffer.concat(chunks).toString();
    bodies.push(text);
    spans.push(...JSON.parse(text).resourceSpans.flatMap(spansOf));
  });
  const port = await listenAnywhere(server);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => bodies.join('\n'),
    answer: (next) => {
      status = next;
    },
  };
}
