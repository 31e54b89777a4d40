import type { Socket } from 'node:net';
import type { FromWorker, Orders, ToWorker } from './messages.ts';

type Kind = ToWorker['kind'];
type Message<Which extends Kind> = Extract<ToWorker, { kind: Which }>;

/** The first process as a worker sees it. When it is gone, Node ends the worker at once. */
export interface FirstProcess {
  orders: Promise<Orders>;
  /** Resolves once the message is on its way. */
  tell(message: FromWorker): Promise<void>;
  on<Which extends Kind>(kind: Which, hear: (message: Message<Which>) => void): void;
  onConnection(take: (socket: Socket) => void): void;
}

export function meetFirstProcess(): FirstProcess {
  const listeners = new Map<Kind, (message: ToWorker) => void>();
  let take = (socket: Socket): void => void socket.destroy(); // none is given before we serve
  process.on('message', (message: ToWorker, socket?: Socket) => {
    if (message.kind === 'connection') return void (socket && take(socket));
    listeners.get(message.kind)?.(message);
  });
  const on: FirstProcess['on'] = (kind, hear) => {
    listeners.set(kind, hear as (message: ToWorker) => void);
  };
  const tell = (message: FromWorker) =>
    new Promise<void>((resolve) => {
      process.send?.(message, undefined, undefined, () => resolve());
    });
  const orders = new Promise<Orders>((resolve) => {
    on('orders', (message) => resolve(message.orders));
  });
  tell({ kind: 'here' });
  return {
    orders,
    tell,
    on,
    onConnection(taker) {
      take = taker;
    },
  };
}
