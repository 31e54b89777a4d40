import { departures } from '../../support/openapi.ts';
import type { Address } from '../../support/rawHttp.ts';
import { type AccountState, stateFaults, type TripRecord } from '../judging/state.ts';
import type { Account, World } from '../making/world.ts';
import { KeptConnection } from '../sockets/connection.ts';
import { lastingFaults } from './lasting.ts';

const READERS = 16;

/** Reads everything back, and books once more, as a caller would who knows nothing of what happened. */
export async function checkState(address: Address, world: World): Promise<string[]> {
  const faults: string[] = [];
  for (const account of world.accounts) {
    const own = new Map([...world.acknowledged].filter(([, each]) => each.account === account));
    const look = async () =>
      stateFaults(await readState(address, account, faults), own, world.unansweredBookings(account));
    faults.push(...(await lastingFaults(look)));
    faults.push(...(await bookOnce(address, account)));
  }
  return faults;
}

async function readState(address: Address, account: Account, faults: string[]): Promise<AccountState> {
  const listed: TripRecord[] = [];
  const lane = new KeptConnection(address);
  for (let page = 1, hasNext = true; hasNext; page += 1) {
    const answer = await ask(lane, account, 'GET', `/v1/trips?limit=100&page=${page}`, faults);
    listed.push(...answer.data);
    hasNext = answer.pagination?.hasNext ?? false;
  }
  lane.close();
  const read = new Map<string, TripRecord>();
  const waiting = listed.map(({ _id }) => String(_id));
  const reader = async () => {
    const own = new KeptConnection(address);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const { data } = await ask(own, account, 'GET', `/v1/trips/${id}`, faults);
      if (data) read.set(id, data as unknown as TripRecord);
    }
    own.close();
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return { listed, read };
}

async function bookOnce(address: Address, account: Account): Promise<string[]> {
  const faults: string[] = [];
  const lane = new KeptConnection(address);
  const body = {
    pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
    dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
    scheduledAt: new Date(Date.now() + 86_400_000).toISOString(),
    price: 66,
    client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
  };
  const { success } = await ask(lane, account, 'POST', '/v1/trips', faults, JSON.stringify(body));
  if (!success) faults.push('a usual booking fails');
  const ready = await ask(lane, account, 'GET', '/readyz', []);
  if ((ready as { status?: string }).status !== 'ready')
    faults.push(`the service is not ready: ${JSON.stringify(ready)}`);
  lane.close();
  return faults;
}

interface Asked {
  success?: boolean;
  data: TripRecord[];
  pagination?: { hasNext: boolean };
}

async function ask(
  lane: KeptConnection,
  account: Account,
  method: string,
  path: string,
  faults: string[],
  body = '',
): Promise<Asked> {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${account.apiKey}`,
    `Idempotency-Key: usual-${Date.now()}`,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  const { answers } = await lane.send({ method, headers: [] }, Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`));
  const [answer] = answers;
  if (!answer) {
    faults.push(`${method} ${path}: no answer`);
    return { data: [] };
  }
  faults.push(...departures({ method, path, ...answer }).map((fault) => `${method} ${path}: ${fault}`));
  if (answer.status >= 300) faults.push(`${method} ${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}
