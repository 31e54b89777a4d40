import type { MemberRole } from '../contract/values.ts';
import type { Database } from '../database/connection.ts';
import { deleteMember, lockMembers, type OwnMember, updateMember } from './memberStore.ts';

export type MemberVerdict = 'done' | 'unknown' | 'last_owner';

/** An account always keeps an owner. */
export const changeRole = (database: Database, own: OwnMember, role: MemberRole, now: Date): Promise<MemberVerdict> =>
  underLock(database, own, role === 'OWNER', (client) => updateMember(client, own, { role }, now));

/** Ends the member's sessions at once. */
export const removeMember = (database: Database, own: OwnMember): Promise<MemberVerdict> =>
  underLock(database, own, false, (client) => deleteMember(client, own));

function underLock(
  database: Database,
  { accountId, memberId }: OwnMember,
  staysOwner: boolean,
  change: (client: Parameters<Parameters<Database['transaction']>[0]>[0]) => Promise<void>,
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
