import { Brand } from '../../web/components/brand.tsx';
import { Icon } from '../../web/components/icon.tsx';
import { memberName } from '../members/memberName.ts';
import { navigationFor, type Section, sectionTitle } from '../navigation.ts';
import type { OwnersPage } from '../page.ts';
import { SearchBox } from '../search/searchBox.tsx';
import { SEARCH_PATH } from '../search/typedSearch.ts';
import { HOME } from '../visit.ts';
import { layoutWords } from '../words/layout.ts';
import { searchWords } from '../words/search.ts';
import { OwnersForm } from './form.tsx';
import { LanguageSwitch } from './languageSwitch.tsx';

const SIDEBAR_ID = 'sidebar';

interface SidebarProperties {
  page: OwnersPage;
  /** None on a page that belongs to no section, such as an error. */
  current: Section | undefined;
}

/** The bar at the top of narrow screens, with the button that opens the sidebar. */
export function TopBar({ page: { language } }: { page: OwnersPage }) {
  return (
    <header class="topbar">
      <button type="button" class="icon-button" popovertarget={SIDEBAR_ID} aria-label={layoutWords[language].menu}>
        <Icon name="menu" />
      </button>
      <Brand href={HOME} />
      <a class="icon-button topbar-search" href={SEARCH_PATH} aria-label={searchWords[language].label}>
        <Icon name="search" />
      </a>
    </header>
  );
}

/**
 * Beside the page on wide screens; a popover on narrow ones, which needs no script. From top to bottom: the service,
 * the search, the sections, and who is signed in to which account.
 */
export function Sidebar({ page, current }: SidebarProperties) {
  const words = layoutWords[page.language];
  return (
    <div class="side" id={SIDEBAR_ID} popover="auto">
      <div class="side-head">
        <Brand href={HOME} />
        <button
          type="button"
          class="icon-button side-close"
          popovertarget={SIDEBAR_ID}
          popovertargetaction="hide"
          aria-label={words.closeMenu}
        >
          <Icon name="x" />
        </button>
      </div>
      <SearchBox language={page.language} />
      <nav class="side-nav" aria-label={words.navigation}>
        <ul>
          {navigationFor(page.session.account.role).map(({ section, path, icon }) => (
            <li key={section}>
              <a href={path} aria-current={section === current ? 'page' : undefined}>
                <Icon name={icon} />
                {sectionTitle(section, page.language)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SidebarFoot page={page} />
    </div>
  );
}

function SidebarFoot({ page }: { page: OwnersPage }) {
  const words = layoutWords[page.language];
  const { account, member } = page.session;
  return (
    <div class="side-foot">
      <a class="side-link" href="/docs">
        <Icon name="book-open" />
        {words.documentation}
      </a>
      <div class="who">
        <p class="who-name">
          <strong title={account.name}>{account.name}</strong>
          <span title={member.email}>{memberName(member)}</span>
        </p>
        <OwnersForm page={page} action="/app/sign-out" class="inline">
          <button type="submit" class="icon-button" aria-label={words.signOut} title={words.signOut}>
            <Icon name="log-out" />
          </button>
        </OwnersForm>
      </div>
      <LanguageSwitch page={page} />
    </div>
  );
}
