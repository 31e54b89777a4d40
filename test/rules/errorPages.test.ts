import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/errors.ts';
import { unavailable } from '../../src/gates/errorEnvelope.ts';
import { Document } from '../../src/web/document.tsx';
import { type ErrorFrame, errorPages, refuseForm } from '../../src/web/errorPage.tsx';
import { errorWords } from '../../src/web/words/errors.ts';

describe('an error page', () => {
  async function open(error: Error, { home = '/app', language = 'en', frame }: OpenOptions = {}) {
    const app = fastify({ genReqId: () => 'a-request' });
    app.decorateRequest('errorCode', '');
    app.decorateRequest('isShed', false);
    app.decorateRequest('traceId', '');
    app.decorate('isReady', true);
    errorPages(app, { home, ...(frame && { frame }) });
    app.get('/app', async () => 'home');
    app.get('/app/trips/:id', async () => 'trip');
    app.post('/app/forms', (request, reply) => refuseForm(request, reply, { home }));
    app.get('/fails', async () => {
      throw error;
    });
    app.get('/app/trips/:id/cancel/now', async () => {
      throw error;
    });
    const ask = (method: 'GET' | 'POST', url: string) =>
      app.inject({ method, url, headers: { 'accept-language': language } });
    return { ask, page: await ask('GET', '/fails') };
  }
  interface OpenOptions {
    home?: string;
    language?: 'en' | 'fr';
    frame?: ErrorFrame;
  }
  const textOf = (html: string) =>
    html
      .replace(/^.*<body[^>]*>/s, '')
      .replaceAll(/<[^>]+>/g, '|')
      .replaceAll(/\|+/g, '|');
  const limited = (seconds: number) => new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } });

  const { en, fr } = errorWords;
  it('has all its words', () => {
    const words = [en, fr].flatMap((texts) => Object.values(texts)).filter((text) => typeof text === 'string');
    expect(words.filter((text) => text.length < 10)).toEqual([]);
  });

  it.each([
    [new ApiError('NOT_FOUND'), 404, 'notFound', en.notFoundText],
    [new ApiError('FORBIDDEN'), 403, 'refused', en.refusedText],
    [unavailable(new Error('down')), 503, 'unavailable', en.unavailableText],
    [new Error('unexpected'), 500, 'fault', en.faultText],
    [new ApiError('VALIDATION_FAILED'), 400, 'notUnderstood', en.notUnderstoodText],
    [limited(0), 429, 'tooMany', 'Try again in 1 second.'],
    [limited(59), 429, 'tooMany', 'Try again in 59 seconds.'],
    [limited(60), 429, 'tooMany', 'Try again in 1 minute.'],
    [limited(61), 429, 'tooMany', 'Try again in 2 minutes.'],
  ] as const)('says in plain words what happened: %s', async (error, status, title, text) => {
    const { page } = await open(error);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([status, 'no-store']);
    expect(textOf(page.body)).toContain(`|${status}|${en[title]}|${text}|Go to the dashboard|Request ID: |a-request|`);
    expect(page.body).toContain('href="/app"');
    expect(textOf((await open(error, { language: 'fr' })).page.body)).toContain(`|${status}|${fr[title]}|`);
  });

  it.each([
    [0, '1 seconde'],
    [59, '59 secondes'],
    [60, '1 minute'],
    [61, '2 minutes'],
  ])('says in French too how long to wait: %s seconds', async (seconds, wait) => {
    const { page } = await open(limited(seconds), { language: 'fr' });
    expect(textOf(page.body)).toContain(`|Réessayez dans ${wait}.|`);
  });

  it('of the documentation leads there', async () => {
    const { page } = await open(new ApiError('NOT_FOUND'), { home: '/docs' });
    expect(textOf(page.body)).toContain(`|${en.docsNotFoundText}|Go to the documentation|`);
  });

  it('has the frame of the page it stands in for, if that has one', async () => {
    const seen: unknown[] = [];
    const framed: ErrorFrame = async (_request, _reply, { title, statusCode }) => {
      seen.push([title, statusCode]);
      return Document({ language: 'en', title, children: 'framed' }) as never;
    };
    const { page } = await open(new ApiError('NOT_FOUND'), { frame: framed });
    expect([seen, page.body]).toEqual([[['Page not found', 404]], expect.stringContaining('framed')]);
    const { page: plain } = await open(new ApiError('NOT_FOUND'), { frame: async () => undefined });
    expect(plain.body).toContain('class="narrow"');
  });

  it('answers unknown paths, and forms that did not come from our pages', async () => {
    const { ask } = await open(new Error('not asked for'));
    expect((await ask('GET', '/nowhere')).body).toContain('Page not found');
    const refused = await ask('POST', '/app/forms');
    expect([refused.statusCode, textOf(refused.body)]).toEqual([403, expect.stringContaining(en.refused)]);
  });

  it('is none for the address of a form that is opened as a page: the page of the form is shown', async () => {
    const { ask, page } = await open(new ApiError('METHOD_NOT_ALLOWED'));
    expect([page.statusCode, page.headers.location]).toEqual([303, '/app']);
    const below = await ask('GET', '/app/trips/7/cancel/now');
    expect([below.statusCode, below.headers.location]).toEqual([303, '/app/trips/7']);
  });
});
