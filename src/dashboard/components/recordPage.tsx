import type { ComponentChildren } from 'preact';
import { Button, LinkButton } from '../../web/components/form.tsx';
import { Notice } from '../../web/components/notice.tsx';
import type { Section } from '../navigation.ts';
import type { OwnersPage } from '../page.ts';
import { formWords } from '../words/form.ts';
import { layoutWords } from '../words/layout.ts';
import { OwnersForm } from './form.tsx';
import { Layout } from './layout.tsx';

interface RecordPageProperties {
  page: OwnersPage;
  section: Section;
  title: string;
  /** Where the form goes. */
  action: string;
  /** Where one came from. */
  list: string;
  /** Whether the form comes back because something in it is wrong. */
  isRefused: boolean;
  children: ComponentChildren;
}

/** A page to write one record in. */
export function RecordPage({ page, section, title, action, list, isRefused, children }: RecordPageProperties) {
  return (
    <Layout page={page} section={section} title={title}>
      {isRefused && <Notice kind="bad">{formWords[page.language].faulty}</Notice>}
      <OwnersForm page={page} action={action} class="record">
        {children}
        <div class="buttons">
          <Button>{formWords[page.language].save}</Button>
          <LinkButton href={list}>{layoutWords[page.language].cancel}</LinkButton>
        </div>
      </OwnersForm>
    </Layout>
  );
}

/** What the API calls a record. */
export function IdentifierHint({ title, id }: { title: string; id: string }) {
  return (
    <p class="hint breakable">
      {title} <code>{id}</code>
    </p>
  );
}
