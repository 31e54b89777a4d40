import { existsSync, readFileSync } from 'node:fs';
import { marked, type Token, type Tokens } from 'marked';
import { LANGUAGES, type Language } from '../web/language.ts';
import { setIn } from '../web/words.ts';

/** In the order in which they are read. */
export const GUIDES = [
  'first-booking',
  'retries',
  'errors',
  'rate-limits',
  'money',
  'key-rotation',
  'time-zones',
] as const;
export type GuideName = (typeof GUIDES)[number];

export interface Guide {
  name: GuideName;
  language: Language;
  title: string;
  /** Its first paragraph. */
  lead: string;
  /** The first sentence of that: what it is about. */
  summary: string;
  /** Everything below. */
  body: Token[];
  sections: { id: string; title: string }[];
  /** The files that it shows, by their names. */
  examples: ReadonlyMap<string, string>;
}

/** Beside this file, among the sources as among what the build makes. */
const DIRECTORY = new URL('./guides/', import.meta.url);
const textOf = (name: GuideName, language: Language) => new URL(`${name}/${language}.md`, DIRECTORY);

/** Stands for the list of all errors. */
export const ALL_ERRORS = 'codes';

/** The languages that every guide is written in: nobody is sent from one language to another by a link. */
const COMPLETE = LANGUAGES.filter((language) => GUIDES.every((name) => existsSync(textOf(name, language))));

const guides = new Map(
  COMPLETE.flatMap((language) => GUIDES.map((name) => [`${language}/${name}`, readGuide(name, language)] as const)),
);

/** The language that guides are shown in to who reads this one. */
export const guideLanguage = (wanted: Language): Language => (COMPLETE.includes(wanted) ? wanted : 'en');

export function findGuide(name: GuideName, wanted: Language): Guide {
  const guide = guides.get(`${guideLanguage(wanted)}/${name}`);
  if (!guide) throw new Error(`there is no guide ${name}`);
  return guide;
}

function readGuide(name: GuideName, language: Language): Guide {
  const [heading, first, ...body] = marked
    .lexer(setIn(language, readFileSync(textOf(name, language), 'utf8')))
    .filter(({ type }) => type !== 'space');
  const lead = (first as Tokens.Paragraph).text;
  const sections = body.filter(isHeading).map(({ text }) => ({ id: anchor(text), title: text }));
  const summary = /^.*?[.!?](?= |$)/.exec(lead)?.[0] ?? lead;
  const files = body.flatMap(insertedBy).filter((file) => file !== ALL_ERRORS);
  const examples = new Map(files.map((file) => [file, readExample(name, file)]));
  return { name, language, title: (heading as Tokens.Heading).text, lead, summary, body, sections, examples };
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

/** A heading's own address within its page. */
export function anchor(heading: string): string {
  const letters = heading
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '');
  return letters.trim().replaceAll(/ +/g, '-');
}

/** A paragraph of names in double braces stands for what is to be shown there. */
export function insertedBy(token: Token): string[] {
  const lines = token.type === 'paragraph' ? token.raw.trim().split('\n') : [];
  const names = lines.flatMap((line) => /^\{\{([\w.-]+)\}\}$/.exec(line)?.[1] ?? []);
  return names.length === lines.length ? names : [];
}

/** Of the guide itself, or one that several of them share. */
function readExample(name: GuideName, file: string): string {
  const own = new URL(`${name}/${file}`, DIRECTORY);
  return readFileSync(existsSync(own) ? own : new URL(file, DIRECTORY), 'utf8').trimEnd();
}
