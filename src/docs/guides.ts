import { existsSync, readFileSync } from 'node:fs';
import { marked, type Token, type Tokens } from 'marked';
import { LANGUAGES, type Language } from '../web/language.ts';
import { setIn } from '../web/words.ts';

/** In reading order. */
export const GUIDES = [
  'first-booking',
  'sandbox',
  'retries',
  'references',
  'events',
  'webhooks',
  'typescript-client',
  'errors',
  'rate-limits',
  'money',
  'key-rotation',
  'time-zones',
] as const;

/** For people who write no program. */
export const DASHBOARD_PAGES = ['dashboard'] as const;

/** How the contract may change, and how it has. */
export const CHANGE_PAGES = ['compatibility', 'changelog'] as const;

/** The parts of the documentation that are written by hand. Only guides have examples. */
export const WRITTEN = { guides: GUIDES, dashboard: DASHBOARD_PAGES, changes: CHANGE_PAGES } as const;
type Part = keyof typeof WRITTEN;
export type GuideName = (typeof WRITTEN)[keyof typeof WRITTEN][number];
export const WRITTEN_PAGES: readonly GuideName[] = Object.values(WRITTEN).flat();

/** The part that a page belongs to. */
export const partOf = (name: GuideName): Part =>
  (Object.keys(WRITTEN) as Part[]).find((part) => WRITTEN[part].some((page) => page === name)) ?? 'guides';

export const guidePath = (name: GuideName) => (partOf(name) === 'guides' ? `/docs/guides/${name}` : `/docs/${name}`);

export interface Guide {
  name: GuideName;
  language: Language;
  title: string;
  /** Its first paragraph. */
  lead: string;
  /** The first sentence of it, as a summary. */
  summary: string;
  /** The rest. */
  body: Token[];
  sections: { id: string; title: string }[];
  /** The files it includes, by name. */
  examples: ReadonlyMap<string, string>;
}

/** Beside this file, in src/ and in dist/. */
const DIRECTORY = new URL('./guides/', import.meta.url);
const textOf = (name: GuideName, language: Language) => new URL(`${name}/${language}.md`, DIRECTORY);

/** Placeholder for the list of all errors. */
export const ALL_ERRORS = 'codes';

/** The languages of every guide, so that no link leads to another language. Only these are offered. */
export const DOCS_LANGUAGES = LANGUAGES.filter((language) =>
  WRITTEN_PAGES.every((name) => existsSync(textOf(name, language))),
);

const written = new Map(
  DOCS_LANGUAGES.flatMap((language) =>
    WRITTEN_PAGES.map((name) => [`${language}/${name}`, readGuide(name, language)] as const),
  ),
);

/** The language of the guides for a reader of this one. */
export const guideLanguage = (wanted: Language): Language => (DOCS_LANGUAGES.includes(wanted) ? wanted : 'en');

export function findGuide(name: GuideName, wanted: Language): Guide {
  const guide = written.get(`${guideLanguage(wanted)}/${name}`);
  if (!guide) throw new Error(`there is no guide ${name}`);
  return guide;
}

function readGuide(name: GuideName, language: Language): Guide {
  const [heading, first, ...body] = tokensOf(name, language);
  const lead = (first as Tokens.Paragraph).text;
  identifySections(body, name);
  const sections = body.flatMap((token) => sectionOf(token) ?? []);
  const summary = plain(/^.*?[.!?](?= |$)/.exec(lead)?.[0] ?? lead);
  const files = body.flatMap(insertedBy).filter((file) => file !== ALL_ERRORS);
  const examples = new Map(files.map((file) => [file, readExample(name, file)]));
  return { name, language, title: (heading as Tokens.Heading).text, lead, summary, body, sections, examples };
}

/** Without the marks of Markdown. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/[>|]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function tokensOf(name: GuideName, language: Language): Token[] {
  const text = setIn(language, readFileSync(textOf(name, language), 'utf8'));
  return marked.lexer(text).filter(({ type }) => type !== 'space');
}

interface SectionHeading extends Tokens.Heading {
  id: string;
}

function headingsIn(tokens: Token[]): SectionHeading[] {
  return tokens.filter(({ type }) => type === 'heading') as SectionHeading[];
}

/** The sections of every language have the anchors of the English ones, so that a link works in each language. */
function identifySections(body: Token[], name: GuideName): void {
  const [, ...english] = headingsIn(tokensOf(name, 'en'));
  const headings = headingsIn(body);
  if (headings.length !== english.length) throw new Error(`the translations of ${name} have different sections`);
  headings.forEach((heading, index) => {
    heading.id = anchor(english[index]?.text ?? '');
  });
}

/** The section that begins here, if one does. */
export function sectionOf(token: Token): { id: string; title: string } | undefined {
  return token.type === 'heading' ? { id: (token as SectionHeading).id, title: token.text } : undefined;
}

/** The anchor of an English heading. */
function anchor(heading: string): string {
  const letters = heading.toLowerCase().replaceAll(/[^a-z0-9 ]/g, '');
  return letters.trim().replaceAll(/ +/g, '-');
}

/** A paragraph of names in double braces is replaced by the files they name. */
export function insertedBy(token: Token): string[] {
  const lines = token.type === 'paragraph' ? token.raw.trim().split('\n') : [];
  const names = lines.flatMap((line) => /^\{\{([\w.-]+)\}\}$/.exec(line)?.[1] ?? []);
  return names.length === lines.length ? names : [];
}

/** A file of the guide, or one shared by several. */
function readExample(name: GuideName, file: string): string {
  const own = new URL(`${name}/${file}`, DIRECTORY);
  return readFileSync(existsSync(own) ? own : new URL(file, DIRECTORY), 'utf8').trimEnd();
}
