import type { ComponentChildren } from 'preact';
import { Card } from '../../web/components/notice.tsx';
import type { Section } from '../navigation.ts';
import type { OwnersPage } from '../page.ts';
import { layoutWords } from '../words/layout.ts';
import { Layout } from './layout.tsx';

interface DialogPageProperties {
  page: OwnersPage;
  section: Section;
  title: string;
  children: ComponentChildren;
}

/** A page that a link with `data-dialog` opens as a dialog over the current page. */
export function DialogPage({ page, section, title, children }: DialogPageProperties) {
  return (
    <Layout page={page} section={section} title={layoutWords[page.language][section]}>
      <Card class="dialog-page">
        <div id="dialog" class="stack">
          <h2 id="dialog-title">{title}</h2>
          {children}
        </div>
      </Card>
    </Layout>
  );
}

interface DialogEndProperties {
  page: OwnersPage;
  href: string;
}

/** Closes the dialog, or leaves its page. */
const endBy =
  (word: 'cancel' | 'close') =>
  ({ page, href }: DialogEndProperties) => (
    <a class="button plain" href={href} data-close>
      {layoutWords[page.language][word]}
    </a>
  );

export const DialogCancel = endBy('cancel');
/** For a dialog that asks nothing. */
export const DialogClose = endBy('close');
