import type { ComponentChildren } from 'preact';
import { FORM_TOKEN } from '../formGate.ts';
import type { Page } from '../page.ts';
import { formWords } from '../words/form.ts';

interface OwnersFormProperties {
  page: Page;
  action: string;
  children: ComponentChildren;
  class?: string;
  /** The element that the response replaces while the user types, such as `#price`. */
  'data-live'?: string;
  /** Whether the form already has changes when the page loads, such as those that were refused. */
  hasChanges?: boolean;
  /** Within `Refreshed`: whether the form, once changed, is refused if its record has changed meanwhile. */
  'data-keeps-version'?: boolean;
  /** For how many milliseconds the form is of use. */
  'data-removed-after'?: number;
  /** Says on the sign-in page that a form was not saved because the session had ended. */
  'data-ended'?: string;
  /** Says so too, and that what was typed is kept. */
  'data-kept'?: string;
}

/**
 * A form that changes something; it carries the anti-forgery token. Without autocompletion it always begins as the server
 * filled it: after Back, browsers would put what was chosen before into a page that has changed meanwhile.
 */
export function OwnersForm(properties: OwnersFormProperties) {
  const { page, action, children, class: className = 'form', hasChanges = false, ...rest } = properties;
  return (
    <form
      method="post"
      action={action}
      class={className}
      autocomplete="off"
      data-unsaved={hasChanges || undefined}
      data-offline={formWords[page.language].offline}
      {...rest}
    >
      <input type="hidden" name={FORM_TOKEN} value={page.formToken} />
      {children}
    </form>
  );
}

interface QueryFormProperties {
  action: string;
  class: string;
  children: ComponentChildren;
  'data-live'?: string;
}

/** A form that chooses what a page shows; after Back, its fields say what that page shows. */
export const QueryForm = (properties: QueryFormProperties) => <form method="get" autocomplete="off" {...properties} />;
