import { describe, expect, it } from 'vitest';
import { newId } from '../../src/identifiers.ts';
import { assignTrip } from '../../src/trips/store/changeTrip.ts';
import { findTripOfAnyAccount } from '../../src/trips/store/findTrips.ts';
import { rowsOfAccount } from '../support/accountRows.ts';
import { type AccountWithRecords, absentResources, furnish, type Resources } from '../support/accountWithRecords.ts';
import { type ApiAnswer, newKey } from '../support/client.ts';
import { openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';
import { sourceFiles } from '../support/sources.ts';
import {
  describedNames,
  describedOperations,
  describedRoutes,
  NAMES_NOTHING,
  NAMINGS,
  type Naming,
  WITHOUT_NAMES,
} from './references.ts';

/** Made for each request: a key that was absent no longer is once it was used. */
const absentNow = () => absentResources('2040-01-01', 'FINISHED_PAYED');

const service = await serviceForFile();
const [driver, contractor, exempt, newcomer] = [
  await service.account(),
  await service.account({ role: 'CONTRACTOR', apiTier: 'PRO' }),
  await service.account({ isVatExempt: true }),
  await service.account(),
] as const;
const owners = [
  await furnish(service, driver, { day: '2031-01-01', status: 'OTWTP' }),
  await furnish(service, contractor, { day: '2031-02-01', status: 'OTWTD' }),
  await furnish(service, exempt, { day: '2031-03-01', status: 'FINISHED' }),
];
const callers = [...owners, newcomer];

const UNLIKE_BY_NATURE = ['x-request-id', 'date', 'ratelimit', 'location'];

/** All that a caller can learn from an answer, but for identifiers, which are new each time or were sent. */
const learnt = ({ status, headers, text }: ApiAnswer) => ({
  status,
  headers: [...headers].filter(([name]) => !UNLIKE_BY_NATURE.includes(name)).sort(),
  body: text.replace(/\b[0-9a-f]{24}\b/gi, '<id>').replace(/"reference":"[^"]+"/g, '"reference":"<reference>"'),
});

const outcome = ({ status, headers }: ApiAnswer) =>
  `${status}${headers.get('idempotent-replayed') === 'true' ? ' replayed' : ''}`;

async function ask(caller: TestAccount, { request }: Naming, named: Resources): Promise<ApiAnswer> {
  return caller.api.send(...(await request(named, caller)));
}

describe('what another account has', () => {
  it('is tried by every operation in the description, and by every member of it that can name something', () => {
    const tried = Object.keys(NAMINGS).map((name) => name.split(',')[0] ?? '');
    const names = [...tried, ...Object.keys(NAMES_NOTHING)];
    expect(describedNames().sort()).toEqual([...new Set(names)].sort());
    const operations = names.map((name) => name.split('.')[0] ?? '');
    expect(describedOperations().sort()).toEqual([...new Set([...operations, ...WITHOUT_NAMES])].sort());
  });

  it('cannot be reached by an operation that the description lacks: there is none', () => {
    const route = /\b(?:app|v1|keyed)\.(get|post|put|patch|delete|head|options|all|route)\b[^(]*\(\s*'([^']+)'/g;
    // Pages have no key and no description; test/dashboard holds theirs.
    const arePages = /^(web|dashboard|docs)\//;
    const routes = sourceFiles
      .filter(({ name }) => !arePages.test(name))
      .flatMap(({ text }) => [...text.matchAll(route)].map(([, method, path]) => `${method} ${path}`));
    const withoutKey = ['get /healthz', 'get /readyz', 'get /'];
    expect(routes.sort()).toEqual([...describedRoutes(), ...withoutKey].sort());
  });

  it.each(Object.keys(NAMINGS))('looks and stays like what does not exist: %s', async (name) => {
    const naming = NAMINGS[name] as Naming;
    for (const caller of callers) {
      for (const owner of owners.filter((each) => each.accountId !== caller.accountId)) {
        const before = await rowsOfAccount(service.database, owner.accountId);
        const foreign = await ask(caller, naming, owner.resources);
        const absent = await ask(caller, naming, absentNow());
        expect(learnt(foreign)).toEqual(learnt(absent));
        expect(foreign.text).not.toContain(owner.accountId);
        expect(await rowsOfAccount(service.database, owner.accountId)).toEqual(before);
      }
    }
  });

  it.each(Object.keys(NAMINGS))('is there for its owner: %s', async (name) => {
    const naming = NAMINGS[name] as Naming;
    for (const owner of owners) {
      const own = await ask(owner, naming, owner.resources);
      expect(outcome(own)).toBe(naming.own);
      const absent = await ask(owner, naming, absentNow());
      expect(learnt(own)).not.toEqual(learnt(absent));
    }
  });

  it('is not counted or listed', async () => {
    for (const caller of callers) {
      const { data, pagination } = (await caller.api.list('?limit=100')).body;
      expect(pagination.total).toBe((await rowsOfAccount(service.database, caller.accountId)).trips?.length);
      expect(data.filter(({ userId }: { userId: string }) => userId !== caller.accountId)).toEqual([]);
      const rows = await rowsOfAccount(service.database, caller.accountId);
      const endpoints = await caller.api.send('GET', '/v1/webhook-endpoints');
      expect(endpoints.body.data).toHaveLength(rows.webhook_endpoints?.length ?? 0);
      for (const [path, table] of Object.entries({
        clients: 'riders',
        vehicles: 'vehicles',
        'pricing-schemes': 'pricing_schemes',
      })) {
        const { body } = await caller.api.send('GET', `/v1/${path}?limit=100`);
        expect([path, body.data.length, body.pagination.total]).toEqual([
          path,
          rows[table]?.length,
          rows[table]?.length,
        ]);
      }
    }
  });

  it('is not there for HEAD either', async () => {
    const [driver, contractor] = owners as [AccountWithRecords, AccountWithRecords];
    const head = async (id: string) => {
      const headers = { authorization: `Bearer ${driver.apiKey}` };
      const response = await fetch(`${service.url}/v1/trips/${id}`, { method: 'HEAD', headers });
      return learnt({ status: response.status, headers: response.headers, text: '', body: undefined });
    };
    expect(await head(contractor.resources.tripId)).toEqual(await head(newId()));
    expect((await head(driver.resources.tripId)).status).toBe(200);
  });

  it('is not there for the driver who was assigned to it', async () => {
    const [driver, contractor] = owners as [AccountWithRecords, AccountWithRecords];
    const { _id } = await contractor.api.createdTrip();
    const trip = await findTripOfAnyAccount(service.database, _id);
    if (trip)
      await assignTrip(service.database, {
        trip,
        executorId: driver.accountId,
        assignedAt: new Date(),
        assignedBy: 'OPERATOR',
      });
    expect((await contractor.api.tripNow(_id)).executorId).toBe(driver.accountId);
    for (const act of [driver.api.read, driver.api.cancel]) {
      expect(learnt(await act(_id))).toEqual(learnt(await act(newId())));
    }
    expect((await contractor.api.tripNow(_id)).status).toBe('CONFIRMED');
  });

  it('does not wait for a lock on another account’s record', async () => {
    const [driver, contractor] = owners as [AccountWithRecords, AccountWithRecords];
    const other = await openTransaction(service);
    for (const table of ['trips', 'riders', 'vehicles', 'pricing_schemes', 'idempotency_keys', 'accounts']) {
      await other.query(`SELECT FROM ${table} WHERE account_id = $1 FOR UPDATE`, [driver.accountId]);
    }
    for (const [name, naming] of Object.entries(NAMINGS)) {
      const { status } = await ask(contractor, naming, driver.resources);
      expect([name, status]).toEqual([name, expect.any(Number)]);
      expect(status).not.toBe(503);
    }
    await other.rollback();
  });

  it('is not in the way: a key that is in progress for one account is free for the other', async () => {
    const [driver, contractor] = owners as [AccountWithRecords, AccountWithRecords];
    const headers = newKey();
    const other = await openTransaction(service);
    await other.query('SELECT FROM account_events WHERE account_id = $1 FOR UPDATE', [driver.accountId]);
    const running = driver.api.create({}, headers);
    await untilStatementWaits(service);
    expect((await driver.api.create({}, headers)).body.code).toBe('IDEMPOTENCY_KEY_IN_PROGRESS');
    expect(outcome(await contractor.api.create({}, headers))).toBe('201');
    await other.rollback();
    expect(outcome(await running)).toBe('201');
  });
});
