import { Icon } from '../../web/components/icon.tsx';
import type { Language } from '../../web/language.ts';
import { QueryForm } from '../components/form.tsx';
import { searchWords } from '../words/search.ts';
import { MAX_SEARCH, SEARCH_PATH } from './typedSearch.ts';

/** The search of every page. */
export function SearchBox({ language }: { language: Language }) {
  const words = searchWords[language];
  return (
    <search>
      <QueryForm action={SEARCH_PATH} class="search-box">
        <Icon name="search" />
        <input
          type="search"
          name="q"
          aria-label={words.label}
          placeholder={words.placeholder}
          maxLength={MAX_SEARCH}
          autocomplete="off"
          aria-keyshortcuts="/ Control+K Meta+K"
          data-search
        />
      </QueryForm>
    </search>
  );
}
