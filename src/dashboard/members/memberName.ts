import type { Member } from '../../accounts/memberStore.ts';

/** The name that pages show for a member. */
export const memberName = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name || email;
