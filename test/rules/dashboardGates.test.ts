import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { KnownSession } from '../../src/accounts/sessionStore.ts';
import { accountIdOf, ownersGate, ownersPageFor, pageFor, roleGate, sessionOf } from '../../src/dashboard/page.ts';
import { allow, allowSensitive, permissionGate } from '../../src/dashboard/permissionGate.tsx';
import { formTokenOf, type Visit } from '../../src/dashboard/visit.ts';
import { ApiError } from '../../src/errors.ts';

const session = (role: 'OWNER' | 'DISPATCHER' | 'VIEWER') =>
  ({ account: { accountId: 'acc-1', role: 'DRIVER', legalName: 'Ada' }, member: { role } }) as unknown as KnownSession;

const visitBy = (known: KnownSession | undefined): Visit => ({
  language: 'en',
  cookies: new Map(),
  cookieOptions: { path: '/app', isSecure: false, isPrivate: true },
  secret: 'secret-of-this-browser',
  session: known,
});

/** Routes behind gates, visited by a member who is signed in, or by nobody. */
async function appFor(known: KnownSession | undefined, register: (app: FastifyInstance) => void) {
  const app = Fastify();
  app.decorateRequest('visit', null);
  app.decorateRequest('errorCode', '');
  app.addHook('onRequest', async (request) => {
    request.visit = visitBy(known);
  });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ApiError ? 404 : 500).send((error as Error).message),
  );
  register(app);
  await app.ready();
  return app;
}

describe('the gate of the pages for members', () => {
  const visit = async (known: KnownSession | undefined, method: 'GET' | 'POST', url: string) => {
    const app = await appFor(known, (app) => {
      ownersGate(app);
      app.all('/app', async () => 'home');
      app.all('/app/trips', async () => 'trips');
    });
    const { statusCode, headers, body } = await app.inject({ method, url });
    return [statusCode, headers.location ?? body];
  };

  it('opens them to every member who is signed in', async () => {
    expect(await visit(session('VIEWER'), 'GET', '/app/trips?page=2')).toEqual([200, 'trips']);
  });

  it('asks everybody else to sign in, and leads back to the page with its query', async () => {
    expect(await visit(undefined, 'GET', '/app/trips?page=2')).toEqual([
      303,
      '/app/sign-in?to=%2Fapp%2Ftrips%3Fpage%3D2',
    ]);
  });

  it('does not lead back to the first page, where the sign-in leads anyway, nor to a form', async () => {
    expect(await visit(undefined, 'GET', '/app')).toEqual([303, '/app/sign-in']);
    expect(await visit(undefined, 'POST', '/app/trips')).toEqual([303, '/app/sign-in']);
  });
});

describe('a page for accounts of one role', () => {
  it.each([
    ['DRIVER', 200],
    ['CONTRACTOR', 404],
  ] as const)('for %s is answered to a driver with %i', async (role, expected) => {
    const app = await appFor(session('OWNER'), (app) => {
      roleGate(app, role);
      app.get('/app/x', async () => 'x');
    });
    expect((await app.inject('/app/x')).statusCode).toBe(expected);
  });
});

describe('what a page knows', () => {
  it('is the account, the member’s permissions, its own address and the token of its forms', async () => {
    const app = await appFor(session('DISPATCHER'), (app) => {
      app.get('/app/x', async (request, reply) => {
        const { may, ...page } = ownersPageFor(request, reply);
        return { page, trips: may('TRIPS'), keys: may('KEYS'), account: accountIdOf(request) };
      });
    });
    expect((await app.inject('/app/x?page=2')).json()).toEqual({
      page: {
        language: 'en',
        path: '/app/x?page=2',
        formToken: formTokenOf(visitBy(undefined)),
        session: session('DISPATCHER'),
      },
      trips: true,
      keys: false,
      account: 'acc-1',
    });
  });

  it('is no account where nobody is signed in', async () => {
    const app = await appFor(undefined, (app) => {
      app.get('/app/public', async (request, reply) => pageFor(request, reply).path);
      app.get('/app/private', async (request) => sessionOf(request));
    });
    expect((await app.inject('/app/public')).body).toBe('/app/public');
    const { statusCode, body } = await app.inject('/app/private');
    expect([statusCode, body]).toEqual([500, 'this route is not behind the sign-in']);
  });
});

describe('the gate of permissions', () => {
  const codes: string[] = [];
  const gated = (known: KnownSession, register: (app: FastifyInstance) => void) =>
    appFor(known, (app) => {
      permissionGate(app);
      app.addHook('onResponse', async (request) => void codes.push(request.errorCode));
      register(app);
    });

  it('opens a route to the roles that have its permission', async () => {
    const app = await gated(session('DISPATCHER'), (app) => app.get('/app/x', allow('TRIPS'), async () => 'x'));
    const { statusCode, body } = await app.inject('/app/x');
    expect([statusCode, body]).toEqual([200, 'x']);
  });

  it('refuses the others, on the page and in the log', async () => {
    const app = await gated(session('VIEWER'), (app) => app.get('/app/x', allow('TRIPS'), async () => 'x'));
    codes.length = 0;
    const { statusCode, body } = await app.inject('/app/x');
    expect([statusCode, codes]).toEqual([403, ['ROLE_REFUSED']]);
    expect(body).toContain('Owner or Dispatcher');
  });

  it('takes no route that does not say which permission it needs', async () => {
    for (const options of [{}, { config: {} }])
      await expect(gated(session('OWNER'), (app) => app.get('/app/x', options, async () => 'x'))).rejects.toThrow(
        'GET /app/x does not say which permission it needs',
      );
  });

  it('marks the routes for which the member must have entered the password a few minutes ago', () => {
    expect([allow('KEYS'), allowSensitive('KEYS')]).toEqual([
      { config: { permission: 'KEYS' } },
      { config: { permission: 'KEYS', isSensitive: true } },
    ]);
  });
});
