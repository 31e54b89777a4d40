import fastify, { type FastifyPluginAsync } from 'fastify';
import type { Permission } from '../../src/accounts/permissions.ts';
import type { DashboardDependencies } from '../../src/dashboard/dependencies.ts';

const METHODS = ['GET', 'POST'] as const;

export interface DashboardRoute {
  method: (typeof METHODS)[number];
  url: string;
  permission: Permission | undefined;
  /** Whether it asks for the password again. */
  isSensitive?: boolean;
}

/** Every route of the dashboard, with what a member needs for it. */
export async function dashboardRoutes(
  dashboard: (app: never, dependencies: DashboardDependencies) => Promise<void>,
  given: Pick<DashboardDependencies, 'database' | 'sendsMail'>,
): Promise<DashboardRoute[]> {
  const app = fastify();
  const routes: DashboardRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const { permission, isSensitive = false } = (config ?? {}) as { permission?: Permission; isSensitive?: boolean };
    for (const each of METHODS)
      if ([method].flat().includes(each)) routes.push({ method: each, url, permission, isSensitive });
  });
  // Handlers take most of what they need from their dependencies when they run, and none runs here.
  app.decorateRequest('compression', null as never);
  const options = { prefix: '/app', publicUrl: () => 'http://127.0.0.1', ...given };
  app.register(dashboard as unknown as FastifyPluginAsync, options as never);
  await app.ready();
  return routes.filter(({ url }) => url.startsWith('/app') && !url.endsWith('*'));
}

/** The route that a path leads to. Of `/trips/new` and `/trips/:id` it is the one without a parameter. */
export function routeOf(
  routes: readonly DashboardRoute[],
  method: DashboardRoute['method'],
  path: string,
): DashboardRoute | undefined {
  const { pathname } = new URL(path, 'http://127.0.0.1');
  const fitting = routes.filter(
    (route) => route.method === method && new RegExp(`^${route.url.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname),
  );
  return fitting.find(({ url }) => !url.includes(':')) ?? fitting[0];
}
