import type pg from 'pg';
import { type Opened, openedParts } from '../../reliability/support/closing.ts';
import { type BareServer, startBareServer } from '../bareServer/bareServer.ts';
import { type CapturedAnswer, capture } from '../bareServer/capture.ts';
import { addServiceTier, type BenchAccount, openAccounts } from '../database/accounts.ts';
import { type Cluster, startCluster } from '../database/cluster.ts';
import { type Inserter, startInserter } from '../database/inserter.ts';
import { findPgbench } from '../database/pgbench.ts';
import { type Generator, startGenerator } from '../load/generator.ts';
import type { RequestShape } from '../load/requests.ts';
import { type RunningService, type ServiceOptions, startService } from '../service/serviceProcess.ts';

/** A service on a PostgreSQL of its own, with accounts to measure in. */
export interface Installation {
  cluster: Cluster;
  client: pg.Client;
  service: RunningService;
  serviceTierId: string;
  /** By what they are for. The accounts of the limits come first, one for each of pgbench's clients. */
  accounts: Record<'probe' | 'booking' | 'medium' | 'small' | 'large' | 'cancel' | 'keyedCancel', BenchAccount>;
  capture(shape: RequestShape): Promise<CapturedAnswer>;
}

/** Everything that the rows are measured on. `close` ends all processes. */
export interface World extends Installation, Opened {
  generator: Generator;
  bare: BareServer;
  inserter: Inserter;
  pgbench: string | undefined;
}

export const LIMIT_CLIENTS = 32;
export const SEED = 20_261_115;

export async function openWorld(profileDirectory: string | undefined): Promise<World> {
  const { keep, close } = openedParts();
  try {
    const nodeFlags = profileDirectory === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileDirectory];
    return {
      ...(await openInstallation(keep, { nodeFlags })),
      generator: keep(startGenerator(SEED), (part) => part.stop()),
      bare: keep(await startBareServer(), (part) => part.stop()),
      inserter: keep(startInserter(), (part) => part.stop()),
      pgbench: findPgbench(),
      keep,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function openInstallation(keep: Opened['keep'], options: ServiceOptions): Promise<Installation> {
  const cluster = keep(await startCluster({ isServedByOwner: options.script !== undefined }), (part) => part.stop());
  const service = keep(await startService({ DATABASE_URL: cluster.url }, options), (part) => part.stop());
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
    serviceTierId: await addServiceTier(client),
    accounts: { probe, booking, medium, small, large, cancel, keyedCancel },
    capture: (shape) => capture(service.port, shape),
  };
}
