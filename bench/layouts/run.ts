// What each request costs the database on one PostgreSQL and on a Citus cluster, in one run: npm run layouts
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Layout } from '../../src/database/layout/placement.ts';
import { migrate } from '../../src/database/migrate.ts';
import { type BenchAccount, openAccounts } from '../database/accounts.ts';
import { type Generator, startGenerator } from '../load/generator.ts';
import type { RequestShape } from '../load/requests.ts';
import { cancelling, creation, listing, reading } from '../rows/requests.ts';
import { startService } from '../service/serviceProcess.ts';
import { measureCpu } from '../service/usage.ts';

const USAGE = `npm run layouts measures on the cluster whose nodes DATABASE_NODES names, the coordinator first, separated by commas:
DATABASE_NODES=$(.ci/citus/start) npm run layouts
The nodes must run on this machine. Databases named layouts_* are dropped and created.`;

const ACCOUNTS = 50;
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 2;
const SECONDS = 6;

interface Node {
  host: string;
  port: number;
  user: string;
}

interface Figure {
  perSecond: number;
  p50Ms: number;
  databaseMs: number;
}

async function main(urls: string): Promise<void> {
  const nodes = urls.split(',').map((url) => {
    const { hostname, port, username } = new URL(url);
    return { host: hostname, port: Number(port), user: username };
  });
  const postmasters = await Promise.all(nodes.map(postmasterOf));
  const generator = startGenerator(1);
  try {
    const single = await measureLayout('single', nodes, postmasters, generator);
    const citus = await measureLayout('citus', nodes, postmasters, generator);
    console.log(table(single, citus));
  } finally {
    await generator.stop();
  }
}

async function measureLayout(layout: Layout, nodes: Node[], postmasters: number[], generator: Generator) {
  const database = `layouts_${layout}`;
  const [coordinator] = nodes as [Node];
  await createDatabase(layout === 'single' ? [coordinator] : nodes, database);
  const env = {
    DATABASE_URL: `postgresql://${coordinator.user}@${coordinator.host}:${coordinator.port}/${database}`,
    DATABASE_LAYOUT: layout,
  };
  // Before the start, because on a cluster this takes longer than the service has to answer.
  await migrate({ ...coordinator, database, layout });
  const service = await startService(env);
  try {
    const accounts = await onNode(coordinator, database, (client) => openAccounts(client, 1_000, ACCOUNTS));
    const [first] = accounts as [BenchAccount];
    const measure = async (
      name: string,
      shape: RequestShape,
      expectedStatus: number,
      warmUpSeconds = WARM_UP_SECONDS,
    ): Promise<Figure> => {
      console.error(`${layout}: ${name}`);
      generator.prepare(`${layout} ${name}`, shape);
      const order = { port: service.port, connections: CONNECTIONS, expectedStatus };
      if (warmUpSeconds > 0) await generator.run(`${layout} ${name}`, { ...order, seconds: warmUpSeconds });
      const used = postmasters.map(measureCpu);
      const result = await generator.run(`${layout} ${name}`, { ...order, seconds: SECONDS });
      const databaseMs = used.reduce((sum, seconds) => sum + seconds() * 1000, 0) / result.count;
      for (const [fault, times] of Object.entries(result.faults)) console.error(`invalid: ${fault}, ${times} times`);
      if (Object.keys(result.faults).length > 0) process.exitCode = 1;
      return { perSecond: result.perSecond, p50Ms: result.p50Ms, databaseMs };
    };
    const keys = accounts.map(({ apiKey }) => apiKey);
    const figures: Record<string, Figure> = {
      book: await measure('book', creation(keys), 201),
      'book in one account': await measure('book in one account', creation([first.apiKey]), 201),
    };
    const tripIds = await onNode(coordinator, database, async (client) => {
      const { rows } = await client.query<{ trip_id: string }>('SELECT trip_id FROM trips WHERE account_id = $1', [
        first.accountId,
      ]);
      return rows.map(({ trip_id }) => trip_id);
    });
    figures.read = await measure('read', reading(first.apiKey, tripIds), 200);
    figures.list = await measure('list', listing(first.apiKey), 200);
    figures.cancel = await measure('cancel', cancelling(first.apiKey, tripIds, false), 200, 0); // each trip once
    return figures;
  } finally {
    await service.stop();
  }
}

async function createDatabase(nodes: Node[], database: string): Promise<void> {
  for (const node of nodes)
    await onNode(node, 'postgres', async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${database}`);
    });
  if (nodes.length === 1) return;
  for (const node of nodes) await onNode(node, database, (client) => client.query('CREATE EXTENSION citus'));
  const [coordinator, ...workers] = nodes as [Node, ...Node[]];
  await onNode(coordinator, database, async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
    for (const { host, port } of workers) await client.query('SELECT citus_add_node($1, $2)', [host, port]);
  });
}

/** The process whose children are a node's sessions. */
const postmasterOf = (node: Node): Promise<number> =>
  onNode(node, 'postgres', async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return Number(readFileSync(`${rows[0]?.data_directory}/postmaster.pid`, 'utf8').split('\n')[0]);
  });

async function onNode<Result>(
  node: Node,
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...node, database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function table(single: Record<string, Figure>, citus: Record<string, Figure>): string {
  const lines = Object.entries(single).map(([name, one]) => {
    const many = citus[name] as Figure;
    const ratio = (many.databaseMs / one.databaseMs).toFixed(1);
    const cells = [one, many].flatMap(({ databaseMs, perSecond, p50Ms }) => [
      databaseMs.toFixed(2),
      perSecond.toFixed(0),
      p50Ms.toFixed(1),
    ]);
    return `| ${[name, ...cells, ratio].join(' | ')} |`;
  });
  return [
    '| | single: database CPU ms | req/s | p50 ms | citus: database CPU ms, all nodes | req/s | p50 ms | CPU, citus : single |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n');
}

const { DATABASE_NODES } = process.env;
if (DATABASE_NODES) await main(DATABASE_NODES);
else console.error(USAGE);
