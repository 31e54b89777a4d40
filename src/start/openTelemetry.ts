import {
  isSpanContextValid,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { currentScope, type Span, type SpanOptions, type Tracer } from '../tracing.ts';
import { VERSION } from './version.ts';

const NAME = 'trip-booking-api';
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Ours, with what OpenTelemetry knows it by. */
interface ExportedSpan extends Span {
  otel: OtelSpan;
}

/**
 * Exports spans in batches over OTLP/HTTP as JSON. Its packages read the OTEL_ variables themselves: where to send, with which
 * headers, how to sample, the name of the service.
 */
export function openTelemetry(log: Logger): { tracer: Tracer; close(): Promise<void> } {
  const named = resourceFromAttributes({ 'service.name': NAME, 'service.version': VERSION });
  const provider = new BasicTracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(loggingOutages(new OTLPTraceExporter(), log))],
  });
  const otel = provider.getTracer(NAME, VERSION);
  const start = (name: string, { kind, attributes = {}, caller }: SpanOptions = {}): Span => {
    const [parent, ...others] = (currentScope() ?? []) as ExportedSpan[];
    const links = others.map((other) => ({ context: other.otel.spanContext() }));
    const options = { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes, links };
    const above = caller === undefined ? parent?.otel : remoteSpan(caller);
    return exported(otel.startSpan(name, options, above ? trace.setSpan(ROOT_CONTEXT, above) : ROOT_CONTEXT));
  };
  return { tracer: { start }, close: () => provider.shutdown().catch(() => {}) };
}

function exported(otel: OtelSpan): ExportedSpan {
  const { traceId, spanId, traceFlags } = otel.spanContext();
  return {
    otel,
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    set: (attributes) => void otel.setAttributes(attributes),
    fail: (type) => void otel.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
    // Several places end a span that may already have ended; the library would complain.
    end: () => otel.isRecording() && otel.end(),
  };
}

function remoteSpan(traceparent: string): OtelSpan | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? trace.wrapSpanContext(context) : undefined;
}

/** Logs once when spans cannot be exported and once when they can again. */
function loggingOutages(exporter: SpanExporter, log: Pick<Logger, 'warn' | 'info'>): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isFailing)
          log.warn({ err: result.error }, 'traces cannot be exported; requests are not affected');
        if (!hasFailed && isFailing) log.info('traces are exported again');
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
