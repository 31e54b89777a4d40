import type { FastifyRequest } from 'fastify';
import { listInvitedDrivers } from '../../accounts/driverAgreementStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { sessionOf } from '../page.ts';

/** Somebody who drives for the account, or who once did. */
export interface OwnDriver {
  executorId: string;
  name: string;
  isFormer: boolean;
}

/** First those who drive for it now. Undefined for an account that drives its trips itself. */
export async function readDrivers(database: Queryable, request: FastifyRequest): Promise<OwnDriver[] | undefined> {
  const { accountId, role } = sessionOf(request).account;
  if (role !== 'CONTRACTOR') return undefined;
  const drivers = new Map<string, OwnDriver>();
  // One who agreed at two addresses is listed once.
  for (const { executorId, driverId, name } of await listInvitedDrivers(database, accountId))
    if (executorId !== null && !drivers.has(executorId))
      drivers.set(executorId, { executorId, name: name ?? '', isFormer: driverId === null });
  return [...drivers.values()];
}
