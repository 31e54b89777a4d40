import { errorsInEnglish } from './errorsInEnglish.ts';
import { errorsInFrench } from './errorsInFrench.ts';

/** When each error occurs, and what to do about it. */
export const errorAdvice = { en: errorsInEnglish, fr: errorsInFrench };
