import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import { csvLine, sendCsv } from '../../src/web/csv.ts';

describe('a line of a CSV file', () => {
  it('quotes what RFC 4180 wants quoted, and nothing else', () => {
    const cells = ['plain', 'a, b', 'a; b', 'say "hi"', 'two\nlines', 'é', '', null, 4.5, { cents: 123_450 }];
    expect(csvLine(cells, 'en')).toBe('plain,"a, b",a; b,"say ""hi""","two\nlines",é,,,4.5,1234.50\r\n');
  });

  it('has semicolons and decimal commas in French, as spreadsheets there expect them', () => {
    const cells = ['plain', 'a, b', 'a; b', 'say "hi"', 'two\nlines', '1.5', null, 4.5, 20, { cents: 123_450 }];
    expect(csvLine(cells, 'fr')).toBe('plain;a, b;"a; b";"say ""hi""";"two\nlines";1.5;;4,5;20;1234,50\r\n');
    expect(csvLine(['=1;2', '+33612345678', '-2', -2], 'fr')).toBe(`"'=1;2";'+33612345678;'-2;-2\r\n`);
  });

  it.each(['=1+1', '+33600000001', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'])(
    'shows a text that begins like a formula as text: %j',
    (text) => {
      const [cell = ''] = csvLine([text], 'en').split('\r\n').slice(0, -1).join('\r\n').match(/^"?'/) ?? [];
      expect(cell).toMatch(/^"?'$/);
    },
  );

  it('keeps the digits of phone numbers, postcodes and references', () => {
    expect(csvLine(['0612345678', '06000', '00123', '123456789012', '12E5', 0.5], 'fr')).toBe(
      "'0612345678;'06000;'00123;'123456789012;'12E5;0,5\r\n",
    );
    expect(csvLine(['0', '06 12 34 56 78', '12345678901', '0.5'], 'en')).toBe('0,06 12 34 56 78,12345678901,0.5\r\n');
  });

  it('leaves numbers and texts alone that only contain such characters', () => {
    expect(csvLine([-2, 'a=b', '1-2', 'x@y.fr'], 'en')).toBe('-2,a=b,1-2,x@y.fr\r\n');
  });
});

/** The stream that a reply is given to send, and its headers. */
async function sendFile(pages: AsyncIterator<string[]>) {
  let sent: Readable | undefined;
  const headers = new Map<string, string>();
  const reply = {
    headers: () => reply,
    header(name: string, value: string) {
      headers.set(name, value);
      return reply;
    },
    type: (type: string) => reply.header('content-type', type),
    send(stream: Readable) {
      sent = stream;
      return reply;
    },
  };
  const columns = [{ title: 'Text', cell: (row: string) => row }];
  await sendCsv(reply as unknown as FastifyReply, { name: 'file', language: 'en', columns, pages });
  if (!sent) throw new Error('nothing was sent');
  return { file: sent, headers };
}

async function* twoPages() {
  yield ['one', 'two'];
  yield ['three'];
}

describe('a CSV file', () => {
  const PAGE = Array.from({ length: 1_000 }, () => 'x'.repeat(200));

  it('has a title and all pages, to be saved under its name and read as UTF-8', async () => {
    const { file, headers } = await sendFile(twoPages());
    expect((await file.toArray()).join('')).toBe('\uFEFFText\r\none\r\ntwo\r\nthree\r\n');
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="file.csv"',
    ]);
  });

  it('is buffered by its bytes, not by its pages', async () => {
    expect((await sendFile(twoPages())).file.readableObjectMode).toBe(false);
  });

  it('is read page by page, as fast as the client takes it', async () => {
    let pagesRead = 0;
    async function* endless() {
      for (;;) {
        pagesRead += 1;
        yield PAGE;
      }
    }
    const { file } = await sendFile(endless());
    for (let chunk = 0; chunk < 5; chunk += 1) {
      while (file.read() === null) await setImmediate();
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      expect(pagesRead).toBeLessThanOrEqual(chunk + 3);
    }
    file.destroy();
  });

  it('breaks off when a page cannot be read, instead of ending as if it were complete', async () => {
    async function* failing() {
      yield PAGE;
      throw new Error('the database is gone');
    }
    const { file } = await sendFile(failing());
    await expect(file.toArray()).rejects.toThrow('the database is gone');
  });

  it('fails before anything is sent if the first page cannot be read', async () => {
    // biome-ignore lint/correctness/useYield: it fails before
    async function* failing(): AsyncGenerator<string[]> {
      throw new Error('the database is gone');
    }
    await expect(sendFile(failing())).rejects.toThrow('the database is gone');
  });
});
