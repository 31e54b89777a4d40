import type { Form } from '../web/formBody.ts';

const PREFIX = 'filled-';

type Texts<Draft> = { readonly [Name in keyof Draft]: string };

/** Hidden fields with what the record has now, whatever the form shows: saving it then changes only what was typed. */
export function FilledFields<Draft extends Texts<Draft>>({ current }: { current: Draft }) {
  return Object.entries<string>(current).map(([name, value]) => (
    <input key={name} type="hidden" name={PREFIX + name} value={value} data-typed />
  ));
}

/** What was typed. Fields that were left as they were have what the record has now, which others may have changed since. */
export function readEdited<Draft extends Texts<Draft>>(form: Form, read: (form: Form) => Draft, current: Draft): Draft {
  const typed = read(form);
  const hidden = [...form].filter(([name]) => name.startsWith(PREFIX));
  if (hidden.length === 0) return typed; // a new record, or a form of the release before
  const filled = read(new Map(hidden.map(([name, values]) => [name.slice(PREFIX.length), values])));
  const now = read(new Map(Object.entries<string>(current).map(([name, text]) => [name, [text]])));
  const names = Object.keys(typed) as (keyof Draft)[];
  const leftAsTheyWere = names.filter((name) => typed[name] === filled[name]);
  return { ...typed, ...Object.fromEntries(leftAsTheyWere.map((name) => [name, now[name]])) };
}
