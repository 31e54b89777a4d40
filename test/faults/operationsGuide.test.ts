import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { type PostgresServer, startPostgresServer } from '../../reliability/support/postgresServer.ts';
import { postgresAccount } from '../../src/database/embedded/account.ts';
import { binariesIn } from '../../src/database/embedded/otherMajor.ts';
import { query } from '../support/backups.ts';
import { databaseForFile } from '../support/database.ts';
import { type LiveService, liveForFile, startLive } from '../support/liveService.ts';
import { operatorProcess, withoutNotices } from '../support/operator.ts';

const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);
/** Those for the server of the database are run from their first line to their last. */
const isForServer = (block: string) => block.includes('$PGDATA');
/** So are those for a superuser of the database. */
const isForSuperuser = (block: string) => block.includes('$SUPERUSER_URL');
const commands = blocks
  .filter((block) => !isForServer(block) && !isForSuperuser(block))
  .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
  .map((line) => line.replace(/\s+# .*$/, '').replaceAll(/ +/g, ' '))
  .filter((line) => line !== '');

/** Why a command is not run here. A new one has to work here, or to get a reason. */
const NOT_RUN: Record<string, string> = {
  'npm ci && npm start': 'test/faults/npmStart.test.ts',
  'git rev-parse HEAD': 'of a checkout',
  'git pull && npm ci && npm start': 'the same, of a checkout with a remote',
  'npm ci && npm run build && npm prune --omit=dev': '.ci/image builds so',
  'npm start': 'test/faults/npmStart.test.ts',
  "DATABASE_URL='postgresql://trips_service:…@db1:5432,db2:5432,db3:5432/trips?target_session_attrs=read-write&sslmode=verify-full&sslrootcert=/etc/trip-booking-api/ca.crt'":
    'test/faults/databaseHosts.test.ts and npm run failover',
  'npm run -s trips -- upgrade': 'test/faults/upgrade.test.ts',
  "DATABASE_URL='postgresql://trips_owner:…@db/trips' npm run -s trips -- migrate --serving-role trips_service":
    'test/operator/servingRole.test.ts',
  "DATABASE_URL='postgresql://trips_owner:…@db/trips' npm run -s trips -- migrate --contract":
    'test/operator/servingRole.test.ts',
  'PGPASSWORD=$(jq -r .owner data/postgres/passwords.json) psql -h "$PWD/data/postgres/run" -U postgres':
    'needs jq and psql; test/start/embeddedRoles.test.ts connects so',
  'grep \'"traceId":"4bf92f3577b34da6a3ce929d0e0e4736"\' trips.log': 'test/start/tracing.test.ts',
  'npm run -s trips -- backup - | age -r age1… > monday.age':
    'needs a key of age; test/operator/restoreClosed.test.ts writes to standard output',
  'npm run -s trips -- webhooks test ENDPOINTID --account ID': 'needs the internet; test/operator/webhooks.test.ts',
  'npm run -s trips -- members reset-totp --account ID --email ana@nord.example':
    'needs a member with a second factor; test/dashboard/totp.test.ts',
};

const PREFIX = 'npm run -s trips -- ';
const run = commands.filter((command) => !(command in NOT_RUN));

const execute = promisify(execFile);
const work = mkdtempSync(join(tmpdir(), 'trips-operations-'));
afterAll(() => rmSync(work, { recursive: true }));
const database = await databaseForFile();
const env = { DATABASE_URL: database.url };
const operator = operatorProcess(env);
const { accountId, apiKey, serviceTiers } = await operator.json('demo --role CONTRACTOR');
const { accountId: driverId } = await operator.json('demo --role DRIVER');
const service = await liveForFile({ env: { ...env, LOG_LEVEL: 'warn' } }, apiKey);

/** What stands for something of one's own, and a new one of it. */
const PLACEHOLDERS: [RegExp, () => Promise<string>][] = [
  [/\bTRIP\b/, () => service.book()],
  [/\bKEYID\b/, async () => keyIdIn((await operator.json(`keys issue --account ${accountId}`)).apiKey)],
  [/\bENDPOINTID\b/, async () => (await operator.json(`webhooks add --account ${accountId} ${ENDPOINT}`))._id],
  [/\bTIERID\b/, async () => serviceTiers[0]._id],
  [/(?<=--rider )ID\b/, async () => (await operator.json(`clients add --account ${accountId} ${newRider()}`))._id],
  [/(?<=--executor )ID\b/, async () => driverId],
  [/\bID\b/, async () => accountId],
];
const keyIdIn = (apiKey: string) => /^trip_live_(\w+)\./.exec(apiKey)?.[1] ?? '';
const ENDPOINT = '--url https://partner.example/hooks --type trip.created';
let riders = 0;
const newRider = () => `--first-name Grace --last-name Hopper --phone +3361234${6000 + riders++}`;

async function filledIn(command: string): Promise<string> {
  let filled = command;
  for (const [placeholder, make] of PLACEHOLDERS)
    if (placeholder.test(filled)) filled = filled.replace(placeholder, await make());
  return filled;
}

/** In a shell in which npm is quicker: it starts the built program at once. */
const inShell = (command: string, variables: Record<string, string> = env) =>
  execute(
    'bash',
    ['--norc', '-c', `set -eo pipefail; npm() { shift 4; node '${ROOT}/dist/operator/main.js' "$@"; }; ${command}`],
    {
      cwd: work,
      env: { PATH: process.env.PATH, ...variables },
    },
  );

describe('the commands in docs/operations.md', () => {
  it('are all run here, or have a reason why not', () => {
    expect(run.filter((command) => !command.startsWith(PREFIX))).toEqual([]);
    expect(Object.keys(NOT_RUN).filter((command) => !commands.includes(command))).toEqual([]);
    expect(run.length).toBeGreaterThan(25);
  });

  it.each(run)('%s', async (command) => {
    const { stdout, stderr } = await inShell(await filledIn(command));
    expect(withoutNotices(stderr)).toBe('');
    expect(stdout !== '' || command.includes('>')).toBe(true);
  });

  it('write the files that they name', () => {
    expect(
      readdirSync(work)
        .filter((name) => !name.includes('.replaced-'))
        .sort(),
    ).toEqual(['before.jsonl.gz', 'monday.jsonl.gz', 'rider.json']);
  });
});

/** With pg_basebackup, which the npm package lacks. */
const installed = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql')
      .map((version) => `/usr/lib/postgresql/${version}`)
      .find((directory) => existsSync(join(directory, 'bin/pg_basebackup')))
  : undefined;
if (installed === undefined)
  console.warn('PostgreSQL is not installed: its roles and its point-in-time recovery are not tried');

describe.skipIf(installed === undefined)('the roles of the database as docs/operations.md describes them', () => {
  it('serve, and a second one replaces the first without a superuser who migrates', async () => {
    const statements = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].flatMap(([, text = '']) => text.trim().split('\n'));
    const [create = '', close = '', ...others] = blocks.filter(isForSuperuser);
    expect([statements.length, others]).toEqual([5, []]);
    const server = startPostgresServer(binariesIn(installed ?? ''));
    const urlOf = (user: string) => server.url.replace('postgres@', `${user}@`).replace(/postgres$/, 'trips');
    const as = (user: string) => operatorProcess({ DATABASE_URL: urlOf(user) });
    const urls = { SUPERUSER_URL: server.url, OWNER_URL: urlOf('trips_owner') };
    const migrated = { code: 0, stderr: '' };
    try {
      for (const statement of statements) await query(server.target, statement);
      expect(await as('trips_owner').run('migrate --serving-role trips_service')).toMatchObject(migrated);
      expect(await as('trips_service').json('accounts list')).toEqual([]);

      expect((await inShell(create, urls)).stderr).toBe('');
      expect(await as('trips_service_2').json('accounts list')).toEqual([]);
      await inShell(close, urls);
      expect(await as('trips_service').fault('accounts list')).toContain('is not permitted to log in');
      expect(await as('trips_service_2').json('accounts list')).toEqual([]);
    } finally {
      server.remove();
    }
  });
});

describe.skipIf(installed === undefined)('point-in-time recovery as docs/operations.md describes it', () => {
  const [archive = '', toMoment = '', ofLostDisk = '', afterwards = '', ...others] = blocks.filter(isForServer);
  const directory = installed ?? '';
  let server: PostgresServer;
  let key: string;
  let firstTrips: [string, string][];
  let laterTrips: [string, string][];
  let firstMoment: string;
  let laterMoment: string;
  let newTrip: string;

  /** As its user; the given values replace those that the page exports as examples. */
  const onServer = (script: string, values: Record<string, string> = {}) =>
    execute('bash', ['--norc', '-c', `set -euo pipefail; ${script.replaceAll(/^export .*\n/gm, '')}`], {
      ...postgresAccount(''),
      cwd: server.directory,
      env: {
        PATH: `${directory}/bin:${process.env.PATH}`,
        PGDATA: server.cluster,
        DATABASE_URL: server.url,
        ARCHIVE: join(server.directory, 'archive'),
        PGOPTS: '', // its configuration is in PGDATA
        ...values,
      },
    });
  const entries = (path: string, prefix: string) =>
    readdirSync(join(server.directory, path))
      .filter((name) => name.startsWith(prefix))
      .sort()
      .map((name) => join(server.directory, path, name));
  const copies = () => entries('archive', 'base');
  const one = async (text: string, port = 5432) =>
    Object.values((await query({ ...server.target, port }, text))[0])[0] as string;
  async function whileServing<T>(act: (service: LiveService) => Promise<T>): Promise<T> {
    const live = await startLive({ env: { DATABASE_URL: server.url, LOG_LEVEL: 'fatal' } }, key);
    try {
      return await act(live);
    } finally {
      expect(await live.stop()).toBe(0);
    }
  }
  async function expectTrips({ api }: LiveService, trips: [string, string][]) {
    const { body } = await api.list();
    const found = body.data.map(({ _id, status }: { _id: string; status: string }) => [_id, status]);
    expect(found.sort()).toEqual(trips.toSorted());
  }
  async function recover(block: string, values: Record<string, string>) {
    await onServer(block, values);
    await onServer(afterwards);
    const checked = await operatorProcess({ DATABASE_URL: server.url }).json('check');
    expect(checked).toEqual({ counts: 'ok', references: 'ok', events: 'ok' });
    expect(await one('SHOW recovery_target_time')).toBe('');
  }

  beforeAll(async () => {
    server = startPostgresServer(binariesIn(directory));
    ({ apiKey: key } = await operatorProcess({ DATABASE_URL: server.url }).json('demo'));
    const before = await whileServing((live) => live.book());
    await onServer(archive);
    await whileServing(async (live) => {
      const after = await live.book();
      firstTrips = [before, after].map((id) => [id, 'CONFIRMED']);
      firstMoment = await one('SELECT now()::text');
      const later = await live.book();
      expect((await live.api.cancel(after)).status).toBe(200);
      laterTrips = [
        [before, 'CONFIRMED'],
        [after, 'CANCELLED'],
        [later, 'CONFIRMED'],
      ];
      laterMoment = await one('SELECT now()::text');
      await live.book();
    });
  });
  afterAll(() => server?.remove());

  it('is in four blocks', () => {
    expect([afterwards, others]).toEqual([expect.stringContaining('pg_is_in_recovery'), []]);
  });

  it('brings back the trips of that moment, and none that were booked after it', async () => {
    await recover(toMoment, { MOMENT: firstMoment, BASE: copies()[0] ?? '' });
    await whileServing((live) => expectTrips(live, firstTrips));
  });

  it('leaves nothing behind that would promote a standby', async () => {
    await onServer(`pg_basebackup -d "$DATABASE_URL" -D standby -R --checkpoint=fast
      pg_ctl start -D standby -w -l standby.log -o '-c port=5433'`);
    try {
      const trip = await whileServing((live) => live.book());
      const found = `SELECT pg_is_in_recovery() || ' ' || count(*) FROM trips WHERE trip_id = '${trip}'`;
      await expect.poll(() => one(found, 5433)).toBe('true 1');
    } finally {
      await onServer('pg_ctl stop -D standby -m fast');
    }
  });

  it('brings back a later moment if the first one was wrong', async () => {
    await recover(toMoment, { MOMENT: laterMoment, BASE: copies()[0] ?? '' });
    await whileServing(async (live) => {
      await expectTrips(live, laterTrips);
      newTrip = await live.book();
    });
    expect(entries('.', 'cluster.before')).toHaveLength(2);
  });

  it('brings back everything in the archive if the disk is lost', async () => {
    const segment = await one('SELECT pg_walfile_name(pg_switch_wal())');
    await expect.poll(() => existsSync(join(server.directory, 'archive/wal', segment))).toBe(true);
    await onServer('pg_ctl stop -D "$PGDATA" -m immediate && rm -rf "$PGDATA" "$PGDATA".before*');
    await recover(ofLostDisk, { BASE: copies().at(-1) ?? '' });
    await whileServing((live) => expectTrips(live, [...laterTrips, [newTrip, 'CONFIRMED']]));
  });
});
