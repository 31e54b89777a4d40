import { expect } from 'vitest';

export interface GuideExample {
  /** The name it has in the guide: `book.sh`, and `book.json` for what that answers. */
  file: string;
  text: string;
}

const FIGURE = /<figure[^>]*data-example="([^"]+)"[^>]*>.*?<code id="[^"]*">(.*?)<\/code>.*?<\/figure>/gs;

/** What a reader of the page can copy, and what the page says that it answers, in order. */
export const examplesIn = (html: string): GuideExample[] =>
  [...html.matchAll(FIGURE)].map(([, file = '', text = '']) => ({ file, text: withoutEntities(text) }));

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const withoutEntities = (html: string) => html.replaceAll(/&\w+;|&#39;/g, (entity) => ENTITIES[entity] ?? entity);

export const isAnswer = ({ file }: GuideExample): boolean => /\.(json|txt)$/.test(file);

/** A program that only sets variables answers nothing. */
export const isSetup = ({ text }: GuideExample): boolean =>
  text.split('\n').every((line) => line === '' || /^export |^\(umask /.test(line));

/** What is another one each time: identifiers, moments, keys, and the numbers of the service's own limits. */
const masked = (text: string) =>
  text
    .replaceAll('\r', '')
    .replaceAll(/trip_live_[0-9a-f]{24}\.(?:…|[\w-]{43})/g, '<key>')
    .replaceAll(/\b[0-9a-f]{24}\b/g, '<id>')
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '<moment>')
    .replaceAll(/;([qwrt])=\d+/g, ';$1=<number>');

/** Holds what was answered to what the guide shows. Where that says `"…": "…"`, there may be more. */
export function expectAsShown(shown: GuideExample, answered: string): void {
  if (shown.file.endsWith('.txt')) return void expect(masked(answered.trim())).toBe(masked(shown.text.trim()));
  const real: unknown = JSON.parse(masked(answered));
  expect(real).toEqual(expectation(JSON.parse(masked(shown.text))));
}

function expectation(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(expectation);
  if (typeof shown !== 'object' || shown === null) return shown;
  const { '…': more, ...members } = shown as Record<string, unknown>;
  const expected = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, expectation(value)]));
  return more === undefined ? expected : expect.objectContaining(expected);
}
