import { describe, expect, it } from 'vitest';
import { insertPricingScheme, STARTING_RATES } from '../../src/catalogue/pricingSchemeStore.ts';
import { insertRider, type RiderDetails } from '../../src/catalogue/riderStore.ts';
import { insertServiceTier } from '../../src/catalogue/serviceTierStore.ts';
import { insertVehicle } from '../../src/catalogue/vehicleStore.ts';
import { newId } from '../../src/identifiers.ts';
import { type ApiAnswer, call, expectFaults } from '../support/client.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();
const NOW = new Date('2027-03-01T08:00:00.000Z');

const get = (account: TestAccount, path: string): Promise<ApiAnswer> => account.api.send('GET', `/v1${path}`);
const LISTS = ['/service-tiers', '/pricing-schemes', '/vehicles', '/clients'];

async function addRider({ accountId }: TestAccount, details: Partial<RiderDetails>): Promise<string> {
  const rider = { accountId, clientId: newId(), firstName: 'Ada', lastName: 'Lovelace', ...details };
  await insertRider(service.database, rider, NOW);
  return rider.clientId;
}

async function addVehicle({ accountId }: TestAccount, name: string): Promise<string> {
  const vehicleId = newId();
  await insertVehicle(service.database, { accountId, vehicleId, name, plate: null, seats: null }, NOW);
  return vehicleId;
}

describe('GET /v1/service-tiers', () => {
  it('lists the platform’s tiers by name, the same for every account', async () => {
    const [one, other] = [await service.account(), await service.account({ role: 'CONTRACTOR' })];
    await insertServiceTier(
      service.database,
      { serviceTierId: newId(), name: 'Limousine', multiplierThousandths: 2005 },
      NOW,
    );
    const { status, body } = await get(one, '/service-tiers');
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.data.map(({ name, multiplier }: Record<string, unknown>) => [name, multiplier])).toEqual([
      ['Berline', 1.3],
      ['Eco', 1],
      ['Limousine', 2.005],
      ['Van', 1.6],
    ]);
    expect(Object.keys(body.data[0])).toEqual(['_id', 'name', 'multiplier']);
    expect((await get(other, '/service-tiers')).body).toEqual(body);
  });
});

describe('GET /v1/pricing-schemes', () => {
  it('lists the account’s schemes by name, with rates in euros and windows as people write them', async () => {
    const account = await service.account();
    const night = { baseCents: 750, perKmCents: 199, perMinuteCents: 45, minimumCents: 2000 };
    await service.database.transaction((client) =>
      insertPricingScheme(
        client,
        {
          accountId: account.accountId,
          pricingSchemeId: newId(),
          name: 'Airport',
          isDefault: false,
          timeZone: 'Europe/Brussels',
          rates: STARTING_RATES,
          windows: [
            { name: 'Night', days: [5, 6], fromMinute: 1320, toMinute: 360, rates: { TRIP: night } },
            { name: 'Sunday', days: [7], fromMinute: 0, toMinute: 1440, rates: { AVAILABILITY: night } },
          ],
        },
        NOW,
      ),
    );
    const { body } = await get(account, '/pricing-schemes');
    const rates = {
      TRIP: { base: 5, perKm: 1.8, perMinute: 0.35, minimum: 15 },
      AVAILABILITY: { base: 0, perKm: 0, perMinute: 0.75, minimum: 45 },
    };
    const nightInEuros = { base: 7.5, perKm: 1.99, perMinute: 0.45, minimum: 20 };
    expect(body.data).toEqual([
      {
        _id: expect.any(String),
        name: 'Airport',
        isDefault: false,
        timeZone: 'Europe/Brussels',
        rates,
        windows: [
          { name: 'Night', days: ['Fri', 'Sat'], from: '22:00', to: '06:00', rates: { TRIP: nightInEuros } },
          { name: 'Sunday', days: ['Sun'], from: '00:00', to: '24:00', rates: { AVAILABILITY: nightInEuros } },
        ],
      },
      {
        _id: account.pricingSchemes[0]?.pricingSchemeId,
        name: account.pricingSchemes[0]?.name,
        isDefault: true,
        timeZone: 'Europe/Paris',
        rates,
        windows: [],
      },
    ]);
    expect(Object.keys(body.data[0])).toEqual(['_id', 'name', 'isDefault', 'timeZone', 'rates', 'windows']);
    expect(Object.keys(body.data[0].rates.TRIP)).toEqual(['base', 'perKm', 'perMinute', 'minimum']);
  });

  it('gives identifiers that a quote accepts', async () => {
    const account = await service.account();
    const [tier] = (await get(account, '/service-tiers')).body.data;
    const [scheme] = (await get(account, '/pricing-schemes')).body.data;
    const body = {
      pickup: 'Gare de Lyon, Paris',
      dropoff: 'CDG 2E',
      serviceTierId: tier._id,
      pricingSchemeId: scheme._id,
    };
    expect((await account.api.send('POST', '/v1/quotes', { body })).body.data).toMatchObject({
      serviceTierName: tier.name,
      serviceTierMultiplier: tier.multiplier,
      pricingSchemeName: scheme.name,
      price: { base: scheme.rates.TRIP.base, minimum: scheme.rates.TRIP.minimum },
    });
  });
});

describe('GET /v1/vehicles', () => {
  it('lists the account’s vehicles by name, then identifier, with null for what is unknown', async () => {
    const account = await service.account();
    const twins = [await addVehicle(account, 'Audi A6'), await addVehicle(account, 'Audi A6')];
    const { body } = await get(account, '/vehicles');
    expect(body.data).toEqual([
      ...twins.map((_id) => ({ _id, name: 'Audi A6', plate: null, seats: null })),
      { _id: account.vehicles[0]?.vehicleId, name: 'Mercedes Classe E', plate: 'GA-123-BC', seats: 4 },
      { _id: account.vehicles[1]?.vehicleId, name: 'Mercedes Classe V', plate: 'GB-456-CD', seats: 7 },
    ]);
    expect(Object.keys(body.data[0])).toEqual(['_id', 'name', 'plate', 'seats']);
  });
});

const MEMBERS = [
  ...['_id', 'firstName', 'lastName', 'phone', 'email', 'companyName', 'type'],
  ...['address', 'city', 'country', 'postalCode', 'createdAt'],
];

describe('GET /v1/clients', () => {
  it('lists the account’s riders, newest first, with null for what is unknown', async () => {
    const account = await service.account();
    const client = {
      firstName: 'Émile',
      lastName: 'Zola',
      phone: '01 23 45 67 89',
      email: 'emile@zola.fr',
      companyName: 'L’Aurore',
      type: 'BUSINESS',
      address: '1 rue X',
      city: 'Paris',
      country: 'France',
      postalCode: '75001',
    };
    const trip = await account.api.createdTrip({ client });
    const { body } = await get(account, '/clients');
    expect(body.data[0]).toEqual({ _id: trip.clientId, ...client, createdAt: trip.createdAt });
    expect(body.data.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Émile', 'Louis', 'Ada']);
    expect(body.data[2]).toMatchObject({ companyName: null, type: null, address: null, postalCode: null });
    for (const item of body.data) expect(Object.keys(item)).toEqual(MEMBERS);
  });

  const STORED = '+33612345672';
  const SPELLINGS = [
    ...[
      '06 12 34 56 72',
      '0612345672',
      '06.12.34.56.72',
      '06-12-34-56-72',
      '(06) 12 34 56 72',
      '(0)6 12 34 56 72',
      '06\u00a012\u00a034 5672',
    ],
    ...[
      '+33612345672',
      '+33 6 12 34 56 72',
      '+33 (0)6 12 34 56 72',
      '+330612345672',
      '0033612345672',
      '0033 (0) 612345672',
    ],
    ...['00 33 6 12 34 56 72', '33612345672', '(+33) 6 12 34 56 72', 'Tel. 06 12 34 56 72', '+33/612/345672'],
  ];

  it('finds a phone number however it is written, and however it was stored', async () => {
    const account = await service.account();
    const ids = [];
    for (const phone of [STORED, ...SPELLINGS]) ids.unshift(await addRider(account, { phone }));
    await addRider(account, { phone: '+33612345673' });
    await addRider(account, { email: 'no@phone.fr' });
    for (const phone of SPELLINGS) {
      const { body } = await get(account, `/clients?limit=100&phone=${encodeURIComponent(phone)}`);
      expect([phone, idsIn(body)]).toEqual([phone, ids]);
    }
  });

  it('takes the + of a query string, which means a space there, for a +', async () => {
    const account = await service.account();
    const id = await addRider(account, { phone: STORED });
    expect(idsIn((await get(account, '/clients?phone=+33612345672')).body)).toEqual([id]);
    expect(idsIn((await get(account, '/clients?phone=06+12+34+56+72')).body)).toEqual([id]);
  });

  it.each(['06 12 34 56 7', '+336123456720', '+32612345672', '12 34 56 72', '+44 6 12 34 56 72', '%%%%', 'none'])(
    'does not find it by another number: %s',
    async (phone) => {
      const account = await service.account();
      await addRider(account, { phone: STORED });
      expect((await get(account, `/clients?phone=${encodeURIComponent(phone)}`)).body.data).toEqual([]);
    },
  );

  it('finds foreign numbers with or without the 0 that is dialled only within a country', async () => {
    const account = await service.account();
    const id = await addRider(account, { phone: '+44 (0)20 7946 0018' });
    for (const phone of ['+442079460018', '0044 20 7946 0018', '+44 (0) 20-7946-0018'])
      expect([phone, idsIn((await get(account, `/clients?phone=${encodeURIComponent(phone)}`)).body)]).toEqual([
        phone,
        [id],
      ]);
  });

  it('finds text without digits as it is', async () => {
    const account = await service.account();
    const id = await addRider(account, { phone: 'ask reception' });
    await addRider(account, { phone: 'unknown' });
    expect(idsIn((await get(account, '/clients?phone=ask%20reception')).body)).toEqual([id]);
  });

  it('finds an e-mail address in upper or lower case', async () => {
    const account = await service.account();
    const id = await addRider(account, { email: 'Ada.Lovelace@Example.FR' });
    await addRider(account, { email: 'xada.lovelace@example.fr' });
    for (const email of ['ada.lovelace@example.fr', 'ADA.LOVELACE@EXAMPLE.FR', 'Ada.Lovelace@Example.FR'])
      expect(idsIn((await get(account, `/clients?email=${email}`)).body)).toEqual([id]);
  });

  it('holds clients to both filters, and counts what matches', async () => {
    const account = await service.account();
    const both = await addRider(account, { phone: STORED, email: 'a@b.fr' });
    await addRider(account, { phone: STORED, email: 'c@d.fr' });
    await addRider(account, { phone: '0600000000', email: 'a@b.fr' });
    const { body } = await get(account, '/clients?phone=0612345672&email=A@B.fr');
    expect([idsIn(body), body.pagination.total]).toEqual([[both], 1]);
    const page = (await get(account, '/clients?phone=0612345672&limit=1&page=2')).body;
    expect(idsIn(page)).toEqual([both]);
    expect(page.pagination).toEqual({ page: 2, limit: 1, total: 2, pages: 2, hasNext: false, hasPrevious: true });
  });

  it.each([
    ['phone=', ['phone must have at least 4 characters', 'phone must not be blank']],
    ['phone=%20%20%20%20', 'phone must not be blank'],
    ['phone=123', 'phone must have at least 4 characters'],
    [`phone=${'1'.repeat(41)}`, 'phone must have at most 40 characters'],
    ['phone=0612%0034', 'phone must not hold \\u0000 or half a surrogate pair'],
    ['email=', 'email must be an e-mail address'],
    ['email=ada', 'email must be an e-mail address'],
    ['email=a@b.fr%00', 'email must be an e-mail address'],
    [`email=${'a'.repeat(196)}@b.fr`, 'email must have at most 200 characters'],
    ['name=Ada', 'name is not a known query parameter'],
    ['phone[]=0612345672', 'phone[] is not a known query parameter'],
    ['phone=0612345672&phone=0612345672', 'phone must be given once'],
    ['email=a@b.fr&email=a@b.fr', 'email must be given once'],
  ])('refuses %s', async (query, fault) => {
    expectFaults(await get(await service.account(), `/clients?${query}`), [fault].flat());
  });

  it.each(['phone=1234', `phone=${'1'.repeat(40)}`, 'email=a@b.fr', `email=${'a'.repeat(195)}@b.fr`])(
    'accepts a filter at its bound: %s',
    async (query) => {
      const account = await service.account();
      const [name, text] = query.split('=') as ['phone' | 'email', string];
      const id = await addRider(account, { [name]: text });
      expect(idsIn((await get(account, `/clients?${query}`)).body)).toEqual([id]);
    },
  );

  it('keeps filters out of the log', async () => {
    const account = await service.account();
    await get(account, '/clients?phone=0698765432&email=private@example.fr');
    expect(service.logText()).not.toMatch(/0698765432|private@example/);
  });

  it('uses an index for each filter, however many riders there are', async () => {
    const account = await service.account();
    await service.database.query({
      text: `INSERT INTO riders (account_id, client_id, first_name, last_name, phone, email, created_at)
             SELECT $1, lpad(to_hex(n), 24, '0'), 'A', 'B', '+336' || lpad(n::text, 8, '0'), 'rider' || n || '@example.fr', now()
               FROM generate_series(1, 20000) n`,
      values: [account.accountId],
    });
    // As autovacuum does within a minute of such growth.
    await service.database.query({ text: 'ANALYZE riders' });
    for (const query of ['phone=06%2000%2000%2012%2034', 'email=RIDER1234@example.fr']) {
      const before = await ridersRead();
      const { body } = await get(account, `/clients?${query}`);
      expect(body.pagination.total).toBe(1);
      expect((await ridersRead()) - before).toBeLessThan(10);
    }
  });
});

describe('GET /v1/clients/{id}', () => {
  it('returns one client, by its identifier in either case', async () => {
    const account = await service.account();
    const [client] = (await get(account, '/clients')).body.data;
    const { status, body } = await get(account, `/clients/${client._id}`);
    expect([status, body]).toEqual([200, { success: true, data: client }]);
    expect(Object.keys(body.data)).toEqual(MEMBERS);
    expect((await get(account, `/clients/${client._id.toUpperCase()}`)).body).toEqual(body);
  });

  it.each(['0'.repeat(24), '0'.repeat(23), '0'.repeat(25), 'x', 'g'.repeat(24), '%00', 'null', 'a'.repeat(3000)])(
    'answers 404 for an identifier that is unknown or malformed: %s',
    async (id) => {
      const { status, body } = await get(await service.account(), `/clients/${id}`);
      expect([status, body.code, body.message]).toEqual([404, 'NOT_FOUND', 'This account has no such client.']);
    },
  );

  it('answers 404 for another account’s client', async () => {
    const [owner, other] = [await service.account(), await service.account()];
    const id = owner.riders[0]?.clientId;
    expect((await get(owner, `/clients/${id}`)).status).toBe(200);
    const { status, body } = await get(other, `/clients/${id}`);
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('takes no query', async () => {
    const account = await service.account();
    const answer = await get(account, `/clients/${account.riders[0]?.clientId}?page=1`);
    expectFaults(answer, ['page is not a known query parameter']);
  });
});

describe('every list of the catalogue', () => {
  it.each(LISTS)('has the pagination of the list of trips: %s', async (path) => {
    const account = await service.account();
    await addVehicle(account, 'A third one');
    await addRider(account, { phone: STORED_ELSEWHERE });
    for (const name of ['B', 'C']) await addScheme(account, name);
    const all = (await get(account, path)).body;
    const { total } = all.pagination;
    expect(total).toBeGreaterThanOrEqual(3);
    expect(all.pagination).toEqual({ page: 1, limit: 20, total, pages: 1, hasNext: false, hasPrevious: false });
    const pages = Math.ceil(total / 2);
    for (let page = 1; page <= pages; page += 1) {
      const { body } = await get(account, `${path}?page=${page}&limit=2`);
      expect(body.data).toEqual(all.data.slice((page - 1) * 2, page * 2));
      const [hasNext, hasPrevious] = [page < pages, page > 1];
      expect(body.pagination).toEqual({ page, limit: 2, total, pages, hasNext, hasPrevious });
    }
    const past = (await get(account, `${path}?page=2147483647&limit=100`)).body;
    expect(past.data).toEqual([]);
    expect(past.pagination).toMatchObject({ page: 2_147_483_647, total, pages: 1, hasNext: false, hasPrevious: true });
  });

  it.each(LISTS)('refuses what the list of trips refuses: %s', async (path) => {
    const account = await service.account();
    const refusals: [query: string, fault: string][] = [
      ['page=0', 'page must be >= 1'],
      ['page=2147483648', 'page must be <= 2147483647'],
      ['limit=0', 'limit must be >= 1'],
      ['limit=101', 'limit must be <= 100'],
      ['limit=1e1', 'limit must be an integer'],
      ['page=', 'page must be an integer'],
      ['page=1&page=2', 'page must be given once'],
      ['status=CONFIRMED', 'status is not a known query parameter'],
      ['__proto__=1', '__proto__ is not a known query parameter'],
    ];
    for (const [query, fault] of refusals) expectFaults(await get(account, `${path}?${query}`), [fault]);
  });

  it.each(LISTS.slice(1))('shows nothing of another account: %s', async (path) => {
    const [owner, other] = [await service.account(), await service.account()];
    const ids = idsIn((await get(owner, path)).body);
    expect(ids.length).toBeGreaterThan(0);
    const foreign = (await get(other, path)).body;
    expect(idsIn(foreign).filter((id) => ids.includes(id))).toEqual([]);
    expect(foreign.pagination.total).toBe(foreign.data.length);
  });

  it('finds no other account’s client by phone or e-mail', async () => {
    const [owner, other] = [await service.account(), await service.account()];
    await addRider(owner, { phone: '0699999999', email: 'only@owner.fr' });
    for (const query of ['phone=0699999999', 'email=only@owner.fr']) {
      expect((await get(owner, `/clients?${query}`)).body.data).toHaveLength(1);
      expect((await get(other, `/clients?${query}`)).body.data).toEqual([]);
    }
  });

  it.each([...LISTS, `/clients/${'0'.repeat(24)}`])(
    'needs a key, answers HEAD, and takes no other method: %s',
    async (path) => {
      const account = await service.account();
      const withoutKey = await call(service.url, 'GET', `/v1${path}`);
      expect([withoutKey.status, withoutKey.body.code]).toEqual([401, 'UNAUTHORIZED']);
      const headers = { authorization: `Bearer ${account.apiKey}` };
      const head = await fetch(`${service.url}/v1${path}`, { method: 'HEAD', headers });
      expect([head.status, await head.text()]).toEqual([(await get(account, path)).status, '']);
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const { status, headers } = await account.api.send(method, `/v1${path}`);
        expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
      }
    },
  );

  it.each(LISTS)('counts towards the limits and is not cached: %s', async (path) => {
    const { headers } = await get(await service.account(), path);
    expect(headers.get('ratelimit')).toMatch(/"tier-standard";r=\d+/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('gives identifiers that a booking accepts', async () => {
    const account = await service.account();
    const first = async (path: string) => (await get(account, path)).body.data[0]._id as string;
    const ids = {
      clientId: await first('/clients'),
      vehicleId: await first('/vehicles'),
      serviceTierId: await first('/service-tiers'),
      pricingSchemeId: await first('/pricing-schemes'),
    };
    expect(await account.api.createdTrip({ client: undefined, ...ids })).toMatchObject(ids);
  });
});

const STORED_ELSEWHERE = '+32 470 12 34 56';
const idsIn = ({ data }: { data: { _id: string }[] }): string[] => data.map(({ _id }) => _id);

const addScheme = ({ accountId }: TestAccount, name: string) =>
  insertPricingScheme(
    service.database,
    {
      accountId,
      pricingSchemeId: newId(),
      name,
      isDefault: false,
      timeZone: 'Europe/Paris',
      rates: STARTING_RATES,
      windows: [],
    },
    NOW,
  );

/** How many riders and entries of their indexes were read so far, as PostgreSQL counts them. */
async function ridersRead(): Promise<number> {
  await service.serving.query({ text: 'SELECT pg_stat_force_next_flush()' });
  const { rows } = await service.serving.query<{ read: number }>({
    text: `SELECT (SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'riders')
                + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'riders')::bigint AS read`,
  });
  return Number(rows[0]?.read);
}
