import { PASSWORD } from '../../contract/values.ts';
import type { Language } from '../../web/language.ts';
import { signInWords } from '../words/signIn.ts';

/** The error of a chosen password, if any. */
export function passwordFault(password: string, email: string, language: Language): string | undefined {
  const words = signInWords[language];
  if (password.length > PASSWORD.max) return words.tooLong(PASSWORD.max);
  if (password.length < PASSWORD.min) return words.tooShort(PASSWORD.min);
  return password.toLowerCase() === email ? words.likeEmail : undefined;
}
