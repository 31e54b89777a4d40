import { Select } from '../../web/components/form.tsx';
import { type Form, fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { developersWords } from '../words/developers.ts';

/** How long an old key or secret can stay valid after a rotation. */
const OVERLAPS = [
  { seconds: 0, label: 'overlapNow' },
  { seconds: 3_600, label: 'overlapHour' },
  { seconds: 86_400, label: 'overlapDay' },
  { seconds: 7 * 86_400, label: 'overlapWeek' },
] as const;
const DEFAULT_SECONDS = 86_400;

export function OverlapSelect({ label, language }: { label: string; language: Language }) {
  const choices = OVERLAPS.map((overlap) => ({
    value: String(overlap.seconds),
    label: developersWords[language][overlap.label],
  }));
  return <Select name="overlap" label={label} choices={choices} value={String(DEFAULT_SECONDS)} />;
}

export const chosenOverlapSeconds = (form: Form): number =>
  OVERLAPS.find(({ seconds }) => String(seconds) === fieldOf(form, 'overlap'))?.seconds ?? DEFAULT_SECONDS;
