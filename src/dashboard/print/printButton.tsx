import type { Language } from '../../web/language.ts';
import { printWords } from '../words/print.ts';

/** Shown if JavaScript is available; every browser can print without it. */
export const PrintButton = ({ language }: { language: Language }) => (
  <button type="button" class="button plain" data-print hidden>
    {printWords[language].print}
  </button>
);
