import type { Form } from '../web/formBody.ts';
import type { Language } from '../web/language.ts';
import type { Faults } from './textBounds.ts';
import { formWords } from './words/form.ts';

const PREFIX = 'filled-';

type Texts<Draft> = { readonly [Name in keyof Draft]: string };

/** Hidden fields with what the record has now, whatever the form shows: saving it then changes only what was typed. */
export function FilledFields<Draft extends Texts<Draft>>({ current }: { current: Draft }) {
  return Object.entries<string>(current).map(([name, value]) => (
    <input key={name} type="hidden" name={PREFIX + name} value={value} data-typed />
  ));
}

export interface Edited<Draft> {
  /** What was typed. Fields that were left as they were have what the record has now, which others may have changed since. */
  draft: Draft;
  /** The fields into which something else was typed than others have saved since the form was filled. */
  conflicts: Faults;
}

interface Reading<Draft> {
  read(form: Form): Draft;
  /** What the record has now. The form, shown again, is filled with it: saved once more, it replaces it. */
  current: Draft;
  language: Language;
  /** A value as the page shows it. */
  shownAs?(name: keyof Draft, text: string): string;
}

export function readEdited<Draft extends Texts<Draft>>(
  form: Form,
  { read, current, language, shownAs = (_, text) => text }: Reading<Draft>,
): Edited<Draft> {
  const typed = read(form);
  const hidden = [...form].filter(([name]) => name.startsWith(PREFIX));
  if (hidden.length === 0) return { draft: typed, conflicts: new Map() }; // a new record, or a form of the release before
  const filled = read(new Map(hidden.map(([name, values]) => [name.slice(PREFIX.length), values])));
  const now = read(new Map(Object.entries<string>(current).map(([name, text]) => [name, [text]])));
  const draft = { ...typed };
  const conflicts = new Map<string, string>();
  for (const name of Object.keys(typed) as (keyof Draft & string)[]) {
    if (typed[name] === filled[name]) draft[name] = now[name];
    else if (now[name] !== filled[name] && now[name] !== typed[name])
      conflicts.set(name, formWords[language].changedByOthers(shownAs(name, now[name])));
  }
  return { draft, conflicts };
}
