import { machine } from '../support/commandLine.ts';
import { groupBy, type Violation } from './evidence.ts';
import { acknowledgement, type ClientOperation, describe } from './history.ts';
import type { Arrival } from './receiver.ts';
import type { Drained } from './webhooks.ts';

export interface Fault {
  name: string;
  /** From the moment the last cause was removed. */
  recoveryMs: number;
  /** No other fault was injected at the same time. */
  isAlone: boolean;
}

interface Outcome {
  seed: number;
  minutes: number;
  faults: Fault[];
  skipped: string[];
  operations: ClientOperation[];
  operatorSteps: number;
  starts: number;
  trips: number;
  /** Of those, how many have a time far from the true one: proof that clocks were stepped. */
  tripsOfSteppedClocks: number;
  events: number;
  arrivals: Arrival[];
  drained: Pick<Drained, 'redelivered' | 'enabled'>;
  violations: Violation[];
}

const SHOWN_PER_RULE = 3;

export function asText(outcome: Outcome): string {
  const { seed, minutes, faults, operations, violations } = outcome;
  const replies = operations.flatMap(({ attempts }) => attempts.map(({ reply }) => reply));
  const count = (holds: (reply: (typeof replies)[number]) => boolean) => replies.filter(holds).length;
  const of = (kind: ClientOperation['kind']) => operations.filter((operation) => operation.kind === kind);
  const facts: [string, string | number][] = [
    ['seed', seed],
    ['machine', machine()],
    ['time', `${minutes.toFixed(1)} min`],
    ['faults', `${faults.length}, of ${new Set(faults.map(({ name }) => name)).size} kinds`],
    ['service starts', outcome.starts],
    ['operations', operations.length],
    ['  bookings, cancellations', `${of('book').length}, ${of('cancel').length}`],
    ['  reads, lists, pages of events', `${of('read').length}, ${of('list').length}, ${of('events').length}`],
    ['  never settled', operations.filter((operation) => isUnsettled(operation)).length],
    ['requests sent', replies.length],
    ['  without a complete answer', count(({ status }) => status === 'none')],
    ['  503', count(({ status }) => status === 503)],
    ['  other 5xx', count(({ status }) => status !== 'none' && status >= 500 && status !== 503)],
    ['  replays', count((reply) => reply.status !== 'none' && reply.isReplay)],
    [
      '  409 still in progress',
      count((reply) => reply.status !== 'none' && reply.code === 'IDEMPOTENCY_KEY_IN_PROGRESS'),
    ],
    ['trips in the database', outcome.trips],
    ['  booked under a stepped clock', outcome.tripsOfSteppedClocks],
    ['steps by the operator', outcome.operatorSteps],
    ...deliveryFacts(outcome),
    ['violations', violations.length],
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  return [
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    '',
    recoveryTable(faults),
    ...outcome.skipped.map((reason) => `not injected: ${reason}`),
    ...[...groupBy(violations, ({ rule }) => rule)].flatMap(([rule, broken]) => [
      `VIOLATED ${broken.length} times: ${rule}`,
      ...broken.slice(0, SHOWN_PER_RULE).map(violationText),
    ]),
  ].join('\n');
}

function deliveryFacts({ events, arrivals, drained }: Outcome): [string, number][] {
  const accepted = arrivals.filter(({ acceptedAt }) => acceptedAt !== undefined);
  return [
    ['events', events],
    ['webhook deliveries that arrived', arrivals.length],
    ['  accepted again', accepted.length - new Set(accepted.map(({ eventId }) => eventId)).size],
    ['  refused or not answered by the receiver', arrivals.length - accepted.length],
    ['  signed under a stepped clock', arrivals.filter(({ signature }) => signature === 'stale').length],
    ['  redelivered at the end, on request', drained.redelivered],
    ['  endpoints enabled again at the end', drained.enabled],
  ];
}

/** Recovery probes are not retried, and a page of events is requested again as another operation. */
const isUnsettled = (operation: ClientOperation) =>
  operation.client !== 'probe' &&
  operation.kind !== 'events' &&
  acknowledgement(operation) === undefined &&
  operation.attempts.every(({ reply }) => reply.status === 'none' || reply.status >= 500 || reply.status === 409);

function recoveryTable(faults: Fault[]): string {
  const names = [...new Set(faults.map(({ name }) => name))].sort();
  const width = Math.max(...names.map((name) => name.length), TOGETHER.length);
  const seconds = (ms: number | undefined) => (ms === undefined ? '-' : (ms / 1000).toFixed(1)).padStart(8);
  const line = (name: string, of: Fault[], measured: Fault[]) => {
    const sorted = measured.map(({ recoveryMs }) => recoveryMs).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    return `${name.padEnd(width)}  ${String(of.length).padStart(5)}  ${seconds(median)}  ${seconds(sorted.at(-1))}`;
  };
  const isTogether = ({ isAlone }: Fault) => !isAlone;
  return [
    `${'fault'.padEnd(width)}  times  recovery in seconds, when alone: median, longest`,
    ...names.map((name) => {
      const of = faults.filter((fault) => fault.name === name);
      return line(
        name,
        of,
        of.filter(({ isAlone }) => isAlone),
      );
    }),
    line(TOGETHER, faults.filter(isTogether), faults.filter(isTogether)),
    '',
  ].join('\n');
}

// One fault may recover while the other lasts, so these times say little about either.
const TOGETHER = 'of these, with another fault';

const violationText = ({ what, operations }: Violation) => [`  ${what}`, ...operations.map(describe)].join('\n');
