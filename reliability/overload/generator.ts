// The load's own process: it does what it is told by messages, one thing after the other.
import { Load } from './load.ts';
import type { Account } from './stand.ts';

export interface Start {
  port: number;
  accounts: Account[];
  scheduledAt: string;
}
export type Order =
  | { what: 'start'; start: Start }
  | { what: 'open'; connections: number }
  | { what: 'closedLoop'; callers: number; seconds: number }
  | { what: 'offer'; perSecond: number; seconds: number }
  | { what: 'booked' };

let load: Load;

async function obey(order: Order): Promise<unknown> {
  switch (order.what) {
    case 'start':
      load = new Load(order.start.port, order.start.accounts, order.start.scheduledAt);
      return {};
    case 'open':
      return load.open(order.connections);
    case 'closedLoop':
      return load.closedLoop(order.callers, order.seconds);
    case 'offer':
      return load.offer(order.perSecond, order.seconds);
    case 'booked':
      return load.booked;
  }
}

process.on('message', (order: Order) => {
  obey(order).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.stack }),
  );
});
process.on('disconnect', () => process.exit(0));
