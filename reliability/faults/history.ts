/** What one client knows of what it did: the side of the story that the database is held against. */

export type Reply =
  /** A whole answer came. */
  | { status: number; code: string | undefined; isReplay: boolean; text: string; departures: string[] }
  /** None came, or not all of it: the request may or may not have been carried out. */
  | { status: 'none'; reason: string };

export interface Attempt {
  service: string;
  /** Milliseconds since the run began. */
  sentAt: number;
  endedAt: number;
  reply: Reply;
}

interface Operation {
  client: string;
  accountId: string;
  attempts: Attempt[];
}

/** One booking, tried again under the same key until an answer settles it. Its key also stands in its note and its rider's name. */
export interface BookOperation extends Operation {
  kind: 'book';
  key: string;
  /** The body that was sent. */
  request: object;
}

export interface CancelOperation extends Operation {
  kind: 'cancel';
  tripId: string;
  key: string | undefined;
}

export interface ReadOperation extends Operation {
  kind: 'read';
  tripId: string;
}

export interface ListOperation extends Operation {
  kind: 'list';
}

export type ClientOperation = BookOperation | CancelOperation | ReadOperation | ListOperation;

/** The answer that settled an operation with success. */
export function acknowledgement(operation: ClientOperation) {
  for (const attempt of operation.attempts) {
    const { reply } = attempt;
    if (reply.status !== 'none' && reply.status >= 200 && reply.status < 300) return { ...attempt, reply };
  }
  return undefined;
}

/** Whether every attempt was told that nothing was done: then nothing may have been done. */
export const isRefused = ({ attempts }: ClientOperation): boolean =>
  attempts.length > 0 &&
  attempts.every(({ reply }) => reply.status !== 'none' && reply.status >= 400 && reply.status < 500);

/** One line an attempt, for a person who looks into a failure. */
export function describe(operation: ClientOperation): string {
  const what = 'tripId' in operation ? `${operation.kind} ${operation.tripId}` : operation.kind;
  const key = 'key' in operation && operation.key ? ` under ${operation.key}` : '';
  const lines = operation.attempts.map(({ service, sentAt, endedAt, reply }) => {
    const outcome =
      reply.status === 'none'
        ? `no answer (${reply.reason})`
        : `${reply.status} ${reply.code ?? ''}${reply.isReplay ? ' replayed' : ''} ${reply.text}`;
    return `    ${sentAt.toFixed(0)}–${endedAt.toFixed(0)} ms, service ${service}: ${outcome}`;
  });
  return [`  ${operation.client} of ${operation.accountId}: ${what}${key}`, ...lines].join('\n');
}
