import type { Note } from '../audit/audit.ts';
import type { MemberRole } from '../contract/values.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { deleteMember, lockMembers, type OwnMember, updateMember } from './memberStore.ts';

export type MemberVerdict = 'done' | 'unknown' | 'last_owner';

type NamedMember = OwnMember & { email: string };

/** An account always keeps an owner. */
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

/** Ends the member's sessions at once. */
export const removeMember = (database: Database, member: NamedMember, note: Note): Promise<MemberVerdict> =>
  underLock(database, member, false, async (client) => {
    await deleteMember(client, member);
    await note(client, 'MEMBER_REMOVED', { memberId: member.memberId, email: member.email });
  });

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
