import type { ComponentChildren } from 'preact';
import { publishFile } from '../../web/assets.ts';
import { Brand } from '../../web/components/brand.tsx';
import { Document } from '../../web/document.tsx';
import { LANGUAGE_NAMES, type Language } from '../../web/language.ts';
import { languageLink } from '../../web/languageRoute.ts';
import { DOCS_LANGUAGES } from '../guides.ts';
import { docsWords } from '../words/pages.ts';
import { SearchForm } from './searchForm.tsx';

interface DocsPage {
  /** The reader's language; the switch offers the others. */
  language: Language;
  title: string;
  /** Its path. */
  path: string;
  /** Links to every page of the documentation. */
  navigation: ComponentChildren;
  /** Whether it has two columns beside the navigation. */
  isWide?: boolean;
  /** What was searched for. */
  query?: string;
  children: ComponentChildren;
}

const SEARCH_SCRIPT_PATH = publishFile('search.js');

/** The layout of all documentation pages. On a phone the navigation is a menu that opens without JavaScript. */
export function DocsLayout({ language, title, path, navigation, isWide = false, query, children }: DocsPage) {
  const words = docsWords[language];
  const wide = isWide ? ' wide' : '';
  return (
    <Document language={language} title={title} head={<script type="module" src={SEARCH_SCRIPT_PATH} />}>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <header class="top">
        <div class={`top-inner docs-top${wide}`}>
          <Brand href="/docs">
            <span class="brand-part">{words.title}</span>
          </Brand>
          <SearchForm language={language} query={query} />
          <div class="who">
            {DOCS_LANGUAGES.filter((other) => other !== language).map((other) => (
              <a key={other} href={languageLink(other, path)} lang={other} hreflang={other}>
                {LANGUAGE_NAMES[other]}
              </a>
            ))}
            <a href="/app">{words.dashboard}</a>
          </div>
        </div>
      </header>
      <div class={`docs${wide}`}>
        <details class="docs-menu">
          <summary>{words.menu}</summary>
          <nav aria-label={words.menu}>{navigation}</nav>
        </details>
        <nav class="docs-side" aria-label={words.title}>
          {navigation}
        </nav>
        <main class="docs-main" id="main">
          {children}
        </main>
      </div>
    </Document>
  );
}
