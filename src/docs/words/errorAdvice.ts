import type { Language } from '../../web/language.ts';
import { errorsInEnglish } from './errorsInEnglish.ts';
import { errorsInFrench } from './errorsInFrench.ts';

/** When each error occurs, and what to do about it. */
export const errorAdvice: Record<Language, typeof errorsInEnglish> = { en: errorsInEnglish, fr: errorsInFrench };
