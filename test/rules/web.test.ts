import fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../src/errors.ts';
import { assetRoutes, FONT_PATH, ICON_PATH, publish, SCRIPT_PATH, STYLE_PATH } from '../../src/web/assets.ts';
import { clearCookie, comesSecurely, cookiesOf, privateCookiesOf, setCookie } from '../../src/web/cookies.ts';
import { Document, renderPage, sendRendered } from '../../src/web/document.tsx';
import { type Form, fieldOf, formBodies } from '../../src/web/formBody.ts';
import { chooseLanguage, LANGUAGE_NAMES } from '../../src/web/language.ts';
import { languageLink, languageRoute, localPath } from '../../src/web/languageRoute.ts';
import { securityTxtRoute } from '../../src/web/securityTxt.ts';
import { inLanguages, labelled, setIn } from '../../src/web/words.ts';

/** An app that answers an error with its code. */
function plainApp(): FastifyInstance {
  const app = fastify();
  app.setErrorHandler((error: ApiError, _request, reply) => reply.code(error.statusCode).send(error.code));
  return app;
}

describe('cookies', () => {
  const read = (cookie?: string) => Object.fromEntries(cookiesOf({ headers: { cookie } }));

  it('are read by their names; of two the first counts, and what is none is left out', () => {
    expect(read(' a=1; b = x=y ;c=;none; a=2')).toEqual({ a: '1', b: 'x=y', c: '' });
    expect(read()).toEqual({});
    expect(read('=x')).toEqual({ '': 'x' });
  });

  it('that are private count over HTTPS only if the browser guarded them', () => {
    const request = { headers: { cookie: 'session=forged; __Host-session=ours; x__Host-a=1' } };
    expect(Object.fromEntries(privateCookiesOf(request, true))).toEqual({ session: 'ours' });
    expect(privateCookiesOf(request, false).get('session')).toBe('forged');
  });

  it.each([
    [{ isSecure: false }, 'name=value; Path=/app; HttpOnly; SameSite=Lax'],
    [{ isSecure: true }, 'name=value; Path=/app; HttpOnly; SameSite=Lax; Secure'],
    [{ isSecure: false, isPrivate: true }, 'name=value; Path=/app; HttpOnly; SameSite=Lax'],
    [{ isSecure: true, isPrivate: true }, '__Host-name=value; Path=/; HttpOnly; SameSite=Lax; Secure'],
    [{ isSecure: false, maxAgeSeconds: 60 }, 'name=value; Path=/app; HttpOnly; SameSite=Lax; Max-Age=60'],
  ])('are set with what they need: %o', (options, expected) => {
    const headers: unknown[][] = [];
    const reply = { header: (...header: unknown[]) => void headers.push(header) } as never;
    setCookie(reply, 'name', 'value', { path: '/app', ...options });
    clearCookie(reply, 'name', { path: '/app', isSecure: false });
    expect(headers).toEqual([
      ['set-cookie', expected],
      ['set-cookie', 'name=; Path=/app; HttpOnly; SameSite=Lax; Max-Age=0'],
    ]);
  });

  it.each([
    ['https', 'http://a.example', true],
    ['http', 'https://a.example', true],
    ['http', 'http://https.example', false],
  ])('come securely by %s, at %s: %s', (protocol, publicUrl, expected) => {
    expect(comesSecurely({ protocol }, publicUrl)).toBe(expected);
  });
});

describe('a form', () => {
  async function submit(payload: string, type = 'application/x-www-form-urlencoded') {
    const app = plainApp();
    formBodies(app);
    app.post('/', async ({ body }) => ({ fields: [...(body as Form)], first: fieldOf(body as Form, 'a') }));
    const { body } = await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } });
    return body.startsWith('{') ? JSON.parse(body) : body;
  }
  const fieldsOf = async (payload: string) => (await submit(payload)).fields;

  it('has the values of each field in order', async () => {
    expect(await fieldsOf('a=1&b=x+y%26%C3%A9&a=2&c&=d&e=f=g')).toEqual([
      ['a', ['1', '2']],
      ['b', ['x y&é']],
      ['c', ['']],
      ['', ['d']],
      ['e', ['f=g']],
    ]);
    expect((await submit('a=1&a=2')).first).toBe('1');
    expect(await submit('b=1')).toEqual({ fields: [['b', ['1']]], first: '' });
  });

  it('may have five hundred fields', async () => {
    const fields = Array.from({ length: 501 }, (_, index) => `f${index}=1`);
    expect((await fieldsOf(fields.slice(1).join('&'))).length).toBe(500);
    expect(await submit(fields.join('&'))).toBe('VALIDATION_FAILED');
  });

  it.each(['a=%FF', '%FF=a', 'a=%00', 'a=%'])('with text that cannot be stored is refused: %s', async (payload) => {
    expect(await submit(payload)).toBe('VALIDATION_FAILED');
  });

  it('is the only body', async () => {
    expect(await submit('{}', 'application/json')).toBe('FST_ERR_CTP_INVALID_MEDIA_TYPE');
  });
});

describe('the language', () => {
  it.each([
    ['fr', 'en', 'fr'],
    [undefined, 'tlh, fr;q=0.9, en;q=0.8', 'fr'],
    [undefined, 'tlh', 'en'],
    ['tlh', 'fr', 'fr'],
    [undefined, undefined, 'en'],
    [undefined, `${' '.repeat(400)}fr`, 'fr'],
    [undefined, `${' '.repeat(600)}fr`, 'en'],
    [undefined, `${','.repeat(16_000)}fr`, 'en'],
  ] as const)('chosen as %s, with a browser that prefers %s, is %s', (chosen, accepted, language) => {
    expect(chooseLanguage(chosen, accepted)).toBe(language);
  });

  async function follow(path: string, publicUrl = 'https://a.example') {
    const app = plainApp();
    languageRoute(app, () => publicUrl);
    const { statusCode, headers, body } = await app.inject(path);
    return { status: statusCode, headers, body };
  }

  it('is stored for a year by a link that leads back to the page', async () => {
    expect(languageLink('fr', '/app?a=1')).toBe('/language/fr?to=%2Fapp%3Fa%3D1');
    const { status, headers } = await follow(languageLink('fr', '/app?a=1'));
    expect([status, headers.location, headers['cache-control'], headers['set-cookie']]).toEqual([
      ...[303, '/app?a=1', 'no-store', 'language=fr; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=31536000'],
    ]);
    expect((await follow('/language/en', 'http://a.example')).headers['set-cookie']).not.toContain('Secure');
    expect((await follow('/language/en')).headers.location).toBe('/app');
  });

  it('that does not exist has no link', async () => {
    expect((await follow('/language/tlh')).body).toBe('NOT_FOUND');
  });

  it.each(['/', '/app', '/app/trips?page=2&a=%2F', `/${'a'.repeat(1_999)}`])('leads back to %s', (path) => {
    expect(localPath(path)).toBe(path);
  });

  it.each([
    ...['//evil.example', '/\\evil.example', 'https://evil.example', 'app', '', '/a b', '/a\nb', '/a\\b', '/é'],
    `/${'a'.repeat(2_000)}`,
    7,
    undefined,
  ])('leads to no other host, and to nothing unusual: %s', (target) => {
    expect(localPath(target)).toBeUndefined();
  });

  it('has its name in itself', () => {
    expect(LANGUAGE_NAMES).toEqual({ en: 'English', fr: 'Français' });
  });
});

describe('French text', () => {
  it.each([
    ['Prix : 12 € ?', 'Prix\u00a0: 12\u00a0€\u00a0?'],
    ['« oui » ; non !', '«\u00a0oui\u00a0»\u00a0; non\u00a0!'],
    ['à 10 %.', 'à 10\u00a0%.'],
    ['a ?b', 'a ?b'],
  ])('is set without a sign at the beginning of a line: %s', (text, expected) => {
    const { en, fr } = inLanguages({ text, fill: (gap: string) => gap }, { text, fill: (gap) => gap });
    expect([fr.text, fr.fill(text), setIn('fr', text)]).toEqual([expected, expected, expected]);
    expect([en.text, setIn('en', text)]).toEqual([text, text]);
  });

  it('has a no-break space before the colon after a label, and English none', () => {
    expect([labelled('Prix', '12 : 3', 'fr'), labelled('Price', '12', 'en')]).toEqual([
      'Prix\u00a0: 12 : 3',
      'Price: 12',
    ]);
  });

  it('does not break the word e-mail, unless it stands alone', () => {
    const { fr } = inLanguages({ a: '', b: '' }, { a: 'Par e-mail, d’e-mail', b: 'e-mail' });
    expect([fr.a, fr.b]).toEqual(['Par e-\u2060mail, d’e-\u2060mail', 'e-mail']);
  });
});

describe('security.txt', () => {
  async function fetchIt(securityContact: string | undefined) {
    const app = plainApp();
    const clock = () => new Date('2027-03-01T08:00:00Z');
    securityTxtRoute(app, { clock, publicUrl: () => 'https://a.example', securityContact });
    return app.inject('/.well-known/security.txt');
  }

  it('is there if there is a contact', async () => {
    const { headers, body } = await fetchIt('mailto:security@example.com');
    expect([headers['content-type'], body]).toEqual([
      'text/plain; charset=utf-8',
      'Contact: mailto:security@example.com\nExpires: 2027-08-28T08:00:00.000Z\nPreferred-Languages: en, fr\n' +
        'Canonical: https://a.example/.well-known/security.txt\n',
    ]);
    expect((await fetchIt(undefined)).body).toBe('NOT_FOUND');
  });
});

describe('assets', () => {
  const app = plainApp();
  app.decorateRequest('compression', 'cheap');
  const compressions: string[] = [];
  app.addHook('onSend', async (request, _reply, payload) => {
    compressions.push(request.compression);
    return payload;
  });
  assetRoutes(app);

  it.each([
    [STYLE_PATH, 'text/css; charset=utf-8', 'kept', '@font-face'],
    [SCRIPT_PATH, 'text/javascript; charset=utf-8', 'kept', 'addEventListener'],
    [ICON_PATH, 'image/svg+xml', 'kept', '<svg'],
    [FONT_PATH, 'font/woff2', 'never', 'wOF2'],
    [publish('a.json', '{}'), 'application/json; charset=utf-8', 'kept', '{}'],
  ])('may be kept for ever: %s', async (path, type, compression, part) => {
    const { headers, body } = await app.inject(path);
    expect(headers['content-type']).toBe(type);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(compressions.at(-1)).toBe(compression);
    expect(body).toContain(part);
  });

  it('of another release are sent as they are here, and not kept', async () => {
    const { headers } = await app.inject('/assets/0123456789abcdef/page.js');
    expect(headers['cache-control']).toBe('no-store');
    expect((await app.inject('/assets/0123456789abcdef/nothing.js')).body).toBe('NOT_FOUND');
  });

  it('have the stylesheets in the order of their names, and paths of fonts that exist', async () => {
    const { body } = await app.inject(STYLE_PATH);
    const fonts = [...body.matchAll(/url\((\/assets\/[^)]+)\)/g)].map(([, path = '']) => path);
    expect(fonts.length).toBeGreaterThan(1);
    for (const path of fonts) expect((await app.inject(path)).statusCode).toBe(200);
    expect(body).not.toContain('./files/');
  });
});

describe('a page', () => {
  it('has its language and title, and is dense if one works in it', () => {
    const page = (isApp: boolean) =>
      renderPage(Document({ language: 'fr', title: 'Courses', isApp, children: 'content' }) as never);
    expect(page(true)).toMatch(/^<!doctype html><html lang="fr">.*<title>Courses · Trip Booking<\/title>/);
    expect(page(true)).toContain('<body class="app">content</body>');
    expect(page(false)).toContain('<body>content</body>');
    for (const path of [FONT_PATH, ICON_PATH, SCRIPT_PATH, STYLE_PATH]) expect(page(false)).toContain(`"${path}"`);
  });

  it('lets nothing in from elsewhere', async () => {
    const app = fastify();
    app.get('/', (_request, reply) => sendRendered(reply, 'page'));
    const { headers } = await app.inject('/');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      vary: 'accept-language, cookie',
    });
  });
});
