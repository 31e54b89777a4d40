import type { ButtonKind } from '../../web/components/form.tsx';
import type { Language } from '../../web/language.ts';
import { printWords } from '../words/print.ts';

/** Shown if JavaScript is available; every browser can print without it. */
export const PrintButton = ({ language, kind = 'plain' }: { language: Language; kind?: ButtonKind }) => (
  <button type="button" class={`button ${kind}`} data-print hidden>
    {printWords[language].print}
  </button>
);
