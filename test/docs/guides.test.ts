import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../reliability/support/process.ts';
import type { Trip } from '../../src/contract/trip.ts';
import { GUIDES } from '../../src/docs/guides.ts';
import { apiClient } from '../support/client.ts';
import { databaseForFile } from '../support/database.ts';
import { startGuideReceiver } from '../support/guideReceiver.ts';
import {
  examplesIn,
  expectAsShown,
  type GuideExample,
  type GuideReader,
  guideReader,
  isAnswer,
  isPrintedByReceiver,
  isReceiver,
  isSetup,
  noCurl,
  noPython,
} from '../support/guides.ts';
import { liveForFile, tomorrow } from '../support/liveService.ts';
import { operatorOn } from '../support/operator.ts';
import { startLosingTheFirstAnswer } from '../support/proxies.ts';

const database = await databaseForFile();
const work = mkdtempSync(join(tmpdir(), 'trips-guides-'));
afterAll(() => rmSync(work, { recursive: true }));
// The tier of the guide on rate limits is limited soon, and not for long.
const env = {
  ...database.env,
  DATABASE_URL: database.url,
  RATE_LIMIT_IP: '100000/60',
  RATE_LIMIT_TIERS: 'STANDARD=5/1,PRO=100000/60',
  WEBHOOK_TARGETS: 'any',
};
const service = await liveForFile({ env }, 'none');
const operator = operatorOn(env);

const page = async (name: string, language = 'en') => {
  const response = await fetch(`${service.url}/docs/guides/${name}`, { headers: { 'accept-language': language } });
  expect(response.status).toBe(200);
  return response.text();
};

/** Every guide once, and the one on webhooks with each of its receivers. */
const RECEIVERS = ['receiver.mjs', ...(noPython ? [] : ['receiver.py'])];
const RUNS = GUIDES.flatMap((guide) => (guide === 'webhooks' ? RECEIVERS.map((file) => `${guide} ${file}`) : guide));

async function readerOf(guide: string, receiverFile: string) {
  const { accountId, apiKey, serviceTiers } = await operator.json(
    `demo --tier ${guide === 'rate-limits' ? 'STANDARD' : 'PRO'}`,
  );
  const eco = serviceTiers.find(({ name }: { name: string }) => name === 'Eco');
  const reader = guideReader({
    directory: join(work, `${guide} ${receiverFile}`),
    env: database.env,
    atHand: { ACCOUNT: accountId, API_KEY: apiKey, SERVICE_TIER: eco._id },
    receiver: { file: receiverFile, port: await freePort() },
  });
  return { reader, api: apiClient(service.url, apiKey) };
}

async function expectAnswer(reader: GuideReader, shown: GuideExample): Promise<void> {
  if (isPrintedByReceiver(shown))
    return expectAsShown(shown, await reader.receiverPrinted(shown.text.split('\n').length));
  // The service logs an attempt a moment after the receiver has printed it.
  if (shown.file === 'deliveries.json')
    return vi.waitFor(async () => expectAsShown(shown, await reader.repeat()), { timeout: 20_000 });
  expectAsShown(shown, reader.answer());
}

const skipped = [noCurl, noPython].filter((each) => each !== undefined).join('; ');

describe.skipIf(noCurl)(`the examples of the guides${skipped && ` (${skipped})`}`, () => {
  // A guide starts a dozen processes one after the other, each of which takes seconds on a busy machine.
  it.each(RUNS)('run as they stand, and answer as shown: %s', { timeout: 300_000 }, async (run) => {
    const [guide = '', receiverFile = ''] = run.split(' ');
    const examples = examplesIn(await page(guide));
    const { reader } = await readerOf(guide, receiverFile);
    onTestFinished(reader.close);
    const lossy = await startLosingTheFirstAnswer(service.url);
    for (const example of examples) {
      if (isAnswer(example)) await expectAnswer(reader, example);
      // This one promises to book once when the first answer is lost.
      else await reader.follow(example, example.file === 'book-safely.mjs' ? `API=${lossy.url} ` : '');
    }
    expect(lossy.lost()).toBe(guide === 'retries' ? 1 : 0);
    await lossy.close();
  });

  it('met a limit where they promise to wait for it', () => {
    expect(service.output()).toContain('"code":"RATE_LIMITED"');
  });
});

describe.skipIf(noCurl).each([
  ['first-booking', 'quote-and-book.mjs'],
  ['money', 'amounts.mjs'],
  ['typescript-client', 'book.mjs'],
])('the program that quotes and books in the guide %s', (guide, file) => {
  /** Runs it, with the pickup of the reader’s choice, and answers with the trips that the account then has. */
  async function tripsOf(pickup: string): Promise<{ trips: Trip[]; failure: string }> {
    const { reader, api } = await readerOf(guide, `${file} ${pickup.replaceAll(/\W/g, '')}`);
    const examples = examplesIn(await page(guide));
    for (const example of examples.filter(({ file }) => /^(setup.*|tier)\.sh$/.test(file)))
      await reader.follow(example);
    const text = examples.find((example) => example.file === file)?.text ?? '';
    const program = { file, text: text.replace('Gare de Lyon, Paris', pickup) };
    const failure = await reader.follow(program).then(() => '', String);
    return { trips: (await api.list()).body.data, failure };
  }

  it('books each address as it was written, where the quote found it', async () => {
    const { trips, failure } = await tripsOf('gare de lyon PARIS');
    expect(failure).toBe('');
    expect(trips).toMatchObject([
      {
        pickupAddress: { address: 'gare de lyon PARIS', lat: 48.8443, lng: 2.3744 },
        destinationAddress: { address: 'Aéroport CDG Terminal 2E', lat: 49.0035, lng: 2.5745 },
      },
    ]);
  });

  it('books nothing if there is something to check, and says what', async () => {
    const { trips, failure } = await tripsOf('3 rue Inconnue, 59000 Lille');
    expect(failure).toMatch(/check before booking: pickup: /);
    expect(trips).toEqual([]);
  });
});

describe.skipIf(noCurl)('the program of the guide on events', () => {
  it('reports each trip of an order by itself: one is confirmed, although the other was cancelled', async () => {
    const { reader, api } = await readerOf('events', 'two trips');
    const examples = examplesIn(await page('events'));
    const confirmed = await api.createdTrip({ externalReference: 'ORDER-5001', scheduledAt: tomorrow() });
    for (const file of ['setup.sh', 'book.sh', 'cancel.sh', 'reconcile.mjs'])
      await reader.follow(examples.find((example) => example.file === file) as GuideExample);
    const [cancelled] = (await api.list('?status=CANCELLED')).body.data;
    expect(reader.answer().trim().split('\n')).toEqual([
      `ORDER-5001, trip ${confirmed._id}: CONFIRMED, ${confirmed.price} EUR, ${confirmed.scheduledPickupTime}`,
      `ORDER-5001, trip ${cancelled._id}: CONFIRMED, 66 EUR, ${cancelled.scheduledPickupTime}`,
      `ORDER-5001, trip ${cancelled._id}: CANCELLED, 66 EUR, ${cancelled.scheduledPickupTime}`,
      '3 events read',
      'ORDER-5002 has no trip',
    ]);
  });
});

describe('the guides', () => {
  it.each(GUIDES)('show what every request answers: %s', async (guide) => {
    const examples = examplesIn(await page(guide));
    expect(examples.length).toBeGreaterThan(3);
    const unanswered = examples.filter((example, index) => {
      const next: GuideExample | undefined = examples[index + 1];
      return !isAnswer(example) && !isSetup(example) && !isReceiver(example) && !(next && isAnswer(next));
    });
    expect(unanswered.map(({ file }) => file)).toEqual([]);
  });

  it.each(GUIDES)('show the pickup times of the requests in what these answer: %s', async (guide) => {
    const examples = examplesIn(await page(guide));
    const requests = examples.filter((example) => !isAnswer(example)).map(({ text }) => text);
    const sent = requests.flatMap((text) => [...text.matchAll(/"scheduledAt": "([^"]+[Z\d])"/g)]);
    const times = sent.map(([, time = '']) => new Date(time).toISOString());
    // Other moments, such as that of a booking, have odd seconds.
    const shown = examples.filter(isAnswer).flatMap(({ text }) => text.match(/[\dT:-]+:00\.000Z/g) ?? []);
    expect(shown.filter((time) => !times.includes(time))).toEqual([]);
  });

  it.each(GUIDES)('show the same examples in every language: %s', async (guide) => {
    expect(examplesIn(await page(guide, 'fr'))).toEqual(examplesIn(await page(guide, 'en')));
  });
});

describe('the Idempotency-Keys in the guides', () => {
  it('belong to one guide each, so that a reader can follow all guides on one account', async () => {
    const keys = await Promise.all(
      GUIDES.map(async (guide) => {
        const texts = examplesIn(await page(guide)).map(({ text }) => text);
        return new Set(texts.flatMap((text) => text.match(/Idempotency-Key: [^"']+/g) ?? []));
      }),
    );
    const all = keys.flatMap((ofGuide) => [...ofGuide]);
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
  });
});

describe('the receivers of the guide on webhooks', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const body = '{"_id":"665f1f77bcf86cd799439011-1","type":"trip.created"}';
  const signed = (by: string, sentAt = new Date()) => ({
    'webhook-id': 'message',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('message', sentAt, body),
  });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it.each(RECEIVERS)('accept what was signed with the secret just now, and nothing else: %s', async (file) => {
    const text = examplesIn(await page('webhooks')).find((each) => each.file === file)?.text ?? '';
    const directory = join(work, `alone ${file}`);
    mkdirSync(directory);
    writeFileSync(join(directory, 'package.json'), '{"type": "module"}');
    const port = await freePort();
    const receiver = await startGuideReceiver(directory, { file, text, port }, { WEBHOOK_SECRET: secret });
    onTestFinished(receiver.stop);
    const send = async (headers: Record<string, string>, text = body) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status;

    const [ours, others] = [signed(secret), signed(otherSecret)];
    expect(await send(ours)).toBe(204);
    const both = `${others['webhook-signature']} ${ours['webhook-signature']}`;
    expect(await send({ ...ours, 'webhook-signature': both })).toBe(204);
    expect(await send(others)).toBe(400);
    expect(await send(ours, body.replace('created', 'cancelled'))).toBe(400);
    expect(await send({ ...ours, 'webhook-id': 'another' })).toBe(400);
    expect(await send(signed(secret, minutesAgo(6)))).toBe(400);
    expect(await send(signed(secret, minutesAgo(-6)))).toBe(400);
    expect(await send({ ...ours, 'webhook-signature': 'é' })).toBe(400);
    expect(await send({ ...ours, 'webhook-timestamp': 'now' })).toBe(400);
    const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(`message.now.${body}`).digest('base64');
    expect(await send({ ...ours, 'webhook-timestamp': 'now', 'webhook-signature': `v1,${signature}` })).toBe(400);
    expect(await send({})).toBe(400);
    const printed = await receiver.printed(11);
    expect(printed).toContain('refused: Message timestamp too old\n');
    const otherLines = printed.split('\n').filter((line) => !/^(received|duplicate|refused:) |^$/.test(line));
    expect(otherLines).toEqual([]); // such as the lines of a stack trace
  });

  it.skipIf(noPython)('do not start without a secret: receiver.py', async () => {
    const text = examplesIn(await page('webhooks')).find(({ file }) => file === 'receiver.py')?.text ?? '';
    const environment = { ...process.env, WEBHOOK_SECRET: '' };
    const { status, stderr } = spawnSync('python3', ['-c', text], {
      env: environment,
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect([status, stderr.trim()]).toEqual([1, 'WEBHOOK_SECRET is empty: anybody could sign with it.']);
  });
});
