import { isInvitedToDrive } from '../accounts/driverAgreementStore.ts';
import { type Invitation, listInvitations, withdrawInvitation } from '../accounts/invitationStore.ts';
import { type IssuedInvitation, invitationUrl, invite } from '../accounts/invitations.ts';
import { findMemberByEmail, listMembers, type Member } from '../accounts/memberStore.ts';
import { removeAnyMember } from '../accounts/members.ts';
import { clearTotp } from '../accounts/totpStore.ts';
import { MEMBER_BOUNDS, MEMBER_ROLES } from '../contract/values.ts';
import type { Database } from '../database/connection.ts';
import { OperatorFault } from '../fault.ts';
import { publicUrlOf, type Settings } from '../start/settings.ts';
import type { Command, Context, Given } from './command.ts';
import { accountOption, accountsOption, givenAccount, rowsOfGiven } from './givenAccount.ts';
import { parseMemberRole, parseName, parseSignInAddress } from './values.ts';

const list: Command = {
  words: 'members list',
  help: 'who can sign in to an account, or to any, and who is invited and until when',
  options: accountsOption,
  async run(given, context) {
    const { database, clock } = context;
    return rowsOfGiven(given, context, async (accountId) => {
      const members = await listMembers(database, accountId);
      const invitations = await listInvitations(database, accountId, clock());
      return [...members.map(memberView), ...invitations.map(invitationView)];
    });
  },
};

const emailOption = { email: { value: 'EMAIL', help: 'the address to sign in with', isRequired: true } };

const inviteMember: Command = {
  words: 'members invite',
  help: 'print an invitation link; for an existing member, a link to reset the password',
  options: {
    ...accountOption,
    ...emailOption,
    name: { value: 'NAME', help: 'the name of a new member' },
    role: {
      value: 'ROLE',
      help: `the role of a new member: ${MEMBER_ROLES.join(', ')} (default: that of their open invitation, or VIEWER)`,
    },
  },
  async run(given, context) {
    const { database, clock, settings } = context;
    const { accountId } = await givenAccount(given, context);
    const email = givenAddress(given);
    const member = await expectFree(database, email, accountId);
    const earlier = await findInvitation(email, accountId, context);
    const [name, role] = [given.text('name'), given.text('role')];
    const invited = {
      accountId,
      memberId: member?.memberId ?? null,
      email,
      name: name === undefined ? (earlier?.name ?? '') : parseName(name, 'name', MEMBER_BOUNDS.name.max),
      role: member?.role ?? (role === undefined ? (earlier?.role ?? 'VIEWER') : parseMemberRole(role)),
    };
    const invitation = await database.transaction(async (client) => {
      await context.note(accountId)(client, 'MEMBER_INVITED', { email, role: invited.role });
      return invite(client, clock, invited);
    });
    if (earlier?.role === 'OWNER' && invited.role !== 'OWNER') await warnWithoutOwner(accountId, context);
    const { expiresAt } = invitation;
    return { accountId, email, role: invited.role, invitationUrl: urlOf(settings, invitation), expiresAt };
  },
};

const remove: Command = {
  words: 'members remove',
  help: 'remove a member and end all of their sessions, or withdraw an open invitation',
  options: { ...accountOption, ...emailOption },
  async run(given, context) {
    const { accountId } = await givenAccount(given, context);
    const member = await findMember(given, accountId, context);
    if (!member)
      return { ...invitationView(await withdraw(givenAddress(given), accountId, context)), state: 'WITHDRAWN' };
    const left = await removeAnyMember(context.database, member, context.note(accountId));
    if (!left.some(({ role }) => role === 'OWNER')) context.warn(withoutOwner(accountId));
    return { ...memberView(member), state: 'REMOVED' };
  },
};

const withoutOwner = (accountId: string) =>
  `account ${accountId} has no owner now: to invite one, run npm run -s trips -- accounts invite ${accountId} --email EMAIL`;

/** If nobody is, or is invited as, one. */
async function warnWithoutOwner(accountId: string, { database, clock, warn }: Context): Promise<void> {
  const members = await listMembers(database, accountId);
  const invitations = await listInvitations(database, accountId, clock());
  if (![...members, ...invitations].some(({ role }) => role === 'OWNER')) warn(withoutOwner(accountId));
}

const findInvitation = async (
  email: string,
  accountId: string,
  { database, clock }: Context,
): Promise<Invitation | undefined> =>
  (await listInvitations(database, accountId, clock())).find((each) => each.email === email);

async function withdraw(email: string, accountId: string, context: Context): Promise<Invitation> {
  const { database, clock, note } = context;
  const invitation = await findInvitation(email, accountId, context);
  if (!invitation) throw new OperatorFault(`account ${accountId} has no member and no open invitation ${email}`);
  await database.transaction(async (client) => {
    await withdrawInvitation(client, accountId, invitation.invitationId, clock());
    await note(accountId)(client, 'INVITATION_WITHDRAWN', { email });
  });
  return invitation;
}

const resetTotp: Command = {
  words: 'members reset-totp',
  help: 'switch off two-step verification for a member who has lost both phone and recovery codes',
  options: { ...accountOption, ...emailOption },
  async run(given, context) {
    const member = await givenMember(given, context);
    if (!member.hasTotp) throw new OperatorFault(`${member.email} has no two-step verification to switch off`);
    await context.database.transaction(async (client) => {
      await clearTotp(client, member);
      await context.note(member.accountId)(client, 'TOTP_SWITCHED_OFF', { email: member.email });
    });
    return memberView({ ...member, hasTotp: false });
  },
};

const givenAddress = (given: Given): string => parseSignInAddress(given.required('email')) as string;

async function givenMember(given: Given, context: Context): Promise<Member> {
  const { accountId } = await givenAccount(given, context);
  const member = await findMember(given, accountId, context);
  if (!member) throw new OperatorFault(`account ${accountId} has no member ${givenAddress(given)}`);
  return member;
}

async function findMember(given: Given, accountId: string, { database }: Context): Promise<Member | undefined> {
  const member = await findMemberByEmail(database, givenAddress(given));
  return member?.accountId === accountId ? member : undefined;
}

/** One e-mail address signs in to one account, so a driver cannot be a member too. Returns the account's own member with this address. */
export async function expectFree(database: Database, email: string, accountId?: string): Promise<Member | undefined> {
  const member = await findMemberByEmail(database, email);
  if (member && member.accountId !== accountId)
    throw new OperatorFault(`${email} already signs in to account ${member.accountId}`);
  if (accountId !== undefined && (await isInvitedToDrive(database, accountId, email)))
    throw new OperatorFault(
      `${email} is invited to drive for account ${accountId}: withdraw that in the dashboard first`,
    );
  return member;
}

export const urlOf = (settings: Settings, invitation: IssuedInvitation | undefined) =>
  invitation ? invitationUrl(publicUrlOf(settings), invitation) : null;

const memberView = ({ memberId, email, name, role, hasTotp, createdAt }: Member) => ({
  memberId,
  email,
  name,
  role,
  secondFactor: hasTotp,
  createdAt,
  invitedUntil: null,
});

const invitationView = ({ email, name, role, expiresAt }: Invitation) => ({
  memberId: null,
  email,
  name,
  role,
  secondFactor: false,
  createdAt: null,
  invitedUntil: expiresAt,
});

export const memberCommands = [list, inviteMember, remove, resetTotp];
