import type { FastifyRequest } from 'fastify';
import { Card } from '../web/components/notice.tsx';
import { comesSecurely, privateCookiesOf } from '../web/cookies.ts';
import type { ErrorFrame } from '../web/errorPage.tsx';
import { Layout } from './components/layout.tsx';
import type { DashboardDependencies } from './dependencies.ts';
import { ownersPageFor } from './page.ts';
import { beginVisit, SESSION_COOKIE } from './visit.ts';

/** Signed-in members see errors with the navigation. */
export const errorFrame =
  (dependencies: DashboardDependencies): ErrorFrame =>
  async (request, reply, { title, statusCode, content }) => {
    // Unknown paths are refused before the session is read.
    if (request.visit === null && statusCode === 404 && hasSessionCookie(request, dependencies))
      request.visit = await beginVisit(request, reply, dependencies).catch(() => null);
    if (!request.visit?.session) return undefined;
    return (
      <Layout page={ownersPageFor(request, reply)} title={title}>
        <Card>{content}</Card>
      </Layout>
    );
  };

const hasSessionCookie = (request: FastifyRequest, { publicUrl }: DashboardDependencies) =>
  privateCookiesOf(request, comesSecurely(request, publicUrl())).has(SESSION_COOKIE);
