import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayRole, type Permission } from '../accounts/permissions.ts';
import { sendPage } from '../web/document.tsx';
import { Layout } from './components/layout.tsx';
import { rolesText } from './components/readOnly.tsx';
import { ownersPageFor, sessionOf } from './page.ts';
import { HOME } from './visit.ts';
import { membersWords } from './words/members.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a member needs for this route of the dashboard. */
    permission?: Permission;
    /** Whether the member must have entered the password a few minutes ago. */
    isSensitive?: boolean;
  }
}

/** A route's declaration of what it needs: `app.get(path, allow('VIEW'), …)`. */
export const allow = (permission: Permission) => ({ config: { permission } });

/** The same for routes that need a recent confirmation of who the member is: keys, members, sign-in settings. */
export const allowSensitive = (permission: Permission) => ({ config: { permission, isSensitive: true } });

/** Refuses what the member's role may not do, with a page that says who may. Every route must say what it needs. */
export function permissionGate(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.permission) throw new Error(`${String(method)} ${url} does not say which permission it needs`);
  });
  app.addHook('onRequest', async (request, reply) => {
    const { permission } = request.routeOptions.config;
    if (permission && !mayRole(sessionOf(request).member.role, permission)) return refuse(request, reply, permission);
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, permission: Permission): FastifyReply {
  request.errorCode = 'ROLE_REFUSED';
  const page = { ...ownersPageFor(request, reply), path: HOME };
  const words = membersWords[page.language];
  return sendPage(
    reply.code(403),
    <Layout page={page} title={words.notAllowed}>
      <p>{words.notAllowedText(words[page.session.member.role], rolesText(permission, page.language))}</p>
      <p>{words.askAnOwner}</p>
    </Layout>,
  );
}
