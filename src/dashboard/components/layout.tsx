import type { ComponentChildren } from 'preact';
import { Brand } from '../../web/components/brand.tsx';
import { Notice } from '../../web/components/notice.tsx';
import { Document } from '../../web/document.tsx';
import { LANGUAGES } from '../../web/language.ts';
import { languageLink } from '../../web/languageRoute.ts';
import { navigationFor, type Section, sectionTitle } from '../navigation.ts';
import type { OwnersPage, Page } from '../page.ts';
import { HOME } from '../visit.ts';
import { layoutWords } from '../words/layout.ts';
import { OwnersForm } from './form.tsx';

interface LayoutProperties {
  page: OwnersPage;
  section: Section;
  title: string;
  /** The parent page, linked above the title. */
  back?: { href: string; title: string };
  /** Shown to the right of the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** The layout of pages that need a sign-in. */
export function Layout({ page, section, title, back, actions, children }: LayoutProperties) {
  const words = layoutWords[page.language];
  return (
    <Document language={page.language} title={title}>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <header class="top">
        <div class="top-inner">
          <Brand href={HOME} />
          <Navigation page={page} current={section} />
          <div class="who">
            <OwnersForm page={page} action="/app/sign-out" class="inline">
              <button type="submit" class="quiet">
                {words.signOut}
              </button>
            </OwnersForm>
          </div>
        </div>
      </header>
      <main class="main" id="main">
        <div class="page-head">
          <div>
            {back && (
              <p class="back">
                <a href={back.href}>← {back.title}</a>
              </p>
            )}
            <h1>{title}</h1>
          </div>
          {actions}
        </div>
        {page.notice && <Notice kind={page.notice.kind}>{page.notice.text}</Notice>}
        {children}
      </main>
      <LanguageSwitch page={page} />
    </Document>
  );
}

function Navigation({ page: { language, session }, current }: { page: OwnersPage; current: Section }) {
  return (
    <nav class="nav" aria-label={layoutWords[language].navigation}>
      <ul>
        {navigationFor(session.account.role).map(({ section, path }) => (
          <li key={section}>
            <a href={path} aria-current={section === current ? 'page' : undefined}>
              {sectionTitle(section, language)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const LANGUAGE_NAMES = { en: 'English', fr: 'Français' } as const;

function LanguageSwitch({ page }: { page: Page }) {
  return (
    <footer class="foot">
      <nav aria-label={layoutWords[page.language].language}>
        <ul>
          {LANGUAGES.map((language) => (
            <li key={language}>
              <a
                href={languageLink(language, page.path)}
                hreflang={language}
                lang={language}
                aria-current={language === page.language ? 'true' : undefined}
              >
                {LANGUAGE_NAMES[language]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}

/** The layout of pages before the sign-in. */
export function NarrowLayout({ page, title, children }: { page: Page; title: string; children: ComponentChildren }) {
  return (
    <Document language={page.language} title={title}>
      <main class="narrow" id="main">
        <Brand href={HOME} />
        <h1>{title}</h1>
        {children}
      </main>
      <LanguageSwitch page={page} />
    </Document>
  );
}
