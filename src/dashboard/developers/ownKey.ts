import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.ts';
import { parseId } from '../../identifiers.ts';
import { keyState } from '../../keys/apiKey.ts';
import { type KeyRecord, listKeys, type OwnKey } from '../../keys/apiKeyStore.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf } from '../page.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { developersWords } from '../words/developers.ts';

export const DEVELOPERS_PATH = '/app/developers';
export const KEYS_PATH = `${DEVELOPERS_PATH}/keys`;

export type KeyRequest = FastifyRequest<{ Params: { keyId: string } }>;

export const ownKey = (request: KeyRequest): OwnKey => ({
  accountId: accountIdOf(request),
  keyId: parseId(request.params.keyId) ?? notFound(),
});

export function notFound(): never {
  throw new ApiError('NOT_FOUND');
}

/** Back to the keys, which say that this one has ended meanwhile. */
export const alreadyEnded = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  redirectWithNotice(request, reply, DEVELOPERS_PATH, {
    kind: 'bad',
    text: developersWords[visitOf(request).language].notActive,
  });

/** The account's key that a path names; undefined if it has ended. */
export async function findActiveKey(
  { database, clock }: Pick<DashboardDependencies, 'database' | 'clock'>,
  request: KeyRequest,
): Promise<KeyRecord | undefined> {
  const { accountId, keyId } = ownKey(request);
  const key = (await listKeys(database, accountId)).find((each) => each.keyId === keyId) ?? notFound();
  return keyState(key, clock()) === 'active' ? key : undefined;
}
