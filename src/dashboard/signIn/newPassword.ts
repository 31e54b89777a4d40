import { type PasswordWeakness, weaknessOf } from '../../accounts/passwordRules.ts';
import { PASSWORD } from '../../contract/values.ts';
import type { Language } from '../../web/language.ts';
import { formWords } from '../words/form.ts';
import { signInWords } from '../words/signIn.ts';

const WEAKNESSES = {
  repetition: 'repetitive',
  personal: 'personal',
  common: 'common',
} as const satisfies Record<PasswordWeakness, string>;

/** The error of a chosen password, if any; `personal` is what others know of the person: address and names. */
export function passwordFault(password: string, personal: readonly string[], language: Language): string | undefined {
  const words = signInWords[language];
  if (password.length > PASSWORD.max) return formWords[language].tooLong(PASSWORD.max);
  if (password.length < PASSWORD.min) return words.tooShort(PASSWORD.min);
  const weakness = weaknessOf(password, personal);
  return weakness && words[WEAKNESSES[weakness]];
}
