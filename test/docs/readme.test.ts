import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { dataDirectoryForFile } from '../support/dataDirectory.ts';
import { guideReader, masked, noCurl } from '../support/guides.ts';
import { liveForFile } from '../support/liveService.ts';

const data = dataDirectoryForFile();
const work = mkdtempSync(join(tmpdir(), 'trips-readme-'));
afterAll(() => rmSync(work, { recursive: true }));
const service = await liveForFile({ env: data.env });

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const [tour = ''] = readme.slice(readme.indexOf('\n## A tour\n')).split('\n## Performance\n');
const blocks = [...tour.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);

/** The output that the comments below a command show, as a pattern: `…` leaves something out, and white space is free. */
function shownOutput(block: string): RegExp {
  const comments = block.split('\n').filter((line) => line.startsWith('# '));
  const text = masked(comments.map((line) => line.slice(2)).join('\n')).replaceAll(/\s/g, '');
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*'));
}

const withoutSpace = (output: string) => masked(output).replaceAll(/\s/g, '');

describe.skipIf(noCurl)(`the tour of the README${noCurl ? ` (${noCurl})` : ''}`, () => {
  it('runs as it stands, from top to bottom, and answers as its comments say', async () => {
    const reader = guideReader({
      directory: join(work, 'reader'),
      env: data.env,
      atHand: { API_KEY: service.apiKey, KEYID: service.apiKey.slice('trip_live_'.length).split('.')[0] ?? '' },
    });
    expect(blocks.length).toBeGreaterThan(6);
    for (const block of blocks) {
      await reader.follow({ file: 'block.sh', text: block.replaceAll('http://127.0.0.1:3000', service.url) });
      expect(withoutSpace(reader.answer())).toMatch(shownOutput(block));
      if (block.includes('booking-4711')) expect(await reader.repeat()).toContain('idempotent-replayed: true');
    }
    expect((await service.api.list()).body.data.map(({ status }: { status: string }) => status)).toEqual(['CANCELLED']);
  });
});
