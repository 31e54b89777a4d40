import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { GUIDES } from '../../src/docs/guides.ts';
import { dataDirectoryForFile } from '../support/dataDirectory.ts';
import {
  examplesIn,
  expectAsShown,
  type GuideExample,
  guideReader,
  isAnswer,
  isSetup,
  noCurl,
} from '../support/guides.ts';
import { liveForFile } from '../support/liveService.ts';
import { operatorProcess } from '../support/operator.ts';
import { startLosingTheFirstAnswer } from '../support/proxies.ts';

const data = dataDirectoryForFile();
const work = mkdtempSync(join(tmpdir(), 'trips-guides-'));
afterAll(() => rmSync(work, { recursive: true }));
// The tier of the guide on rate limits is limited soon, and not for long.
const env = { ...data.env, RATE_LIMIT_IP: '100000/60', RATE_LIMIT_TIERS: 'STANDARD=5/1,PRO=100000/60' };
const service = await liveForFile({ env });
const operator = operatorProcess(env);

const page = async (name: string, language = 'en') => {
  const response = await fetch(`${service.url}/docs/guides/${name}`, { headers: { 'accept-language': language } });
  expect(response.status).toBe(200);
  return response.text();
};

async function readerOf(guide: string) {
  const { apiKey, serviceTiers } = await operator.json(`demo --tier ${guide === 'rate-limits' ? 'STANDARD' : 'PRO'}`);
  const eco = serviceTiers.find(({ name }: { name: string }) => name === 'Eco');
  return guideReader({
    directory: join(work, guide),
    env: data.env,
    atHand: { API_KEY: apiKey, SERVICE_TIER: eco._id },
  });
}

describe.skipIf(noCurl)(`the examples of the guides${noCurl ? ` (${noCurl})` : ''}`, () => {
  it.each(GUIDES)('run as they stand, and answer as shown: %s', async (guide) => {
    const examples = examplesIn(await page(guide));
    const reader = await readerOf(guide);
    const lossy = await startLosingTheFirstAnswer(service.url);
    let answered = '';
    for (const example of examples) {
      if (isAnswer(example)) expectAsShown(example, answered);
      // This one promises to book once when the first answer is lost.
      else answered = await reader.follow(example, example.file === 'book-safely.mjs' ? `API=${lossy.url} ` : '');
    }
    expect(lossy.lost()).toBe(guide === 'retries' ? 1 : 0);
    await lossy.close();
  });

  it('met a limit where they promise to wait for it', () => {
    expect(service.output()).toContain('"code":"RATE_LIMITED"');
  });
});

describe('the guides', () => {
  it.each(GUIDES)('show what every request answers: %s', async (guide) => {
    const examples = examplesIn(await page(guide));
    expect(examples.length).toBeGreaterThan(3);
    const unanswered = examples.filter((example, index) => {
      const next: GuideExample | undefined = examples[index + 1];
      return !isAnswer(example) && !isSetup(example) && !(next && isAnswer(next));
    });
    expect(unanswered.map(({ file }) => file)).toEqual([]);
  });

  it.each(GUIDES)('show the same examples in every language: %s', async (guide) => {
    expect(examplesIn(await page(guide, 'fr'))).toEqual(examplesIn(await page(guide, 'en')));
  });
});
