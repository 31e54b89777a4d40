import type { ComponentChildren } from 'preact';
import type { Permission } from '../../accounts/permissions.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { EmptyState, type EmptyStateProperties, Pagination } from '../../web/components/table.tsx';
import type { Language } from '../../web/language.ts';
import type { Section } from '../navigation.ts';
import type { OwnersPage } from '../page.ts';
import { layoutWords } from '../words/layout.ts';
import { Layout } from './layout.tsx';
import { ReadOnlyHint } from './readOnly.tsx';

interface ListPageProperties {
  page: OwnersPage;
  section: Section;
  words: { title: string; add: string };
  /** What a member needs to add one. */
  permission: Permission;
  children: ComponentChildren;
}

/** A list of records with a link to create one. */
export function ListPage({ page, section, words, permission, children }: ListPageProperties) {
  const add = page.may(permission) && (
    <LinkButton href={`/app/${section}/new`} kind="primary" icon="plus">
      {words.add}
    </LinkButton>
  );
  return (
    <Layout page={page} section={section} title={words.title} actions={add}>
      {children}
    </Layout>
  );
}

interface EmptyListProperties extends EmptyStateProperties {
  page: OwnersPage;
  /** What a member needs to do something about it. */
  permission: Permission;
  /** What to do, which only those members read. */
  toDo?: string;
}

/** In place of a list without records: others read which role may add some. */
export function EmptyList({ page, permission, text, toDo, children, ...shown }: EmptyListProperties) {
  const mayAdd = page.may(permission);
  return (
    <EmptyState {...shown} text={[text, mayAdd && toDo].filter(Boolean).join(' ')}>
      {!mayAdd && <ReadOnlyHint page={page} permission={permission} />}
      {children}
    </EmptyState>
  );
}

interface PagesProperties {
  language: Language;
  page: number;
  /** The last page, or the next one while the last is unknown. */
  pages: number;
  linkTo(page: number): string;
  /** The position, if it is more than "page 2 of 5". */
  position?: string;
}

/** Links to the pages of a list. */
export function Pages({ language, position, ...numbers }: PagesProperties) {
  const { pages: label, previousPage: previous, nextPage: next, page: positionText } = layoutWords[language];
  const words = { label, previous, next, position: position ?? positionText(numbers.page, numbers.pages) };
  return <Pagination {...numbers} words={words} />;
}

/** In place of a page past the end of a list. */
export function NoSuchPage({ language, pages, linkTo }: Pick<PagesProperties, 'language' | 'pages' | 'linkTo'>) {
  const words = layoutWords[language];
  return (
    <EmptyState title={words.onlyPages(pages)}>
      <LinkButton href={linkTo(pages)}>{words.lastPage}</LinkButton>
    </EmptyState>
  );
}
