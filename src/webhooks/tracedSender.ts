import { inSpan, type Tracer } from '../tracing.ts';
import type { Sender } from './sender.ts';

/** Traces every attempt to deliver an event. */
export const tracedSender = (sender: Sender, tracer: Tracer): Sender => ({
  send: (recipient, message, signal) =>
    inSpan(
      tracer.start('delivery', { kind: 'client', attributes: { 'app.event_id': message.eventId } }),
      () => sender.send(recipient, message, signal),
      (outcome, span) => {
        if (outcome?.responseStatus) span.set({ 'http.response.status_code': outcome.responseStatus });
        if (outcome?.error) span.fail(outcome.error);
      },
    ),
});
