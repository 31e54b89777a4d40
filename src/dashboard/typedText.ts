import { type Form, fieldOf } from '../web/formBody.ts';

/** A text field as it is stored. */
export const readText = (form: Form, name: string): string => tidyText(fieldOf(form, name));

/** Invisible, and pasted along with addresses from spreadsheets, maps and mails. The joiners that scripts and emoji need stay. */
const PASTED = /[\u200b\u200e\u200f\u2060\ufeff]/g;

/** With our own line breaks instead of those of browsers. */
export const tidyText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(PASTED, '').replaceAll(/\t+/g, ' ').trim();
