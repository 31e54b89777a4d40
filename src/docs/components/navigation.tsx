import type { Language } from '../../web/language.ts';
import { findGuide, guidePath, WRITTEN } from '../guides.ts';
import { groups } from '../reference/description.ts';
import { docsWords } from '../words/pages.ts';
import { translated } from '../words/reference/translated.ts';
import { operationPath } from './operationList.tsx';

export const REFERENCE_PATH = '/docs/reference';
export const SEARCH_PATH = '/docs/search';
export const DESCRIPTION_PATH = '/v1/openapi.json';
export const COLLECTION_PATH = '/docs/postman.json';

export interface Section {
  id: string;
  title: string;
}

interface NavigationProperties {
  language: Language;
  /** The current page and its sections. */
  path: string;
  sections?: readonly Section[];
}

/** All pages, with the sections of the current one. */
export function Navigation({ language, path, sections = [] }: NavigationProperties) {
  const words = docsWords[language];
  const entry = (href: string, title: string) => (
    <li key={href}>
      <a href={href} aria-current={href === path ? 'page' : undefined}>
        {title}
      </a>
      {href === path && sections.length > 0 && (
        <ul class="docs-nav">
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
  const written = (part: keyof typeof WRITTEN) => (
    <>
      <p class="docs-nav-head">{words[part]}</p>
      <ul class="docs-nav">{WRITTEN[part].map((name) => entry(guidePath(name), findGuide(name, language).title))}</ul>
    </>
  );
  return (
    <>
      {written('guides')}
      <p class="docs-nav-head">{words.reference}</p>
      <ul class="docs-nav">
        {entry(REFERENCE_PATH, words.overview)}
        {groups.map(({ name, operations }) => (
          <li key={name}>
            <p class="docs-nav-tag">{translated(name, language)}</p>
            <ul class="docs-nav">
              {operations.map((operation) => entry(operationPath(operation), translated(operation.summary, language)))}
            </ul>
          </li>
        ))}
        {entry(DESCRIPTION_PATH, words.description)}
        {entry(COLLECTION_PATH, words.collection)}
      </ul>
      {written('dashboard')}
      {written('changes')}
    </>
  );
}
