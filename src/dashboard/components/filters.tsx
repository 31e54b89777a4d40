import type { ComponentChildren } from 'preact';
import { Icon } from '../../web/components/icon.tsx';
import type { Language } from '../../web/language.ts';
import { layoutWords } from '../words/layout.ts';

const FILTERS_ID = 'filters';

interface FiltersProperties {
  language: Language;
  /** How many are in force. */
  count: number;
  /** Whether one of them is wrong and must be seen. */
  isFaulty?: boolean;
  /** The form. */
  children: ComponentChildren;
}

/** A row of fields above a list; on narrow screens a button opens it, without a script. */
export function Filters({ language, count, isFaulty = false, children }: FiltersProperties) {
  const words = layoutWords[language];
  return (
    <>
      {!isFaulty && (
        <button type="button" class="button plain filters-button" popovertarget={FILTERS_ID}>
          <Icon name="list-filter" />
          {count === 0 ? words.filters : words.filtersInForce(count)}
        </button>
      )}
      <div class="filters" id={FILTERS_ID} popover={isFaulty ? undefined : 'auto'}>
        {children}
      </div>
    </>
  );
}
