import type { Member } from '../../accounts/memberStore.ts';

/** How pages call a member. */
export const memberName = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name || email;
