import type { FastifyRequest } from 'fastify';
import type { OwnMember } from '../accounts/memberStore.ts';
import { type Note, noteFor } from '../audit/audit.ts';
import { sessionOf } from './page.ts';

/** Records actions of the signed-in member in the audit log. */
export function noteOf(request: FastifyRequest): Note {
  const { accountId, memberId, email } = sessionOf(request).member;
  return noteByMember(request, { accountId, memberId, email });
}

/** The same for a member who is about to be signed in. */
export const noteByMember = ({ ip }: FastifyRequest, member: OwnMember & { email: string }): Note =>
  noteFor(member.accountId, { kind: 'MEMBER', id: member.memberId, name: member.email, address: ip });

/** The same for somebody who has not signed in. */
export const noteByStranger = ({ ip }: FastifyRequest, accountId: string): Note =>
  noteFor(accountId, { kind: 'STRANGER', address: ip });
