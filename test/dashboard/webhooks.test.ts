import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../src/audit/auditStore.ts';
import { EVENT_TYPES, WEBHOOK_BOUNDS } from '../../src/contract/values.ts';
import { newId } from '../../src/identifiers.ts';
import { RETRY_SECONDS } from '../../src/webhooks/retries.ts';
import { rowsOfAccount } from '../support/accountRows.ts';
import { advanceTrip } from '../support/advance.ts';
import { filledIn, formsOf, ownerForFile, ownerOf, signIn, type Visitor } from '../support/browserClient.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';
import {
  type AddedEndpoint,
  addEndpointFor,
  attemptsAt,
  delivererOf,
  type ReceivedRequest,
  startReceiver,
  statusOf,
} from '../support/webhooks.ts';

const LIST = '/app/developers/webhooks';
const NEW = `${LIST}/new`;
const SECRET = /whsec_[A-Za-z0-9+/]{43}=/;
/** What the forms of an endpoint's page do. */
const ACTIONS = ['test', 'enable', 'disable', 'redeliver', 'rotate', 'delete'];
const SEND_NOW = '>Send pending events now</button>';
const URL_OF_PARTNER = 'https://partner.example/hooks';

const service = await serviceForFile({ env: { WEBHOOK_TARGETS: 'any' } });
const deliverer = delivererOf(service);
/** A service that sends to public addresses only, as is usual. */
const { service: strict, account: strictAccount, owner: strictOwner } = await ownerForFile();

const pathOf = ({ _id }: AddedEndpoint) => `${LIST}/${_id}`;
const endpointsOf = async (account: TestAccount) => (await account.api.send('GET', '/v1/webhook-endpoints')).body.data;
const tokenOf = async (owner: Visitor) => formsOf((await owner.get(LIST)).html)[0]?.hidden ?? {};
const rowsIn = (html: string) => [...html.matchAll(/<tr[^>]*>(<td.*?)<\/tr>/gs)].map(([, row = '']) => row);

/** A new account with its owner, and an endpoint at a receiver of its own. */
async function subscriber(more: object = {}) {
  const account = await service.account();
  const receiver = await startReceiver();
  const endpoint = await addEndpointFor(account, receiver.url, more);
  const owner = await ownerOf(service, account);
  const page = async (query = '') => (await owner.get(pathOf(endpoint) + query)).html;
  /** Sends a form of the endpoint's page and follows it to the notice. */
  const press = async (action: string, fields: Record<string, string> = {}) => {
    const answer = await owner.submit(pathOf(endpoint), `${pathOf(endpoint)}/${action}`, fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, pathOf(endpoint)]);
    return page();
  };
  return { account, receiver, endpoint, owner, page, press };
}

const isSignedBy = ({ text, headers }: ReceivedRequest, secret: string) =>
  new Webhook(secret)
    .sign(String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * 1000), text)
    .split(' ')
    .every((signature) => String(headers['webhook-signature']).split(' ').includes(signature));

describe('the list of webhook endpoints', () => {
  it('explains webhooks while there are none, and leads to the guide', async () => {
    const owner = await ownerOf(service, await service.account());
    const { html } = await owner.get(LIST);
    expect(html).toContain('No endpoints yet');
    expect(html).toContain('sent up to 11 times over about three days');
    expect(html).toContain('href="/docs/guides/webhooks"');
    expect((await owner.get('/app/developers')).html).toContain(`href="${LIST}"`);
  });

  it('shows URL, events, status with its reason, and creation of each', async () => {
    const { account, receiver, owner, endpoint } = await subscriber({ description: 'Dispatch <b>' });
    await addEndpointFor(account, `${URL_OF_PARTNER}?a=1&b=2`, { eventTypes: ['trip.created', 'trip.cancelled'] });
    const gone = await addEndpointFor(account, receiver.url.replace('hook', 'gone'));
    receiver.answer((response, { path }) => response.writeHead(path === '/gone' ? 410 : 500).end());
    await account.api.createdTrip();
    await deliverer.deliverAll();
    expect(await statusOf(account, gone)).toBe('DISABLED');
    const rows = rowsIn((await owner.get(LIST)).html);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain(`<a href="${pathOf(endpoint)}"><span class="endpoint-name"><span>${receiver.url}</span>`);
    for (const text of ['Dispatch &lt;b>', 'All events', 'Failing', 'since 1 Mar 2027, 09:00 (Paris)'])
      expect(rows[0]).toContain(text);
    for (const text of [`${URL_OF_PARTNER}?a=1&amp;b=2`, 'trip.created', 'trip.cancelled'])
      expect(rows[1]).toContain(text);
    expect(rows[1]).not.toContain('All events');
    for (const text of ['Disabled', 'it answered 410 Gone', '2027-03-01T08:00:00.000Z'])
      expect(rows[2]).toContain(text);
    const developers = (await owner.get('/app/developers')).html;
    for (const text of ['3 endpoints', '2 failing', '1 disabled']) expect(developers).toContain(text);
  });
});

describe('an endpoint added in the dashboard', () => {
  it('is the one of the API; its secret is shown once and signs its events', async () => {
    const account = await service.account();
    const owner = await ownerOf(service, account);
    const receiver = await startReceiver();
    const form = filledIn((await owner.get(NEW)).html, NEW);
    const answer = await owner.post(NEW, {
      ...form,
      url: ` ${receiver.url} `,
      eventTypes: ['trip.cancelled', 'trip.created', 'trip.created'],
      description: ' Dispatch <b> ',
    });
    expect(answer.status).toBe(201);
    const secret = SECRET.exec(answer.html)?.[0] ?? '';
    const [endpoint] = await endpointsOf(account);
    expect(endpoint).toMatchObject({
      url: receiver.url,
      eventTypes: ['trip.created', 'trip.cancelled'],
      description: 'Dispatch <b>',
      status: 'ENABLED',
    });
    for (const path of [LIST, pathOf(endpoint), '/app/developers'])
      expect((await owner.get(path)).html).not.toMatch(SECRET);
    expect(service.logText()).not.toContain(secret);
    await account.api.createdTrip();
    await deliverer.deliverAll();
    expect(receiver.received.map((request) => isSignedBy(request, secret))).toEqual([true]);
  });

  it('gets all events and has no description unless they are given', async () => {
    const account = await service.account();
    const owner = await ownerOf(service, account);
    expect((await owner.change(NEW, { url: URL_OF_PARTNER })).status).toBe(201);
    expect(await endpointsOf(account)).toMatchObject([{ eventTypes: [], description: null }]);
    expect((await owner.change(NEW, { url: URL_OF_PARTNER, eventTypes: EVENT_TYPES })).status).toBe(201);
  });

  it.each([
    ['incomplete', 'partner.example', 'Enter a complete URL', 'Saisissez une URL complète'],
    ['empty', '', 'Enter a complete URL', 'Saisissez une URL complète'],
    ['a script', 'javascript:alert(1)', 'Enter a complete URL', 'Saisissez une URL complète'],
    ['without TLS', 'http://partner.example/', 'The URL must begin with https://', 'L’URL doit commencer par https://'],
    [
      'with a password',
      'https://a:b@partner.example/',
      'Remove the user name',
      'Retirez de l’URL le nom d’utilisateur',
    ],
    ['a forbidden port', 'https://partner.example:22/', 'Use port 443', 'Utilisez le port 443'],
    [
      'a private host',
      'https://127.0.0.1/',
      'The host must be on the public internet',
      'L’hôte doit être accessible sur Internet',
    ],
    [
      'too long',
      `https://partner.example/${'x'.repeat(WEBHOOK_BOUNDS.url.max)}`,
      'Use 2000 characters',
      '2000 caractères',
    ],
  ])('needs a URL that is allowed, and says why it is not: %s', async (_, url, english, french) => {
    const before = await endpointsOf(strictAccount);
    for (const [language, text] of Object.entries({ fr: french, en: english })) {
      await strictOwner.get(`/language/${language}`);
      const { status, html } = await strictOwner.change(NEW, { url, description: 'Kept', eventTypes: 'trip.created' });
      expect(status).toBe(422);
      expect(/<p class="field-error" id="url-error">([^<]*)/.exec(html)?.[1]).toContain(text);
      expect(filledIn(html, NEW)).toMatchObject({ url: [url], description: ['Kept'], eventTypes: ['trip.created'] });
    }
    expect(await endpointsOf(strictAccount)).toEqual(before);
    expect(strict.logLines().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it.each([
    ['description', 'too long', { description: 'é'.repeat(WEBHOOK_BOUNDS.description.max + 1) }],
    ['eventTypes', 'one unknown', { eventTypes: ['trip.created', 'trip.exploded'] }],
    ['eventTypes', 'a test', { eventTypes: 'webhook.test' }],
    ['eventTypes', 'empty', { eventTypes: '' }],
  ])('needs good %s: %s', async (field, _, fields) => {
    const { status, html } = await strictOwner.change(NEW, { url: URL_OF_PARTNER, ...fields });
    expect([status, html]).toEqual([422, expect.stringContaining(`id="${field}-error"`)]);
    expect(html).toContain('Nothing was saved.');
    expect(await endpointsOf(strictAccount)).toEqual([]);
  });

  it('is one of ten at most', async () => {
    const account = await service.account();
    const owner = await ownerOf(service, account);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) statuses.push((await owner.change(NEW, { url: `${URL_OF_PARTNER}/${n}` })).status);
    expect(statuses).toEqual(Array(10).fill(201));
    const { status, html } = await owner.change(NEW, { url: URL_OF_PARTNER });
    expect(status).toBe(422);
    expect(/id="url-error">([^<]*)/.exec(html)?.[1]).toContain('10 endpoints, the maximum');
    const list = (await owner.get(LIST)).html;
    expect(rowsIn(list)).toHaveLength(10);
    expect(list).not.toContain(`href="${NEW}"`);
  });
});

describe('the page of an endpoint', () => {
  it('sends a test event, and says what came of it', async () => {
    const { receiver, press, account, endpoint } = await subscriber();
    expect(await press('test')).toMatch(/notice good.*?<div>The test event was accepted: status 204, [\d,]+ ms\.</);
    expect(receiver.received[0]?.body).toMatchObject({ type: 'webhook.test', changedBy: 'DASHBOARD' });
    receiver.answer(500);
    expect(await press('test')).toMatch(/notice bad.*?<div>The test event was not accepted: status 500, [\d,]+ ms\.</);
    await receiver.close();
    expect(await press('test')).toMatch(/notice bad.*?<div>The test event was not accepted: connection failed, /);
    expect(await attemptsAt(account, endpoint)).toHaveLength(3);
  });

  it('shares the limit on tests with the API, so that an account cannot have more of them by using both', async () => {
    const { receiver, owner, account, endpoint } = await subscriber();
    const held: (() => void)[] = [];
    const arrived = new Promise<void>((resolve) =>
      receiver.answer((response) => {
        held.push(() => response.writeHead(204).end());
        if (held.length === 2) resolve();
      }),
    );
    const viaApi = () => account.api.send('POST', `/v1/webhook-endpoints/${endpoint._id}/test`);
    const running = [viaApi(), viaApi()];
    await arrived;
    receiver.answer(204);
    const token = await tokenOf(owner);
    const inDashboard = Array.from({ length: 3 }, () => owner.post(`${pathOf(endpoint)}/test`, token));
    const first = await Promise.race(inDashboard);
    expect([first.status, first.html]).toEqual([429, expect.stringContaining('Too many requests')]);
    for (const release of held) release();
    expect((await Promise.all(inDashboard)).map(({ status }) => status).sort()).toEqual([303, 303, 429]);
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('disables and enables it', async () => {
    const { account, endpoint, press, receiver } = await subscriber();
    const disabled = await press('disable');
    expect(await statusOf(account, endpoint)).toBe('DISABLED');
    expect(disabled).toContain('Endpoint disabled.');
    expect(disabled).toContain('This endpoint is disabled: on request.');
    await account.api.createdTrip();
    await deliverer.deliverAll();
    expect(receiver.received).toEqual([]);
    const enabled = await press('enable');
    expect(await statusOf(account, endpoint)).toBe('ENABLED');
    expect(enabled).toContain('Endpoint enabled.');
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(1);
  });

  it('sends what waits at once, without waiting for the next attempt, and records it like Enable', async () => {
    const { account, owner, endpoint, page, press, receiver } = await subscriber();
    expect(await page()).not.toContain(SEND_NOW);
    receiver.answer(503);
    const trips = [await account.api.createdTrip(), await account.api.createdTrip()];
    await deliverer.deliverAll();
    const failing = await page();
    expect(failing).toContain('Deliveries have been failing since');
    expect(failing).toContain(SEND_NOW);
    receiver.answer(204);
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(2);
    const sending = await press('enable');
    expect(sending).toContain('All pending events will be sent shortly. Reload this page to see the result.');
    expect(sending).not.toContain('Endpoint enabled.');
    await deliverer.deliverAll();
    const sent = receiver.received.slice(2).map(({ body }) => body._id);
    expect(sent.sort()).toEqual(trips.map(({ _id }) => `${_id}-1`).sort());
    expect(await page()).not.toContain(SEND_NOW);
    const [entry] = await listAuditEntries(service.database, account.accountId, { offset: 0, limit: 1 });
    expect(entry).toMatchObject({ action: 'WEBHOOK_ENABLED', subject: { endpointId: endpoint._id } });
    await owner.get('/language/fr');
    receiver.answer(503);
    await account.api.createdTrip();
    await deliverer.deliverAll();
    expect(await page()).toContain('>Envoyer les événements en attente</button>');
    expect(await press('enable')).toContain(
      'Les événements en attente vont être envoyés. Rechargez cette page pour voir le résultat.',
    );
  });

  it('offers to send what waits also if other events arrive, and what was given up, but not to a disabled endpoint', async () => {
    const { account, owner, page, press, receiver } = await subscriber();
    const refused = await account.api.createdTrip();
    receiver.answer((response, { body }) => response.writeHead(body.tripId === refused._id ? 503 : 204).end());
    await deliverer.deliverAll();
    await account.api.createdTrip();
    await deliverer.deliverAll();
    const oneWaits = await page();
    expect(oneWaits).not.toContain('Deliveries have been failing');
    expect(oneWaits).toContain(SEND_NOW);
    expect(await press('enable')).not.toContain(SEND_NOW); // it is due now
    await deliverer.deliverAll();
    for (const seconds of RETRY_SECONDS) {
      service.clock.advance(seconds);
      await deliverer.deliverAll();
    }
    await signIn(owner, account); // the session has ended meanwhile
    const givenUp = await page();
    expect(givenUp).not.toContain('Deliveries have been failing');
    expect(givenUp).toContain(SEND_NOW);
    expect(await press('disable')).not.toContain(SEND_NOW);
    receiver.answer(204);
    expect(await press('enable')).toContain('Endpoint enabled.');
    await deliverer.deliverAll();
    expect(receiver.received.at(-1)?.body.tripId).toBe(refused._id);
    expect(await page()).not.toContain(SEND_NOW);
  });

  it.each([
    ['0', 0],
    ['3600', 3_600],
    ['86400', 86_400],
    ['a year', 86_400],
  ])('rotates the secret with the overlap "%s", and shows the new one once', async (overlap, seconds) => {
    const { account, receiver, endpoint, owner, page } = await subscriber();
    const path = `${pathOf(endpoint)}/rotate`;
    const answer = await owner.submit(path, path, { overlap });
    expect(answer.status).toBe(201);
    const secret = SECRET.exec(answer.html)?.[0] ?? '';
    const endsAt = new Date(service.clock.now().getTime() + seconds * 1000);
    expect(answer.html).toContain(
      seconds === 0 ? 'The old secret no longer signs.' : 'also signed with the old secret until',
    );
    const shown = await page();
    expect(shown).not.toMatch(SECRET);
    expect(shown.includes('The old one also signs until')).toBe(seconds > 0);
    const signed = async () => {
      await account.api.createdTrip();
      await deliverer.deliverAll();
      const last = receiver.received.at(-1) as ReceivedRequest;
      return [isSignedBy(last, secret), isSignedBy(last, endpoint.secret)];
    };
    if (seconds > 0) {
      service.clock.set(new Date(endsAt.getTime() - 1_000).toISOString());
      expect(await signed()).toEqual([true, true]);
    }
    service.clock.set(endsAt.toISOString());
    expect(await signed()).toEqual([true, false]);
  });

  it('deletes it, after asking', async () => {
    const { account, endpoint, owner } = await subscriber();
    const path = `${pathOf(endpoint)}/delete`;
    expect((await owner.get(path)).html).toContain('This cannot be undone.');
    expect(await endpointsOf(account)).toHaveLength(1);
    const answer = await owner.submit(path, path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, LIST]);
    expect((await owner.get(LIST)).html).toContain('Endpoint deleted.');
    expect(await endpointsOf(account)).toEqual([]);
    expect((await owner.get(pathOf(endpoint))).status).toBe(404);
    expect((await owner.post(path, await tokenOf(owner))).status).toBe(404);
  });

  it('changes nothing by a GET, nor by a form without its token', async () => {
    const { account, endpoint, owner, receiver } = await subscriber();
    await account.api.createdTrip();
    await deliverer.deliverAll();
    const before = await rowsOfAccount(service.database, account.accountId);
    for (const action of ['test', 'enable', 'disable', 'redeliver'])
      expect([action, (await owner.get(`${pathOf(endpoint)}/${action}`)).headers.get('location')]).toEqual([
        action,
        pathOf(endpoint),
      ]);
    for (const action of ['rotate', 'delete'])
      expect((await owner.get(`${pathOf(endpoint)}/${action}`)).status).toBe(200);
    for (const action of ACTIONS) expect((await owner.post(`${pathOf(endpoint)}/${action}`, {})).status).toBe(403);
    expect(await rowsOfAccount(service.database, account.accountId)).toEqual(before);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('the deliveries of an endpoint', () => {
  it('are listed newest first, with event, attempt, response or error, milliseconds and the next attempt', async () => {
    const { account, receiver, page, press } = await subscriber();
    expect(await page()).toContain('No deliveries yet');
    const { _id } = await account.api.createdTrip();
    await deliverer.deliverAll();
    receiver.answer(503);
    await advanceTrip(service, _id, 'OTWTP');
    service.clock.advance(1);
    await deliverer.deliverAll();
    service.clock.advance(5);
    const secondAt = service.clock.now();
    await receiver.close();
    await deliverer.deliverAll();
    service.clock.advance(1);
    await press('test');
    const rows = rowsIn(await page());
    expect(rows).toHaveLength(4);
    const [test = '', second = '', first = '', created = ''] = rows;
    expect(test).toContain('webhook.test');
    expect(test).not.toContain('<form');
    for (const text of ['trip.status_changed', `${_id}-2`, `href="/app/trips/${_id}"`, 'connection failed', '>2<'])
      expect(second).toContain(text);
    for (const at of [secondAt, new Date(secondAt.getTime() + 30_000)])
      expect(second).toContain(`<time datetime="${at.toISOString()}">`);
    for (const text of ['trip.status_changed', 'badge bad">503', '>1<']) expect(first).toContain(text);
    for (const text of ['trip.created', `${_id}-1`, 'badge good">204', '\u00a0ms']) expect(created).toContain(text);
    expect(created).toContain('<td data-title="Next attempt" class="nothing">');
  });

  it('are paged', async () => {
    const { account, page } = await subscriber();
    for (let n = 0; n < 30; n += 1) await account.api.createdTrip();
    await deliverer.deliverAll();
    const [first, second] = [rowsIn(await page()), rowsIn(await page('?page=2'))];
    expect([first.length, second.length]).toEqual([25, 5]);
    const ids = [...first, ...second].map((row) => /[0-9a-f]{24}-1/.exec(row)?.[0]);
    expect(new Set(ids).size).toBe(30);
    expect(await page()).toContain('?page=2#deliveries"');
    for (const query of ['?page=3', '?page=99999']) expect(await page(query)).toContain('This list has only 2 pages');
    for (const query of ['?page=0', '?page=-1', '?page=x', '?page=1e9', '?page=1&page=2'])
      expect(rowsIn(await page(query))).toEqual(first);
  });

  it('can be repeated, at once or when the endpoint is enabled', async () => {
    const { account, receiver, press } = await subscriber({ eventTypes: ['trip.created'] });
    const { _id } = await account.api.createdTrip();
    await deliverer.deliverAll();
    const again = { event: `${_id}-1` };
    expect(await press('redeliver', again)).toContain('will be sent again in a moment');
    await deliverer.deliverAll();
    expect(receiver.received.map(({ body }) => body._id)).toEqual([`${_id}-1`, `${_id}-1`]);
    await press('disable');
    expect(await press('redeliver', again)).toContain('It will be sent once the endpoint is enabled.');
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(2);
    await press('enable');
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(3);
  });

  it('can be repeated only if they were of an event of the account', async () => {
    const { account, endpoint, owner, receiver } = await subscriber();
    const stranger = await service.account();
    const [mine, theirs] = [await account.api.createdTrip(), await stranger.api.createdTrip()];
    await deliverer.deliverAll();
    const token = await tokenOf(owner);
    for (const event of [`${theirs._id}-1`, `${mine._id}-2`, `${newId()}-1`, `test-${newId()}`, 'nonsense', ''])
      expect((await owner.post(`${pathOf(endpoint)}/redeliver`, { ...token, event })).status).toBe(404);
    expect((await owner.post(`${pathOf(endpoint)}/redeliver`, token)).status).toBe(404);
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(1);
  });
});

describe('another account’s endpoint', () => {
  it('is not there, to look at or to change, like one that does not exist', async () => {
    const other = await subscriber();
    const trip = await other.account.api.createdTrip();
    await deliverer.deliverAll();
    const account = await service.account();
    const owner = await ownerOf(service, account);
    const own = await account.api.createdTrip();
    const token = await tokenOf(owner);
    const before = await rowsOfAccount(service.database, other.account.accountId);
    const ids = [other.endpoint._id, newId(), 'nonsense', '0', 'x'.repeat(5_000), '%00'];
    const answers = new Set<number>();
    for (const path of ids.flatMap((id) => ['', '/rotate', '/delete'].map((action) => `${LIST}/${id}${action}`)))
      answers.add((await owner.get(path)).status);
    for (const path of ids.flatMap((id) => ACTIONS.map((action) => `${LIST}/${id}/${action}`)))
      for (const event of [`${trip._id}-1`, `${own._id}-1`])
        answers.add((await owner.post(path, { ...token, overlap: '0', event })).status);
    expect([...answers]).toEqual([404]);
    expect(await rowsOfAccount(service.database, other.account.accountId)).toEqual(before);
    expect(other.receiver.received).toHaveLength(1);
    expect(service.logLines().filter(({ level }) => Number(level) >= 50)).toEqual([]);
    for (const path of [LIST, '/app/developers'])
      expect((await owner.get(path)).html).not.toContain(other.receiver.url);
  });
});
