import { createHash } from 'node:crypto';
import { endInvitations, replaceInvitations } from '../../src/accounts/invitationStore.ts';
import { forgetBrowsers, isKnownBrowser, rememberBrowser } from '../../src/accounts/knownBrowserStore.ts';
import { changePassword, findOwner, saveOwner } from '../../src/accounts/ownerStore.ts';
import {
  clearSessions,
  countSessions,
  endAllSessions,
  endSession,
  insertSession,
  touchSession,
} from '../../src/accounts/sessionStore.ts';
import type { Queryable } from '../../src/database/connection.ts';
import { rowsOfAccount } from '../support/accountRows.ts';
import type { Scoped, Trial } from './statements.ts';

const NOW = new Date('2027-03-01T08:00:00.000Z');
const LATER = new Date('2027-03-02T08:00:00.000Z');
const ALIVE = { seenAfter: new Date(0), createdAfter: new Date(0) };

const hashOf = (accountId: string, what: string) => createHash('sha256').update(`${accountId} ${what}`).digest();
const emailOf = (accountId: string) => `owner-${accountId}@example.com`;

/** An owner who is signed in. */
export async function makeOwner(database: Queryable, accountId: string): Promise<void> {
  await saveOwner(database, { accountId, email: emailOf(accountId), passwordHash: `hash of ${accountId}` }, NOW);
  await insertSession(database, { tokenSha256: hashOf(accountId, 'session'), accountId, createdAt: NOW });
  await rememberBrowser(database, accountId, hashOf(accountId, 'browser'), NOW);
}

/** Whether the statement changed anything of the owner's table: no for a stranger, yes for the owner. */
export const changing = (table: string, run: (trial: Trial) => Promise<void>): Scoped => ({
  async run(trial) {
    const rows = async () => JSON.stringify((await rowsOfAccount(trial.database, trial.owner.accountId))[table]);
    const before = await rows();
    await run(trial);
    return (await rows()) !== before;
  },
  foreign: false,
});

const ofOwner = ({ owner }: Trial, what: string) => hashOf(owner.accountId, what);

export const SIGN_IN_STATEMENTS: Record<string, Scoped> = {
  findOwner: { run: ({ database, accountId }) => findOwner(database, accountId) },
  saveOwner: changing('owners', ({ database, accountId }) =>
    saveOwner(database, { accountId, email: `new-${accountId}@example.com`, passwordHash: 'x' }, LATER),
  ),
  changePassword: changing('owners', ({ database, accountId }) => changePassword(database, accountId, 'x', LATER)),
  replaceInvitations: changing('invitations', ({ database, accountId }) =>
    replaceInvitations(database, {
      accountId,
      email: emailOf(accountId),
      tokenSha256: hashOf(accountId, 'another invitation'),
      createdAt: NOW,
      expiresAt: LATER,
    }),
  ),
  endInvitations: changing('invitations', ({ database, accountId }) => endInvitations(database, accountId, NOW)),
  insertSession: {
    run: (trial) =>
      insertSession(trial.database, {
        tokenSha256: ofOwner(trial, 'session'),
        accountId: trial.accountId,
        createdAt: NOW,
      }),
    foreign: { refused: '23505' },
    sameForOwner: 'a session is nobody’s twice',
  },
  touchSession: changing('sessions', (trial) =>
    touchSession(trial.database, trial.accountId, ofOwner(trial, 'session'), LATER),
  ),
  countSessions: {
    run: ({ database, accountId }) => countSessions(database, accountId, ALIVE),
    foreign: 1,
    sameForOwner: 'each has one of their own',
  },
  endSession: changing('sessions', (trial) => endSession(trial.database, trial.accountId, ofOwner(trial, 'session'))),
  endAllSessions: changing('sessions', ({ database, accountId }) => endAllSessions(database, accountId)),
  clearSessions: changing('sessions', ({ database, accountId }) =>
    clearSessions(database, accountId, { seenAfter: LATER, createdAfter: LATER }),
  ),
  rememberBrowser: changing('known_browsers', ({ database, accountId }) =>
    rememberBrowser(database, accountId, hashOf(accountId, 'another browser'), NOW),
  ),
  isKnownBrowser: {
    run: (trial) => isKnownBrowser(trial.database, trial.accountId, ofOwner(trial, 'browser')),
    foreign: false,
  },
  forgetBrowsers: changing('known_browsers', ({ database, accountId }) => forgetBrowsers(database, accountId)),
};
