import type { Queryable } from '../database/connection.ts';
import { readSearchState } from './searchStore.ts';
import { searchOf, searchQuery, termsOf, WORDS_VERSION } from './words.ts';

export interface PreparedSearch {
  /** Undefined if nothing typed is a word or a number. */
  query: string | undefined;
  /** Whether these texts, which are not in the index, have all words. */
  matches: (texts: readonly (string | null)[]) => boolean;
  /** False while trips or riders of the account are missing in the index. */
  isComplete: boolean;
}

export async function prepareSearch(database: Queryable, accountId: string, typed: string): Promise<PreparedSearch> {
  const terms = termsOf(typed);
  const numbers = terms.filter(({ isNumber }) => isNumber).map(({ text }) => text);
  const { phones, isComplete } = await readSearchState(database, accountId, numbers, WORDS_VERSION);
  const asPhones = new Map(numbers.map((number, index) => [number, phones[index] ?? number]));
  const query = terms.length === 0 ? undefined : searchQuery(accountId, terms, asPhones);
  return { query, matches: searchOf(terms, asPhones), isComplete };
}
