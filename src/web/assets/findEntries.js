// What a search in the documentation finds. The browser and the service both use it.

/** Without accents and case. */
const folded = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A long word may end otherwise: "idempotent" finds "idempotency", and "webhooks" finds "webhook". */
const stem = (word) => (word.length > 5 ? word.slice(0, -1) : word);

/** The entries of the index, prepared once for many searches. */
export const searchable = (entries) =>
  entries.map(([title, path, context, text]) => ({
    title,
    path,
    context,
    isPage: !path.includes('#'),
    inTitle: folded(title),
    everywhere: folded(`${title} ${context} ${text}`),
  }));

/** The entries that contain every word, best first. */
export function findEntries(entries, query) {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .filter(({ everywhere }) => words.every((word) => everywhere.includes(stem(word))))
    .sort((a, b) => rank(a, words) - rank(b, words));
}

/** Lower is better: the title itself, a page with the words in its title, a title that begins with them, in a title, elsewhere. */
function rank({ inTitle, isPage }, words) {
  const text = words.join(' ');
  if (inTitle === text) return 0;
  const isInTitle = words.every((word) => inTitle.includes(stem(word)));
  if (isPage && isInTitle) return 1;
  if (inTitle.startsWith(text)) return 2;
  return isInTitle ? 3 : 4;
}
