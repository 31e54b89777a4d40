import type { FastifyRequest } from 'fastify';
import { sessionOf } from './page.ts';

/** What members do that others may want to look up later. */
export type Action =
  | 'MEMBER_INVITED'
  | 'INVITATION_WITHDRAWN'
  | 'MEMBER_ROLE_CHANGED'
  | 'MEMBER_REMOVED'
  | 'KEY_ISSUED'
  | 'KEY_ROTATED'
  | 'KEY_REVOKED'
  | 'ACCOUNT_RENAMED'
  | 'EMAIL_CHANGED'
  | 'PASSWORD_CHANGED'
  | 'TOTP_SWITCHED_ON'
  | 'TOTP_SWITCHED_OFF'
  | 'RECOVERY_CODES_RENEWED'
  | 'SESSION_ENDED';

/** Every such action passes here, with the identifiers of what it concerned: no names and no addresses. */
export function noteAction(request: FastifyRequest, action: Action, subject: Record<string, string> = {}): void {
  const { accountId, memberId } = sessionOf(request).member;
  request.log.info({ requestId: request.id, accountId, memberId, action, ...subject }, 'member action');
}
