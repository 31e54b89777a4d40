import type { ComponentChildren } from 'preact';
import type { Permission } from '../../accounts/permissions.ts';
import { Button, LinkButton } from '../../web/components/form.tsx';
import { Notice } from '../../web/components/notice.tsx';
import type { Section } from '../navigation.ts';
import type { OwnersPage } from '../page.ts';
import { formWords } from '../words/form.ts';
import { layoutWords } from '../words/layout.ts';
import { OwnersForm } from './form.tsx';
import { Layout } from './layout.tsx';
import { ReadOnlyHint } from './readOnly.tsx';

interface RecordPageProperties {
  page: OwnersPage;
  section: Section;
  title: string;
  /** The form's action. */
  action: string;
  /** The page that it belongs to: a list, titled as its section, unless named otherwise. */
  list: string;
  listTitle?: string;
  /** Whether the form is shown again because of errors. */
  isRefused: boolean;
  /** Whether it has changes for another reason. */
  hasChanges?: boolean;
  /** What belongs to the record and is not in its form. */
  below?: ComponentChildren;
  /** What a member needs to change the record. */
  permission: Permission;
  /** What others see instead of the form. */
  readOnly?: ComponentChildren;
  /** Whether nobody can change the record any more. */
  isClosed?: boolean;
  /** Shown above the form. */
  notice?: ComponentChildren;
  children: ComponentChildren;
}

/** A page with the form of one record. */
export function RecordPage(properties: RecordPageProperties) {
  const { page, section, title, action, list, listTitle, isRefused, notice, permission, below, children } = properties;
  const { readOnly, isClosed = false, hasChanges = isRefused } = properties;
  const mayChange = page.may(permission);
  return (
    <Layout
      page={page}
      section={section}
      title={title}
      back={{ href: list, title: listTitle ?? layoutWords[page.language][section] }}
    >
      {isRefused && <Notice kind="bad">{formWords[page.language].faulty}</Notice>}
      {notice}
      {mayChange && !isClosed ? (
        <OwnersForm page={page} action={action} class="record" hasChanges={hasChanges}>
          {children}
          <div class="buttons">
            <Button>{formWords[page.language].save}</Button>
            <LinkButton href={list}>{layoutWords[page.language].cancel}</LinkButton>
          </div>
        </OwnersForm>
      ) : (
        <div class="record">
          {!mayChange && <ReadOnlyHint page={page} permission={permission} />}
          {readOnly}
        </div>
      )}
      {below}
    </Layout>
  );
}

/** The record's identifier in the API. */
export function IdentifierHint({ title, id }: { title: string; id: string }) {
  return (
    <p class="hint breakable">
      {title} <code>{id}</code>
    </p>
  );
}
