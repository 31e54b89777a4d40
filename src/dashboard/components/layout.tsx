import type { ComponentChildren } from 'preact';
import { Brand } from '../../web/components/brand.tsx';
import { Icon } from '../../web/components/icon.tsx';
import { Notice } from '../../web/components/notice.tsx';
import { Document } from '../../web/document.tsx';
import type { Section } from '../navigation.ts';
import type { OwnersPage, Page } from '../page.ts';
import { HOME, type PageNotice } from '../visit.ts';
import { layoutWords } from '../words/layout.ts';
import { LanguageSwitch } from './languageSwitch.tsx';
import { Sidebar, TopBar } from './sidebar.tsx';

interface LayoutProperties {
  page: OwnersPage;
  /** None on a page that belongs to no section, such as an error. */
  section?: Section;
  title: string;
  /** The parent page, linked above the title. */
  back?: { href: string; title: string };
  /** Shown to the right of the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** The layout of pages that need a sign-in. */
export function Layout({ page, section, title, back, actions, children }: LayoutProperties) {
  return (
    <Document language={page.language} title={title} isApp>
      <a class="skip" href="#main">
        {layoutWords[page.language].skip}
      </a>
      <TopBar page={page} />
      <div class="frame">
        <Sidebar page={page} current={section} />
        <main
          class="main"
          id="main"
          data-member={page.session.member.memberId}
          data-ended={layoutWords[page.language].ended}
          data-restored={layoutWords[page.language].restored}
          data-restored-partly={layoutWords[page.language].restoredPartly}
        >
          <div class="page-head">
            <div class="page-title">
              {back && (
                <a class="back" href={back.href}>
                  <Icon name="arrow-left" />
                  {back.title}
                </a>
              )}
              <h1>{title}</h1>
            </div>
            {actions && <div class="buttons">{actions}</div>}
          </div>
          {page.notice && <LeftNotice notice={page.notice} />}
          {children}
        </main>
      </div>
    </Document>
  );
}

/** What the previous page left to say. */
const LeftNotice = ({ notice: { kind, text, link } }: { notice: PageNotice }) => (
  <Notice kind={kind} data-outcome>
    {text}
    {link && (
      <>
        {' '}
        <a href={link.href}>{link.title}</a>
      </>
    )}
  </Notice>
);

/** The layout of pages before the sign-in. */
export function NarrowLayout({ page, title, children }: { page: Page; title: string; children: ComponentChildren }) {
  return (
    <Document language={page.language} title={title} isApp>
      <main class="narrow" id="main" data-scratch>
        <Brand href={HOME} />
        <h1>{title}</h1>
        {children}
        <LanguageSwitch page={page} />
      </main>
    </Document>
  );
}
