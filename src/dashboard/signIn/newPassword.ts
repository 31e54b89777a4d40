import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../accounts/passwords.ts';
import type { Language } from '../../web/language.ts';
import { signInWords } from '../words/signIn.ts';

/** What is wrong with a password that somebody chose. */
export function passwordFault(password: string, email: string, language: Language): string | undefined {
  const words = signInWords[language];
  if (password.length > LONGEST_PASSWORD) return words.tooLong(LONGEST_PASSWORD);
  if (password.length < SHORTEST_PASSWORD) return words.tooShort(SHORTEST_PASSWORD);
  return password.toLowerCase() === email ? words.likeEmail : undefined;
}
