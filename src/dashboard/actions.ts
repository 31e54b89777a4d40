import type { FastifyRequest } from 'fastify';
import type { OwnMember } from '../accounts/memberStore.ts';
import { type Note, noteFor } from '../audit/audit.ts';
import { sessionOf } from './page.ts';

/** For the audit log: what the signed-in member does. */
export function noteOf(request: FastifyRequest): Note {
  const { accountId, memberId, email } = sessionOf(request).member;
  return noteByMember(request, { accountId, memberId, email });
}

/** The same for somebody who is about to be signed in. */
export const noteByMember = ({ ip }: FastifyRequest, member: OwnMember & { email: string }): Note =>
  noteFor(member.accountId, { kind: 'MEMBER', id: member.memberId, name: member.email, address: ip });

/** What somebody tries who has not signed in. */
export const noteByStranger = ({ ip }: FastifyRequest, accountId: string): Note =>
  noteFor(accountId, { kind: 'STRANGER', address: ip });
