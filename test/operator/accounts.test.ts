import { describe, expect, it } from 'vitest';
import { PASSWORD, visitor } from '../support/browserClient.ts';
import { bookingBody, newKey } from '../support/client.ts';
import { databaseForFile } from '../support/database.ts';
import { liveForFile, tomorrow } from '../support/liveService.ts';
import { operatorOn } from '../support/operator.ts';
import { onServer } from '../support/servers.ts';

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
const service = await liveForFile({ env: database.env }, 'none');

const booked = (key: string, changes: Record<string, unknown> = {}) =>
  service.api.send('POST', '/v1/trips', {
    key,
    body: bookingBody({ scheduledAt: tomorrow(), ...changes }),
    headers: newKey(),
  });

describe('demo', () => {
  it('makes a new account each time, without trips, whose things a booking can name', async () => {
    const [one, two] = await Promise.all([operator.json('demo'), operator.json('demo')]);
    expect(one.accountId).not.toBe(two.accountId);
    expect(one.apiKey).not.toBe(two.apiKey);
    for (const { accountId, apiKey, role, serviceTiers, pricingSchemes, vehicles, clients } of [one, two]) {
      expect((await service.api.send('GET', '/v1/trips', { key: apiKey })).body.pagination.total).toBe(0);
      const references = {
        client: undefined,
        clientId: clients[0]._id,
        vehicleId: vehicles[0]._id,
        pricingSchemeId: pricingSchemes[0]._id,
        serviceTierId: serviceTiers[0]._id,
      };
      const { status, body } = await booked(apiKey, references);
      expect([status, role, body.data.userId, body.data.vatRate]).toEqual([201, 'DRIVER', accountId, 10]);
    }
    expect(one.serviceTiers).toEqual(two.serviceTiers);
  });

  it('takes role, VAT and tier', async () => {
    const { accountId, role, apiKey } = await operator.json('demo --role CONTRACTOR --vat-exempt --tier pro');
    const { body, headers } = await booked(apiKey);
    expect([role, body.data.executorId, body.data.vatRate]).toEqual(['CONTRACTOR', null, 0]);
    expect(headers.get('ratelimit-policy')).toContain('1200');
    expect(
      (await operator.json('accounts list')).find((each: { accountId: string }) => each.accountId === accountId),
    ).toMatchObject({ role: 'CONTRACTOR', tier: 'PRO', vatExempt: true });
  });
});

describe('accounts create', () => {
  it('makes an account with a key that books, and a default pricing scheme', async () => {
    const { accountId, role, apiKey } = await operator.json('accounts create --name Garage --role driver');
    const { status, body } = await booked(apiKey);
    expect([status, role, body.data.executorId]).toEqual([201, 'DRIVER', accountId]);
    expect(await operator.json(`schemes list --account ${accountId}`)).toMatchObject([{ isDefault: true }]);
    expect(await operator.json(`vehicles list --account ${accountId}`)).toEqual([]);
    expect(await operator.text(`vehicles list --account ${accountId}`)).toBe('(none)\n');
  });

  it('says that nobody can quote as long as there is no vehicle category, and how to add one', async () => {
    const newOperator = operatorOn({ DATABASE_URL: (await databaseForFile()).url });
    const create = () => newOperator.run('accounts create --name Garage --role driver --json');
    const { code, stdout, stderr } = await create();
    expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, ['accountId', 'role', 'apiKey', 'invitationUrl']]);
    const [, command = ''] =
      /^trips: partners cannot quote before .*: run npm run -s trips -- (.*)\n$/.exec(stderr) ?? [];
    await newOperator.json(command);
    expect(await create()).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('accounts set-tier', () => {
  it('gives an account another rate limit, and says so in its audit log', async () => {
    const { accountId, apiKey } = await operator.json('accounts create --name Garage --role driver --tier PRO');
    const limit = async () =>
      (await service.api.send('GET', '/v1/trips', { key: apiKey })).headers.get('ratelimit-policy');
    expect(await limit()).toContain('1200');
    const changed = await operator.json(`accounts set-tier ${accountId} --tier standard`);
    expect(changed).toMatchObject({ accountId, name: 'Garage', tier: 'STANDARD' });
    await expect.poll(limit).toContain('120;');
    const [entry] = await operator.json(`audit --account ${accountId}`);
    expect(entry).toMatchObject({ action: 'API_TIER_CHANGED', subject: { from: 'PRO', to: 'STANDARD' } });
  });

  it('takes only an account and a tier that exist', async () => {
    const { accountId } = await operator.json('demo');
    expect(await operator.fault(`accounts set-tier ${'0'.repeat(24)} --tier PRO`)).toContain('no account');
    expect(await operator.fault(`accounts set-tier ${accountId} --tier GOLD`)).toContain('one of STANDARD, PRO');
    expect(await operator.fault(`accounts set-tier ${accountId}`)).toContain('--tier TIER is required');
  });
});

describe('accounts set-vat', () => {
  it('decides the VAT of new trips and quotes, leaves booked trips as they are, and is in the audit log', async () => {
    const { accountId, apiKey, serviceTiers } = await operator.json('demo');
    const vatRate = async () => (await booked(apiKey)).body.data.vatRate;
    const quote = { pickup: 'Gare de Lyon, Paris', dropoff: 'Orly 4', serviceTierId: serviceTiers[0]._id };
    const quotedVat = async () =>
      (await service.api.send('POST', '/v1/quotes', { key: apiKey, body: quote })).body.data.vat.rate;
    const { _id } = (await booked(apiKey)).body.data;
    expect([await vatRate(), await quotedVat()]).toEqual([10, 10]);
    const changed = await operator.json(`accounts set-vat ${accountId} --exempt`);
    expect(changed).toMatchObject({ accountId, vatExempt: true });
    await expect.poll(vatRate).toBe(0);
    expect(await quotedVat()).toBe(0);
    expect((await service.api.send('GET', `/v1/trips/${_id}`, { key: apiKey })).body.data.vatRate).toBe(10);
    const [entry] = await operator.json(`audit --account ${accountId}`);
    expect(entry).toMatchObject({ action: 'VAT_CHANGED', subject: { from: 'CHARGED', to: 'EXEMPT' } });
    expect(await operator.json(`accounts set-vat ${accountId} --charged`)).toMatchObject({ vatExempt: false });
    await expect.poll(vatRate).toBe(10);
  });

  it('takes only an account that exists, and one of the two', async () => {
    const { accountId } = await operator.json('demo');
    expect(await operator.fault(`accounts set-vat ${'0'.repeat(24)} --exempt`)).toContain('no account');
    for (const options of ['', ' --exempt --charged'])
      expect(await operator.fault(`accounts set-vat ${accountId}${options}`)).toContain('--exempt or --charged');
  });
});

describe('tiers set', () => {
  it('changes name or multiplier for new quotes, and leaves the price of booked trips', async () => {
    const { apiKey } = await operator.json('demo');
    const { _id } = await operator.json('tiers add --name Limusine --multiplier 1');
    const quote = { pickup: 'Gare de Lyon, Paris', dropoff: 'Roissy', serviceTierId: _id };
    const quoted = async () => (await service.api.send('POST', '/v1/quotes', { key: apiKey, body: quote })).body.data;
    const { price } = await quoted();
    const trip = (await booked(apiKey, { serviceTierId: _id, price: price.total })).body.data;

    const renamed = await operator.json(`tiers set ${_id} --name Limousine`);
    expect(renamed).toEqual({ _id, name: 'Limousine', multiplier: 1 });
    const corrected = await operator.json(`tiers set ${_id} --multiplier 2`);
    expect(corrected).toEqual({ _id, name: 'Limousine', multiplier: 2 });
    expect(await operator.json('tiers list')).toContainEqual(corrected);
    await expect.poll(async () => (await quoted()).price.totalCents).toBe(2 * price.totalCents);
    expect(await quoted()).toMatchObject({ serviceTierName: 'Limousine', serviceTierMultiplier: 2 });
    const { body } = await service.api.send('GET', `/v1/trips/${trip._id}`, { key: apiKey });
    expect(body.data).toMatchObject(trip);
  });

  it('and tiers add refuse a name that differs from another in capitals only, but not a change of its own', async () => {
    const { _id } = await operator.json('tiers add --name Minicar --multiplier 2');
    const { _id: other } = await operator.json('tiers add --name Shuttle --multiplier 2');
    const taken = 'a vehicle category named Minicar already exists';
    expect(await operator.fault('tiers add --name minicar --multiplier 1')).toContain(taken);
    expect(await operator.fault(`tiers set ${other} --name MINICAR`)).toContain(taken);
    expect(await operator.json(`tiers set ${_id} --name MiniCar`)).toMatchObject({ name: 'MiniCar' });
  });
});

describe('accounts invite', () => {
  const page = async (invitationUrl: string) => (await fetch(service.url + new URL(invitationUrl).pathname)).status;

  it('prints a link that opens the dashboard, in place of the one before', async () => {
    const account = await operator.json('accounts create --name Garage --role driver --email Owner@Garage.example');
    expect(account.invitationUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/app\/invitations\/[\w-]{43}$/);
    expect(await page(account.invitationUrl)).toBe(200);
    const again = await operator.json(`accounts invite ${account.accountId} --email owner@garage.example`);
    expect([await page(account.invitationUrl), await page(again.invitationUrl)]).toEqual([404, 200]);
    expect((await operator.json('demo')).invitationUrl).toContain('/app/invitations/');
  });

  it('needs an address once, and takes none that is none', async () => {
    const { accountId, invitationUrl } = await operator.json('accounts create --name Garage --role driver');
    expect(invitationUrl).toBeNull();
    expect(await operator.fault(`accounts invite ${accountId}`)).toContain('--email EMAIL is required');
    expect(await operator.fault(`accounts invite ${accountId} --email nobody`)).toContain('must be an e-mail address');
    expect(await operator.fault(`accounts invite ${'0'.repeat(24)} --email a@b.example`)).toContain('no account');
  });
});

describe('members', () => {
  it('are invited with a role, listed and removed', async () => {
    const { accountId, invitationUrl } = await operator.json(
      'accounts create --name Garage --role driver --email first@garage.example',
    );
    const member = `--account ${accountId} --email second@garage.example`;
    const invited = await operator.json(`members invite ${member} --role dispatcher --name Ana`);
    expect(invited).toMatchObject({ accountId, role: 'DISPATCHER' });
    for (const url of [invitationUrl, invited.invitationUrl]) {
      const path = new URL(url).pathname;
      expect((await visitor(service.url).submit(path, path, { password: PASSWORD })).status).toBe(303);
    }
    expect(await operator.json(`members list --account ${accountId}`)).toMatchObject([
      { email: 'first@garage.example', role: 'OWNER', secondFactor: false },
      { email: 'second@garage.example', role: 'DISPATCHER', name: 'Ana' },
    ]);
    // For a member, another invitation resets the password and leaves the role.
    expect(await operator.json(`members invite ${member} --role owner`)).toMatchObject({ role: 'DISPATCHER' });
    expect(await operator.json(`members remove ${member}`)).toMatchObject({ name: 'Ana', state: 'REMOVED' });
    expect(await operator.fault(`members remove ${member}`)).toContain(
      'has no member and no open invitation second@garage.example',
    );
    expect(await operator.fault(`members invite ${member} --role king`)).toContain('OWNER, DISPATCHER, VIEWER');
    const { accountId: other } = await operator.json('demo');
    expect(await operator.fault(`members invite --account ${other} --email first@garage.example`)).toContain(
      `already signs in to account ${accountId}`,
    );
  });

  it('are removed down to the last owner and with them the calendar link; another owner can be invited', async () => {
    const { accountId, invitationUrl } = await operator.json(
      'accounts create --name Garage --role driver --email leaving@garage.example',
    );
    const owner = visitor(service.url);
    const path = new URL(invitationUrl).pathname;
    expect((await owner.submit(path, path, { password: PASSWORD })).status).toBe(303);
    const [calendar = ''] =
      /\/calendar\/[\w-]{43}\.ics/.exec((await owner.submit('/app/calendar', '/app/calendar')).html) ?? [];
    const status = async (page: string) => (await fetch(service.url + page)).status;
    const invite = `accounts invite ${accountId} --email next@garage.example`;
    await operator.json(invite); // who has not accepted yet is no owner
    expect([(await owner.get('/app/account')).status, await status(calendar)]).toEqual([200, 200]);

    const removed = await operator.run(`members remove --account ${accountId} --email leaving@garage.example --json`);
    expect([removed.code, JSON.parse(removed.stdout)]).toMatchObject([0, { role: 'OWNER', state: 'REMOVED' }]);
    expect(removed.stderr).toMatch(
      new RegExp(`^trips: account ${accountId} has no owner now: .*accounts invite .*\\n$`),
    );
    expect([(await owner.get('/app/account')).status, await status(calendar)]).toEqual([303, 404]);
    const entries: { action: string }[] = await operator.json(`audit --account ${accountId} --limit 2`);
    expect(entries.map(({ action }) => action)).toEqual(['CALENDAR_LINK_ENDED', 'MEMBER_REMOVED']);

    const next = new URL((await operator.json(invite)).invitationUrl).pathname;
    expect((await visitor(service.url).submit(next, next, { password: PASSWORD })).status).toBe(303);
  });

  it('who have not accepted yet keep their role and name when they are invited again', async () => {
    const { accountId } = await operator.json(
      'accounts create --name Garage --role driver --email boss@garage.example',
    );
    const invite = (email: string, rest = '') =>
      operator.run(`members invite --account ${accountId} --email ${email}${rest} --json`);
    const roleIn = ({ stdout }: { stdout: string }) => JSON.parse(stdout).role;
    const again = await invite('boss@garage.example');
    expect([roleIn(again), again.stderr]).toEqual(['OWNER', '']);
    await invite('ana@garage.example', ' --role dispatcher --name Ana');
    expect(roleIn(await invite('ana@garage.example'))).toBe('DISPATCHER');
    expect(roleIn(await invite('new@garage.example'))).toBe('VIEWER');
    const lowered = await invite('boss@garage.example', ' --role viewer');
    expect(roleIn(lowered)).toBe('VIEWER');
    expect(lowered.stderr).toContain(`account ${accountId} has no owner now`);
    expect(await operator.json(`members list --account ${accountId}`)).toContainEqual(
      expect.objectContaining({ email: 'ana@garage.example', name: 'Ana' }),
    );
  });

  it('are not those whom the account has invited as drivers', async () => {
    const { accountId } = await operator.json(
      'accounts create --name Agency --role contractor --email boss@agency.example',
    );
    await onServer(
      database.target,
      `INSERT INTO driver_agreements (account_id, email, status, invited_at) VALUES ($1, $2, 'INVITED', now())`,
      [accountId, 'nina@agency.example'],
      database.target.database,
    );
    for (const command of [`members invite --account ${accountId}`, `accounts invite ${accountId}`])
      expect(await operator.fault(`${command} --email nina@agency.example`)).toContain(
        `nina@agency.example is invited to drive for account ${accountId}: withdraw that in the dashboard first`,
      );
  });

  it('leave the calendar link to those who stay', async () => {
    const { accountId, invitationUrl } = await operator.json(
      'accounts create --name Garage --role driver --email staying@garage.example',
    );
    const leaving = `--account ${accountId} --email going@garage.example`;
    const invited = await operator.json(`members invite ${leaving} --role viewer`);
    const [owner, viewer] = [visitor(service.url), visitor(service.url)];
    for (const [browser, url] of [
      [owner, invitationUrl],
      [viewer, invited.invitationUrl],
    ] as const) {
      const path = new URL(url).pathname;
      expect((await browser.submit(path, path, { password: PASSWORD })).status).toBe(303);
    }
    const [calendar] =
      /\/calendar\/[\w-]{43}\.ics/.exec((await owner.submit('/app/calendar', '/app/calendar')).html) ?? [];
    await operator.json(`members remove ${leaving}`);
    expect((await viewer.get('/app/account')).status).toBe(303);
    expect((await fetch(service.url + calendar)).status).toBe(200);
    expect(await operator.json(`audit --account ${accountId} --limit 1`)).toMatchObject([
      { action: 'MEMBER_REMOVED', subject: { email: 'going@garage.example' } },
    ]);
  });

  it('who are only invited are listed too, and their invitation is withdrawn', async () => {
    const { accountId } = await operator.json('accounts create --name Garage --role driver');
    const member = `--account ${accountId} --email ana@garage.example`;
    const { invitationUrl, expiresAt } = await operator.json(`members invite ${member} --role dispatcher --name Ana`);
    const invited = { memberId: null, email: 'ana@garage.example', name: 'Ana', role: 'DISPATCHER' };
    const list = () => operator.json(`members list --account ${accountId}`);
    expect(await list()).toEqual([{ ...invited, secondFactor: false, createdAt: null, invitedUntil: expiresAt }]);
    const { accountId: other } = await operator.json('demo');
    expect(await operator.fault(`members remove --account ${other} --email ana@garage.example`)).toContain('no open');
    expect(await operator.json(`members remove ${member}`)).toMatchObject({ ...invited, state: 'WITHDRAWN' });
    expect(await list()).toEqual([]);
    expect((await fetch(service.url + new URL(invitationUrl).pathname)).status).toBe(404);
    const [entry] = await operator.json(`audit --account ${accountId}`);
    expect(entry).toMatchObject({ action: 'INVITATION_WITHDRAWN', subject: { email: 'ana@garage.example' } });
  });
});

describe('what is added to an account', () => {
  it('can be named by its bookings, and by no other’s', async () => {
    const [mine, theirs] = [await operator.json('demo'), await operator.json('demo')];
    const account = `--account ${mine.accountId}`;
    const vehicle = await operator.json(`vehicles add ${account} --name Van --seats 8`);
    const rider = await operator.json(
      `clients add ${account} --first-name Grace --last-name Hopper --email g@navy.example`,
    );
    const scheme = await operator.json(`schemes add ${account} --name Nights --per-km 2.10 --default`);
    const tier = await operator.json(`tiers add --name Tandem --multiplier 1.125`);
    expect([vehicle.plate, vehicle.seats, rider.email, tier.multiplier]).toEqual([null, 8, 'g@navy.example', 1.125]);
    expect(scheme).toMatchObject({ isDefault: true, timeZone: 'Europe/Paris', rates: { TRIP: { perKmCents: 210 } } });
    const references = {
      client: undefined,
      clientId: rider._id,
      vehicleId: vehicle._id,
      pricingSchemeId: scheme._id,
      serviceTierId: tier._id,
    };
    expect((await booked(mine.apiKey, references)).status).toBe(201);
    expect((await booked(theirs.apiKey, references)).body.code).toBe('CLIENT_NOT_FOUND');
    const schemes = await operator.json(`schemes list ${account}`);
    expect(schemes.filter((each: { isDefault: boolean }) => each.isDefault)).toEqual([{ ...scheme, retiredAt: null }]);
  });
});
