import type { ComponentChildren } from 'preact';
import { Brand } from '../../web/components/brand.tsx';
import { Document } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { languageLink } from '../../web/languageRoute.ts';
import { docsWords } from '../words/pages.ts';

export interface DocsPage {
  /** The reader's language; the switch offers the other one. */
  language: Language;
  title: string;
  /** Its path. */
  path: string;
  /** Links to every page of the documentation. */
  navigation: ComponentChildren;
  head?: ComponentChildren;
  /** Whether its main part is rendered in the browser. */
  isDrawn?: boolean;
  children: ComponentChildren;
}

/** The layout of all documentation pages. On a phone the navigation is a menu that opens without JavaScript. */
export function DocsLayout({ language, title, path, navigation, head, isDrawn = false, children }: DocsPage) {
  const words = docsWords[language];
  const Main = isDrawn ? 'div' : 'main';
  const other: Language = language === 'en' ? 'fr' : 'en';
  return (
    <Document language={language} title={title} head={head}>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <header class="top">
        <div class="top-inner docs-top">
          <Brand href="/docs">
            <span class="brand-part">{words.title}</span>
          </Brand>
          <div class="who">
            <a href={languageLink(other, path)} lang={other} hreflang={other}>
              {words.otherLanguage}
            </a>
            <a href="/app">{words.dashboard}</a>
          </div>
        </div>
      </header>
      <div class="docs">
        <details class="docs-menu">
          <summary>{words.menu}</summary>
          <nav aria-label={words.menu}>{navigation}</nav>
        </details>
        <nav class="docs-side" aria-label={words.title}>
          {navigation}
        </nav>
        <Main class="docs-main" id="main">
          {children}
        </Main>
      </div>
    </Document>
  );
}
