/** A page, a section, a member or an error: where it is, and the text that a search looks through. */
export type SearchEntry = [title: string, path: string, context: string, text: string];

export interface SearchableEntry {
  title: string;
  path: string;
  context: string;
}

export function searchable(entries: readonly SearchEntry[]): SearchableEntry[];
export function findEntries(entries: readonly SearchableEntry[], query: string): SearchableEntry[];
