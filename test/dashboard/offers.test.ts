import { describe, expect, it } from 'vitest';
import { type DashboardRoute, dashboardRoutes, routeOf } from '../../reliability/support/dashboardRoutes.ts';
import { linksIn } from '../../reliability/support/pages.ts';
import { mayRole } from '../../src/accounts/permissions.ts';
import { MEMBER_ROLES, type MemberRole } from '../../src/contract/values.ts';
import { dashboard } from '../../src/dashboard/dashboard.ts';
import { formsOf, newMember, ownerOf, type Visitor } from '../support/browserClient.ts';
import { furnishTour } from '../support/dashboardTour.ts';
import { indexAll } from '../support/search.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const routes = await dashboardRoutes(dashboard, { database: service.database, sendsMail: true });
const tour = await furnishTour(service);
const contractor = await ownerOf(service, tour.account);
const driver = await ownerOf(service, tour.driver);
await indexAll(service);

/** What a page offers: the routes of its links and forms. */
const offersIn = (html: string) => [
  ...linksIn(html).map((path) => ({ path, route: routeOf(routes, 'GET', path) })),
  ...formsOf(html).map(({ action }) => ({ path: action, route: routeOf(routes, 'POST', action) })),
];

/** Visits pages, and then one page of every route that is linked on them. */
async function* pagesFor(member: Visitor, paths: readonly string[]) {
  const waiting = [...new Set(paths)];
  const seen = new Set<string>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { status, headers, html } = await member.get(path);
    if (!headers.get('content-type')?.startsWith('text/html')) continue;
    yield { path, status, html };
    for (const link of linksIn(html)) {
      const url = routeOf(routes, 'GET', link)?.url ?? link;
      if (seen.has(url)) continue;
      seen.add(url);
      waiting.push(link);
    }
  }
}

const TEAMS = [
  ['a contractor', contractor, tour.stops.map(({ path }) => path)],
  ['a driver', driver, tour.driversStops.map(({ path }) => path)],
] as const;

const may = (role: MemberRole, route: DashboardRoute | undefined) =>
  route?.permission !== undefined && mayRole(role, route.permission);

describe.each(TEAMS)('what the pages of %s offer', (_, owner, paths) => {
  it.each(MEMBER_ROLES)('is what the role may do, and is there: %s', async (role) => {
    const member = role === 'OWNER' ? owner : await newMember(service, owner, { role });
    const visited = new Set<string>();
    const forbidden: string[] = [];
    for await (const { path, status, html } of pagesFor(member, paths)) {
      const route = routeOf(routes, 'GET', path);
      if (route) expect([path, status === 403]).toEqual([path, !may(role, route)]);
      visited.add(route?.url ?? path);
      const refused = offersIn(html).filter((offer) => !may(role, offer.route));
      forbidden.push(...refused.map((offer) => `${path} offers ${offer.path}`));
    }
    expect(forbidden).toEqual([]);
    expect(visited.size).toBeGreaterThan(20);
  });
});
