import { type IssuedInvitation, invitationUrl, invite } from '../accounts/invitations.ts';
import { findMemberByEmail, listMembers, type Member } from '../accounts/memberStore.ts';
import { removeMember } from '../accounts/members.ts';
import { clearTotp } from '../accounts/totpStore.ts';
import { noteByOperator } from '../audit/audit.ts';
import { MEMBER_BOUNDS, MEMBER_ROLES } from '../contract/values.ts';
import type { Database } from '../database/connection.ts';
import { OperatorFault } from '../fault.ts';
import { publicUrlOf, type Settings } from '../start/settings.ts';
import type { Command, Context, Given } from './command.ts';
import { accountOption, givenAccount, listOfAccount } from './givenAccount.ts';
import { parseMemberRole, parseName, parseSignInAddress } from './values.ts';

const list = listOfAccount('members list', 'who can sign in to an account', listMembers, (member) =>
  memberView(member),
);

const emailOption = { email: { value: 'EMAIL', help: 'the address to sign in with', isRequired: true } };

const inviteMember: Command = {
  words: 'members invite',
  help: 'print an invitation link; for an existing member, a link to reset the password',
  options: {
    ...accountOption,
    ...emailOption,
    name: { value: 'NAME', help: 'the name of a new member' },
    role: { value: 'ROLE', help: `the role of a new member: ${MEMBER_ROLES.join(', ')} (default VIEWER)` },
  },
  async run(given, context) {
    const { database, clock, settings } = context;
    const { accountId } = await givenAccount(given, context);
    const email = givenAddress(given);
    const member = await expectFree(database, email, accountId);
    const name = given.text('name');
    const invited = {
      accountId,
      memberId: member?.memberId ?? null,
      email,
      name: name === undefined ? '' : parseName(name, 'name', MEMBER_BOUNDS.name.max),
      role: member?.role ?? parseMemberRole(given.text('role') ?? 'VIEWER'),
    };
    const invitation = await database.transaction(async (client) => {
      await noteByOperator(accountId)(client, 'MEMBER_INVITED', { email, role: invited.role });
      return invite(client, clock, invited);
    });
    const { role, expiresAt } = invitation;
    return { accountId, email, role, invitationUrl: urlOf(settings, invitation), expiresAt };
  },
};

const remove: Command = {
  words: 'members remove',
  help: 'remove a member and end all of their sessions',
  options: { ...accountOption, ...emailOption },
  async run(given, context) {
    const member = await givenMember(given, context);
    const verdict = await removeMember(context.database, member, noteByOperator(member.accountId));
    if (verdict === 'last_owner')
      throw new OperatorFault(`${member.email} is the last owner of the account: invite another owner first`);
    return memberView(member);
  },
};

const resetTotp: Command = {
  words: 'members reset-totp',
  help: 'switch off two-step verification for a member who has lost both phone and recovery codes',
  options: { ...accountOption, ...emailOption },
  async run(given, context) {
    const member = await givenMember(given, context);
    await context.database.transaction(async (client) => {
      await clearTotp(client, member);
      await noteByOperator(member.accountId)(client, 'TOTP_SWITCHED_OFF', { email: member.email });
    });
    return memberView({ ...member, hasTotp: false });
  },
};

const givenAddress = (given: Given): string => parseSignInAddress(given.required('email')) as string;

async function givenMember(given: Given, context: Context): Promise<Member> {
  const { accountId } = await givenAccount(given, context);
  const email = givenAddress(given);
  const member = await findMemberByEmail(context.database, email);
  if (member?.accountId !== accountId) throw new OperatorFault(`account ${accountId} has no member ${email}`);
  return member;
}

/** One e-mail address signs in to one account. Returns the account's own member with this address. */
export async function expectFree(database: Database, email: string, accountId?: string): Promise<Member | undefined> {
  const member = await findMemberByEmail(database, email);
  if (member && member.accountId !== accountId)
    throw new OperatorFault(`${email} already signs in to account ${member.accountId}`);
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
});

export const memberCommands = [list, inviteMember, remove, resetTotp];
