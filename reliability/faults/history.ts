export type Reply =
  | Answer
  /** No complete answer came: the request may or may not have been executed. */
  | { status: 'none'; reason: string };

export interface Answer {
  status: number;
  code: string | undefined;
  isReplay: boolean;
  text: string;
  /** From the OpenAPI description. */
  departures: string[];
}

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

/** One booking, retried under the same key until an answer settles it. The key is also its note and its rider's last name. */
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

interface ReadOperation extends Operation {
  kind: 'read';
  tripId: string;
}

interface ListOperation extends Operation {
  kind: 'list';
}

/** A page of the feed of events. */
interface EventsOperation extends Operation {
  kind: 'events';
}

export type ClientOperation = BookOperation | CancelOperation | ReadOperation | ListOperation | EventsOperation;

export const answersTo = (...operations: ClientOperation[]): Answer[] =>
  operations.flatMap(({ attempts }) => attempts.flatMap(({ reply }) => (reply.status === 'none' ? [] : [reply])));

/** The answer that settled an operation with success. */
export function acknowledgement(operation: ClientOperation) {
  for (const attempt of operation.attempts) {
    const { reply } = attempt;
    if (reply.status !== 'none' && reply.status >= 200 && reply.status < 300) return { ...attempt, reply };
  }
  return undefined;
}

export const isClientError = (status: number) => status >= 400 && status < 500;

/** Whether every attempt was refused: then nothing may have been done. */
export const isRefused = ({ attempts }: ClientOperation): boolean =>
  attempts.length > 0 && attempts.every(({ reply }) => reply.status !== 'none' && isClientError(reply.status));

/** One line per attempt. */
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
