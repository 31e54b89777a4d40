import { publishFile } from '../../web/assets.ts';
import type { Language } from '../../web/language.ts';
import { searchIndexPath } from '../searchIndex.ts';
import { docsWords } from '../words/pages.ts';
import { SEARCH_PATH } from './navigation.tsx';

export const MAX_QUERY = 100;
const FINDER_PATH = publishFile('findEntries.js');

/** Without JavaScript it leads to a page with the results; with it, they appear while one types. */
export function SearchForm({ language, query = '' }: { language: Language; query?: string | undefined }) {
  const words = docsWords[language];
  return (
    <search class="docs-search">
      <form
        action={SEARCH_PATH}
        data-index={searchIndexPath(language)}
        data-none={words.nothingFound}
        data-one={words.resultFound}
        data-many={words.resultsFound}
        data-finder={FINDER_PATH}
      >
        <label class="unseen" for="search">
          {words.search}
        </label>
        <input
          type="search"
          id="search"
          name="q"
          value={query}
          placeholder={words.search}
          maxLength={MAX_QUERY}
          autocomplete="off"
        />
        <p class="unseen" role="status" />
        <ul class="search-results" hidden />
      </form>
    </search>
  );
}
