import type { Token } from 'marked';
import { type ErrorCode, errorCatalogue } from '../errors.ts';
import { type SearchEntry as Entry, findEntries, searchable } from '../web/assets/findEntries.js';
import { publish } from '../web/assets.ts';
import type { Language } from '../web/language.ts';
import { findGuide, type Guide, guidePath, insertedBy, plain, sectionOf, WRITTEN_PAGES } from './guides.ts';
import { type Operation, operations, requestParts, responseMembers } from './reference/description.ts';
import type { Member } from './reference/schema.ts';
import { errorAdvice } from './words/errorAdvice.ts';
import { translated } from './words/reference/translated.ts';

function entriesIn(language: Language): Entry[] {
  return [
    ...WRITTEN_PAGES.flatMap((name) => guideEntries(findGuide(name, language))),
    ...operations.map((operation) => operationEntry(operation, language)),
    ...memberEntries(language),
    ...errorEntries(language),
  ];
}

function guideEntries({ name, title, lead, body }: Guide): Entry[] {
  const path = guidePath(name);
  const entries: Entry[] = [[title, path, '', plain(lead)]];
  for (const token of body) {
    const section = sectionOf(token);
    if (section) entries.push([section.title, `${path}#${section.id}`, title, '']);
    else if (insertedBy(token).length === 0) append(entries, token);
  }
  return entries;
}

function append(entries: Entry[], { raw }: Token): void {
  const last = entries.at(-1);
  if (last) last[3] = `${last[3]} ${plain(raw)}`.trim();
}

const operationEntry = ({ id, method, path, summary, description }: Operation, language: Language): Entry => [
  translated(summary, language),
  `/docs/reference/${id}`,
  `${method} ${path}`,
  plain(`${id} ${translated(description, language)}`),
];

/** Every member once: where it is sent, or else on the first page that returns it. */
function memberEntries(language: Language): Entry[] {
  const sent = operations.map((operation) => ({ operation, members: requestParts(operation).flatMap(([, of]) => of) }));
  const returned = operations.map((operation) => ({ operation, members: responseMembers(operation) }));
  const seen = new Set<string>();
  return [...sent, ...returned].flatMap(({ operation, members }) =>
    withNested(members).flatMap(({ name, anchor, schema: { description = '' } }): Entry[] => {
      const identity = `${name} ${description}`;
      if (seen.has(identity)) return [];
      seen.add(identity);
      const path = `/docs/reference/${operation.id}#${anchor}`;
      const context = `${translated(operation.summary, language)} · ${anchor}`;
      return [[name, path, context, plain(translated(description, language))]];
    }),
  );
}

const withNested = (members: Member[]): Member[] =>
  members.flatMap((member) => [member, ...withNested(member.members), ...withNested(member.alternatives)]);

const errorEntries = (language: Language): Entry[] =>
  (Object.keys(errorCatalogue) as ErrorCode[]).map((code) => [
    code,
    `/docs/guides/errors#${code}`,
    findGuide('errors', language).title,
    plain(errorAdvice[language][code].when),
  ]);

function indexOf(language: Language) {
  const entries = entriesIn(language);
  const path = publish(`search-${language}.json`, JSON.stringify(entries));
  return { path, entries: searchable(entries) };
}

const indexes = { en: indexOf('en'), fr: indexOf('fr') };

/** Everything that can be found, as one file per language that a browser fetches once and keeps. */
export const searchIndexPath = (language: Language): string => indexes[language].path;

/** For browsers without JavaScript. */
export const searchDocs = (language: Language, query: string) => findEntries(indexes[language].entries, query);
