import type { FastifyRequest } from 'fastify';
import { findMember } from '../../accounts/memberStore.ts';
import { PASSWORD } from '../../contract/values.ts';
import { noteOf } from '../actions.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { sessionOf } from '../page.ts';
import { visitOf } from '../visit.ts';
import { signInWords } from '../words/signIn.ts';

/** The error of the password that the signed-in member entered again, if any. Attempts are limited, as at the sign-in. */
export async function ownPasswordFault(
  request: FastifyRequest,
  { database, limits, passwords }: Pick<DashboardDependencies, 'database' | 'limits' | 'passwords'>,
  password: string,
): Promise<string | undefined> {
  const { member } = sessionOf(request);
  const words = signInWords[visitOf(request).language];
  const { isExceeded, resetSeconds } = await limits.signIn.browser.count(member.memberId);
  if (isExceeded) return words.tooMany(Math.ceil(resetSeconds / 60));
  const kept = (await findMember(database, member))?.passwordHash;
  const isRight = password.length <= PASSWORD.max && (await passwords.isRight(password, kept));
  if (isRight) return undefined;
  await noteOf(request)(database, 'PASSWORD_REFUSED');
  return words.notYours;
}
