import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Permission } from '../accounts/permissions.ts';
import { ApiError } from '../errors.ts';
import { parseId } from '../identifiers.ts';
import { accountIdOf } from './page.ts';
import { allow } from './permissionGate.tsx';

type Parameters = { Params: { id: string } };
type Answer<Kept> = (request: FastifyRequest, reply: FastifyReply, kept?: Kept) => Promise<FastifyReply>;

interface RecordHandlers<Kept> {
  /** Must treat another account's record as missing. */
  find(accountId: string, id: string): Promise<Kept | undefined>;
  show: Answer<Kept>;
  take: Answer<Kept>;
  /** What a member needs to change a record; everybody may look at one. */
  permission: Permission;
  /** For records that can be retired and brought back. */
  retire?(request: FastifyRequest, reply: FastifyReply, kept: Kept, isRetired: boolean): Promise<FastifyReply>;
}

/** The form of a record, at its own path or at `new`; it is submitted to the same path. */
export function recordRoutes<Kept>(app: FastifyInstance, path: string, handlers: RecordHandlers<Kept>): void {
  const { find, show, take, permission, retire } = handlers;
  const keptFor = async (request: FastifyRequest<Parameters>): Promise<Kept> => {
    const id = parseId(request.params.id);
    const kept = id && (await find(accountIdOf(request), id));
    if (!kept) throw new ApiError('NOT_FOUND');
    return kept;
  };
  app.get(`${path}/new`, allow(permission), (request, reply) => show(request, reply));
  app.post(`${path}/new`, allow(permission), (request, reply) => take(request, reply));
  app.get<Parameters>(`${path}/:id`, allow('VIEW'), async (request, reply) =>
    show(request, reply, await keptFor(request)),
  );
  app.post<Parameters>(`${path}/:id`, allow(permission), async (request, reply) =>
    take(request, reply, await keptFor(request)),
  );
  if (!retire) return;
  app.post<Parameters>(`${path}/:id/retire`, allow(permission), async (request, reply) =>
    retire(request, reply, await keptFor(request), true),
  );
  app.post<Parameters>(`${path}/:id/restore`, allow(permission), async (request, reply) =>
    retire(request, reply, await keptFor(request), false),
  );
}
