import type { Language } from '../../web/language.ts';
import { searchIndexPath } from '../searchIndex.ts';
import { docsWords } from '../words/pages.ts';
import { SEARCH_PATH } from './navigation.tsx';

/** Without JavaScript it leads to the list of everything; with it, results appear while one types. */
export function SearchForm({ language }: { language: Language }) {
  const words = docsWords[language];
  return (
    <search class="docs-search">
      <form
        action={SEARCH_PATH}
        data-index={searchIndexPath(language)}
        data-none={words.nothingFound}
        data-count={words.resultsFound}
      >
        <label class="unseen" for="search">
          {words.search}
        </label>
        <input type="search" id="search" name="q" placeholder={words.search} maxLength={100} autocomplete="off" />
        <p class="unseen" role="status" />
        <ul class="search-results" hidden />
      </form>
    </search>
  );
}
