import { createHash } from 'node:crypto';
import {
  endInvitations,
  insertInvitation,
  listInvitations,
  withdrawInvitation,
} from '../../src/accounts/invitationStore.ts';
import { forgetBrowsers, isKnownBrowser, rememberBrowser } from '../../src/accounts/knownBrowserStore.ts';
import {
  deleteMember,
  findMember,
  insertMember,
  listMembers,
  lockMembers,
  updateMember,
} from '../../src/accounts/memberStore.ts';
import {
  clearSessions,
  confirmSession,
  endAllSessions,
  endOtherSessions,
  endSession,
  insertSession,
  listSessions,
  touchSession,
} from '../../src/accounts/sessionStore.ts';
import {
  clearTotp,
  countRecoveryCodes,
  findTotpSecret,
  replaceRecoveryCodes,
  saveTotpSecret,
  useRecoveryCode,
  useTotpStep,
} from '../../src/accounts/totpStore.ts';
import type { Queryable } from '../../src/database/connection.ts';
import { newId } from '../../src/identifiers.ts';
import { deleteMail, insertMail, postponeMail } from '../../src/mail/mailStore.ts';
import { rowsOfAccount } from '../support/accountRows.ts';
import type { Scoped, Trial } from './statements.ts';

const NOW = new Date('2027-03-01T08:00:00.000Z');
const LATER = new Date('2027-03-02T08:00:00.000Z');
const ALIVE = { seenAfter: new Date(0), createdAfter: new Date(0) };

const hashOf = (accountId: string, what: string) => createHash('sha256').update(`${accountId} ${what}`).digest();
const emailOf = (accountId: string) => `owner-${accountId}@example.com`;
/** In these tests, a member, a session and an invitation have the identifier of their account. */
const idOf = (accountId: string) => accountId;

const memberOf = (accountId: string) => ({
  accountId,
  memberId: idOf(accountId),
  email: emailOf(accountId),
  name: `Owner of ${accountId}`,
  role: 'OWNER' as const,
  language: 'en' as const,
  passwordHash: `hash of ${accountId}`,
  createdAt: NOW,
});

const invitationOf = (accountId: string, what: string) => ({
  accountId,
  invitationId: idOf(accountId),
  memberId: null,
  tokenSha256: hashOf(accountId, what),
  email: `invited-${accountId}@example.com`,
  name: '',
  role: 'VIEWER' as const,
  createdAt: NOW,
  expiresAt: LATER,
});

const mailOf = (accountId: string, mailId: string) => ({
  accountId,
  mailId,
  kind: 'NOTICE',
  recipient: emailOf(accountId),
  subject: '',
  body: '',
  expiresAt: LATER,
});

/** An owner who is signed in and has invited somebody. */
export async function makeOwner(database: Queryable, accountId: string): Promise<void> {
  const member = memberOf(accountId);
  await insertMember(database, member);
  await insertSession(database, {
    ...member,
    sessionId: idOf(accountId),
    tokenSha256: hashOf(accountId, 'session'),
    pendingUntil: null,
    userAgent: '',
    address: '192.0.2.1',
  });
  await rememberBrowser(database, member, hashOf(accountId, 'browser'), NOW);
  await insertInvitation(database, invitationOf(accountId, 'invitation'));
  await insertMail(database, mailOf(accountId, idOf(accountId)), NOW);
  await saveTotpSecret(database, member, `secret of ${accountId}`, 1);
  await replaceRecoveryCodes(database, member, [hashOf(accountId, 'recovery')]);
}

export const makeViewer = (database: Queryable, accountId: string, email: string): Promise<void> =>
  insertMember(database, { ...memberOf(accountId), memberId: newId(), email, role: 'VIEWER' });

/** Whether the statement changed anything of the owner's table: no for a stranger, yes for the owner. */
export const changing = (table: string, run: (trial: Trial) => Promise<unknown>): Scoped => ({
  async run(trial) {
    const rows = async () => JSON.stringify((await rowsOfAccount(trial.database, trial.owner.accountId))[table]);
    const before = await rows();
    await run(trial);
    return (await rows()) !== before;
  },
  foreign: false,
});

/** The owner's member and session, asked for by whoever tries it. */
const ofOwner = ({ accountId, owner }: Trial) => ({
  accountId,
  memberId: idOf(owner.accountId),
  sessionId: idOf(owner.accountId),
});

export const SIGN_IN_STATEMENTS: Record<string, Scoped> = {
  findMember: { run: (trial) => findMember(trial.database, ofOwner(trial)), foreign: undefined },
  listMembers: { run: ({ database, accountId }) => listMembers(database, accountId) },
  lockMembers: { run: ({ database, accountId }) => lockMembers(database, accountId) },
  insertMember: changing('members', ({ database, accountId }) =>
    insertMember(database, { ...memberOf(accountId), memberId: 'f'.repeat(24), email: `new-${accountId}@example.com` }),
  ),
  updateMember: changing('members', (trial) => updateMember(trial.database, ofOwner(trial), { name: 'x' }, LATER)),
  deleteMember: changing('members', (trial) => deleteMember(trial.database, ofOwner(trial))),
  insertInvitation: changing('member_invitations', ({ database, accountId }) =>
    insertInvitation(database, { ...invitationOf(accountId, 'another'), invitationId: 'f'.repeat(24) }),
  ),
  endInvitations: changing('member_invitations', ({ database, accountId, owner }) =>
    endInvitations(database, { accountId, memberId: null, email: `invited-${owner.accountId}@example.com` }, NOW),
  ),
  listInvitations: { run: ({ database, accountId }) => listInvitations(database, accountId, NOW) },
  withdrawInvitation: {
    run: ({ database, accountId, owner }) => withdrawInvitation(database, accountId, idOf(owner.accountId), NOW),
    foreign: undefined,
  },
  insertSession: {
    run: (trial) =>
      insertSession(trial.database, {
        ...ofOwner(trial),
        tokenSha256: hashOf(trial.owner.accountId, 'session'),
        createdAt: NOW,
        pendingUntil: null,
        userAgent: '',
        address: '',
      }),
    foreign: { refused: '23505' },
    sameForOwner: 'a session is nobody’s twice',
  },
  touchSession: changing('member_sessions', (trial) =>
    touchSession(trial.database, ofOwner(trial), '192.0.2.9', LATER),
  ),
  confirmSession: changing('member_sessions', (trial) => confirmSession(trial.database, ofOwner(trial), LATER)),
  listSessions: { run: (trial) => listSessions(trial.database, ofOwner(trial), ALIVE), foreign: [] },
  endOtherSessions: changing('member_sessions', (trial) =>
    endOtherSessions(trial.database, { ...ofOwner(trial), sessionId: 'f'.repeat(24) }),
  ),
  endSession: changing('member_sessions', (trial) => endSession(trial.database, ofOwner(trial))),
  endAllSessions: changing('member_sessions', (trial) => endAllSessions(trial.database, ofOwner(trial))),
  clearSessions: changing('member_sessions', (trial) =>
    clearSessions(trial.database, ofOwner(trial), { seenAfter: LATER, createdAfter: LATER }),
  ),
  rememberBrowser: {
    run: (trial) => rememberBrowser(trial.database, ofOwner(trial), hashOf(trial.accountId, 'another browser'), NOW),
    foreign: { refused: '23503' },
  },
  isKnownBrowser: {
    run: (trial) => isKnownBrowser(trial.database, ofOwner(trial), hashOf(trial.owner.accountId, 'browser')),
    foreign: false,
  },
  findTotpSecret: { run: (trial) => findTotpSecret(trial.database, ofOwner(trial)), foreign: undefined },
  saveTotpSecret: changing('members', (trial) => saveTotpSecret(trial.database, ofOwner(trial), 'another', 2)),
  clearTotp: changing('member_recovery_codes', (trial) => clearTotp(trial.database, ofOwner(trial))),
  useTotpStep: { run: (trial) => useTotpStep(trial.database, ofOwner(trial), 5), foreign: false },
  replaceRecoveryCodes: {
    run: (trial) => replaceRecoveryCodes(trial.database, ofOwner(trial), [hashOf(trial.accountId, 'another')]),
    foreign: { refused: '23503' },
  },
  useRecoveryCode: {
    run: (trial) => useRecoveryCode(trial.database, ofOwner(trial), hashOf(trial.owner.accountId, 'recovery')),
    foreign: false,
  },
  countRecoveryCodes: { run: (trial) => countRecoveryCodes(trial.database, ofOwner(trial)), foreign: 0 },
  insertMail: changing('mails', ({ database, accountId }) =>
    insertMail(database, mailOf(accountId, 'f'.repeat(24)), NOW),
  ),
  postponeMail: changing('mails', ({ database, accountId, owner }) =>
    postponeMail(database, { accountId, mailId: idOf(owner.accountId) }, LATER),
  ),
  deleteMail: changing('mails', ({ database, accountId, owner }) =>
    deleteMail(database, { accountId, mailId: idOf(owner.accountId) }),
  ),
  forgetBrowsers: changing('member_browsers', (trial) => forgetBrowsers(trial.database, ofOwner(trial))),
};
