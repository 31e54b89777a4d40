import type { Note } from '../audit/audit.ts';
import type { MemberRole } from '../contract/values.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { endCalendarFeed, findCalendarFeed } from './calendarFeedStore.ts';
import { deleteMember, lockMembers, type OwnMember, updateMember } from './memberStore.ts';

export type MemberVerdict = 'done' | 'unknown' | 'last_owner';

type NamedMember = OwnMember & { email: string };

/** Members cannot take away the last owner of their account. */
export const changeRole = (
  database: Database,
  member: NamedMember,
  role: MemberRole,
  now: Date,
  note: Note,
): Promise<MemberVerdict> =>
  underLock(database, member, role === 'OWNER', async (client) => {
    await updateMember(client, member, { role }, now);
    await note(client, 'MEMBER_ROLE_CHANGED', { memberId: member.memberId, email: member.email, role });
  });

export const removeMember = (database: Database, member: NamedMember, note: Note): Promise<MemberVerdict> =>
  underLock(database, member, false, (client) => remove(client, member, note));

/**
 * For the operator, who can always invite another owner: removes the last one too. Removing the last member also ends the calendar
 * link, because anyone who has it can see the rides. Returns the members who are left.
 */
export const removeAnyMember = (database: Database, member: NamedMember, note: Note): Promise<{ role: MemberRole }[]> =>
  database.transaction(async (client) => {
    const members = await lockMembers(client, member.accountId);
    const left = members.filter(({ memberId }) => memberId !== member.memberId);
    if (left.length < members.length) await remove(client, member, note);
    if (left.length === 0 && (await findCalendarFeed(client, member.accountId))) {
      await endCalendarFeed(client, member.accountId);
      await note(client, 'CALENDAR_LINK_ENDED');
    }
    return left;
  });

/** Ends the member's sessions at once. */
async function remove(client: Queryable, member: NamedMember, note: Note): Promise<void> {
  await deleteMember(client, member);
  await note(client, 'MEMBER_REMOVED', { memberId: member.memberId, email: member.email });
}

function underLock(
  database: Database,
  { accountId, memberId }: OwnMember,
  staysOwner: boolean,
  change: (client: Queryable) => Promise<void>,
): Promise<MemberVerdict> {
  return database.transaction(async (client) => {
    const members = await lockMembers(client, accountId);
    if (!members.some((member) => member.memberId === memberId)) return 'unknown';
    const others = members.filter((member) => member.role === 'OWNER' && member.memberId !== memberId);
    if (others.length === 0 && !staysOwner) return 'last_owner';
    await change(client);
    return 'done';
  });
}
