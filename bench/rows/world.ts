import type pg from 'pg';
import { openedParts } from '../../reliability/support/closing.ts';
import { type BareServer, startBareServer } from '../bareServer/bareServer.ts';
import { type CapturedAnswer, capture } from '../bareServer/capture.ts';
import { addServiceTier, type BenchAccount, openAccounts } from '../database/accounts.ts';
import { type Cluster, startCluster } from '../database/cluster.ts';
import { type Inserter, startInserter } from '../database/inserter.ts';
import { findPgbench } from '../database/pgbench.ts';
import { type Generator, startGenerator } from '../load/generator.ts';
import type { RequestShape } from '../load/requests.ts';
import { type RunningService, startService } from '../service/serviceProcess.ts';

/** Everything that the rows are measured on. */
export interface World {
  cluster: Cluster;
  client: pg.Client;
  service: RunningService;
  generator: Generator;
  bare: BareServer;
  inserter: Inserter;
  pgbench: string | undefined;
  serviceTierId: string;
  /** By what they are for; the limits' own come first, one for each of pgbench's clients. */
  accounts: Record<'probe' | 'booking' | 'medium' | 'small' | 'large' | 'cancel' | 'keyedCancel', BenchAccount>;
  capture(shape: RequestShape): Promise<CapturedAnswer>;
  /** Ends all processes; the database's files stay until `remove`. */
  close(): Promise<void>;
}

export const LIMIT_CLIENTS = 32;
const SEED = 20_261_115;

export async function openWorld(profileDirectory: string | undefined): Promise<World> {
  const { keep, close } = openedParts();
  const cluster = keep(await startCluster(), (part) => part.leave());
  try {
    const flags = profileDirectory === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileDirectory];
    const service = keep(await startService({ DATABASE_URL: cluster.url }, flags), (part) => part.stop());
    const client = keep(await cluster.connect(), (part) => part.end());
    await openAccounts(client, 0, LIMIT_CLIENTS);
    const [probe, booking, medium, small, large, cancel, keyedCancel] = (await openAccounts(
      client,
      LIMIT_CLIENTS,
      7,
    )) as [BenchAccount, BenchAccount, BenchAccount, BenchAccount, BenchAccount, BenchAccount, BenchAccount];
    return {
      cluster,
      client,
      service,
      generator: keep(startGenerator(SEED), (part) => part.stop()),
      bare: keep(await startBareServer(), (part) => part.stop()),
      inserter: keep(startInserter(), (part) => part.stop()),
      pgbench: findPgbench(),
      serviceTierId: await addServiceTier(client),
      accounts: { probe, booking, medium, small, large, cancel, keyedCancel },
      capture: (shape) => capture(service.port, shape),
      close,
    };
  } catch (error) {
    await close();
    cluster.remove();
    throw error;
  }
}
