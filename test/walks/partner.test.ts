import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../reliability/support/process.ts';
import type { Event } from '../../src/contract/event.ts';
import type { Trip } from '../../src/contract/trip.ts';
import { type ApiClient, apiClient } from '../support/client.ts';
import { dataDirectoryForFile } from '../support/dataDirectory.ts';
import { examplesIn, type GuideReader, guideReader, noCurl } from '../support/guides.ts';
import { curlIn, keysIn, liveForFile } from '../support/liveService.ts';

const data = dataDirectoryForFile();
const work = mkdtempSync(join(tmpdir(), 'trips-walk-'));
afterAll(() => rmSync(work, { recursive: true }));
// As the README says for somebody who wants to receive webhooks on this machine.
const service = await liveForFile({ env: { ...data.env, WEBHOOK_TARGETS: 'any' } });

/** Pastes these examples of a guide into the terminal, and answers with what the last one printed. */
async function follow(reader: GuideReader, guide: string, files: string): Promise<string> {
  const page = await fetch(`${service.url}/docs/guides/${guide}`);
  const examples = examplesIn(await page.text());
  for (const file of files.split(' ')) {
    const example = examples.find((each) => each.file === file);
    if (!example) throw new Error(`the guide ${guide} has no example ${file}`);
    await reader.follow(example);
  }
  return reader.answer();
}

async function readFeed(api: ApiClient): Promise<Event[]> {
  const events: Event[] = [];
  for (let after = '', hasNext = true; hasNext; ) {
    const { data, pagination } = (await api.send('GET', `/v1/events?limit=2${after}`)).body;
    events.push(...data);
    after = `&after=${pagination.next}`;
    hasNext = pagination.hasNext;
  }
  return events;
}

async function readList(api: ApiClient): Promise<Trip[]> {
  const trips: Trip[] = [];
  for (let page = 1, hasNext = true; hasNext; page += 1) {
    const { data, pagination } = (await api.list(`?limit=2&page=${page}`)).body;
    trips.push(...data);
    hasNext = pagination.hasNext;
  }
  return trips;
}

describe.skipIf(noCurl)(
  `a partner’s developer with nothing but the documentation${noCurl ? ` (${noCurl})` : ''}`,
  () => {
    it('books, receives signed webhooks, rotates the key, and sees every trip once in the feed and in the list', async () => {
      const [printedKey = ''] = keysIn(service.output());
      const reader = guideReader({
        directory: join(work, 'first-day'),
        env: data.env,
        atHand: { API_KEY: printedKey },
        receiver: { file: 'receiver.mjs', port: await freePort() },
      });
      onTestFinished(reader.close);

      await reader.follow({ file: 'printed.sh', text: curlIn(service.output()) });
      expect(JSON.parse(reader.answer())).toMatchObject({ success: true, data: { status: 'CONFIRMED' } });

      const cancelled = await follow(
        reader,
        'first-booking',
        'setup.sh tiers.sh tier.sh quote.sh book.sh trip.sh read.sh list.sh cancel.sh',
      );
      expect(JSON.parse(cancelled)).toMatchObject({ success: true, data: { status: 'CANCELLED' } });

      const tested = await follow(reader, 'webhooks', 'setup.sh register.sh secret.sh receiver.mjs test.sh');
      expect(JSON.parse(tested)).toMatchObject({ success: true, data: { responseStatus: 204 } });
      await follow(reader, 'webhooks', 'book.sh');
      expect(await reader.receiverPrinted(2)).toBe('received webhook.test\nreceived trip.created\n');

      expect(await follow(reader, 'typescript-client', 'setup.sh book.mjs')).toMatch(
        /^booked [0-9a-f]{24}, CONFIRMED, /,
      );
      expect(await reader.receiverPrinted(1)).toBe('received trip.created\n');

      const { apiKey: newKey } = JSON.parse(await follow(reader, 'key-rotation', 'setup.sh rotate.sh'));
      expect(await follow(reader, 'key-rotation', 'both.sh')).toBe('200\n200\n');
      const refused = await follow(reader, 'key-rotation', 'revoke.sh after.sh');
      expect(JSON.parse(refused)).toMatchObject({ code: 'UNAUTHORIZED', statusCode: 401 });

      const later = guideReader({ directory: join(work, 'next-day'), env: data.env, atHand: { API_KEY: newKey } });
      const reconciled = await follow(later, 'events', 'setup.sh book.sh cancel.sh reconcile.mjs');
      expect(await reader.receiverPrinted(2)).toBe('received trip.created\nreceived trip.cancelled\n');

      const api = apiClient(service.url, newKey);
      const [events, trips] = [await readFeed(api), await readList(api)];
      expect(reconciled).toContain(`\n${events.length} events read\n`);
      expect(reconciled).toMatch(/^ORDER-5001, trip [0-9a-f]{24}: CANCELLED, 66 EUR, /m);
      expect(await follow(later, 'events', 'again.sh')).toContain('0 events read\n');
      expect(trips).toHaveLength(5);
      const created = events.filter(({ type }) => type === 'trip.created').map(({ tripId }) => tripId);
      expect(created.sort()).toEqual(trips.map(({ _id }) => _id).sort());
      const lastKnown = new Map(events.map(({ tripId, data }) => [tripId, data.trip.status]));
      expect(lastKnown).toEqual(new Map(trips.map(({ _id, status }) => [_id, status])));
    }, 120_000);
  },
);
