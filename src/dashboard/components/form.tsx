import type { ComponentChildren } from 'preact';
import { FORM_TOKEN } from '../formGate.ts';
import type { Page } from '../page.ts';

interface OwnersFormProperties {
  page: Page;
  action: string;
  children: ComponentChildren;
  class?: string;
  /** The element that the response replaces while the user types, such as `#price`. */
  'data-live'?: string;
  /** Warns before the page is left with changes; `changed` if the form already has some when the page loads. */
  'data-unsaved'?: '' | 'changed';
}

/** A form that changes something; it carries the anti-forgery token. */
export function OwnersForm({ page, action, children, class: className = 'form', ...rest }: OwnersFormProperties) {
  return (
    <form method="post" action={action} class={className} {...rest}>
      <input type="hidden" name={FORM_TOKEN} value={page.formToken} />
      {children}
    </form>
  );
}
