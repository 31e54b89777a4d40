import { readFileSync } from 'node:fs';

/** Icons of lucide (ISC licence), one file each in src/web/icons/, copied from the package `lucide-static`. */
const NAMES = [
  ...['activity', 'arrow-left', 'book-open', 'building-2', 'calendar-check', 'calendar-days', 'car'],
  ...['chevron-left', 'chevron-right', 'circle-alert', 'circle-check', 'code-xml', 'euro', 'id-card', 'info', 'inbox'],
  ...['key-round', 'list-filter', 'log-out', 'menu', 'plus', 'route', 'search', 'triangle-alert'],
  ...['undo-2', 'users', 'webhook', 'x'],
] as const;

export type IconName = (typeof NAMES)[number];

const DIRECTORY = new URL('../icons/', import.meta.url);

/** What is inside the `svg` element of each. */
const drawings = new Map(
  NAMES.map((name) => {
    const file = readFileSync(new URL(`${name}.svg`, DIRECTORY), 'utf8');
    return [name, (/<svg[^>]*>(.*)<\/svg>/s.exec(file)?.[1] ?? '').replaceAll(/\s*\n\s*/g, '')];
  }),
);

/** An icon beside a text that says the same: screen readers skip it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: drawings.get(name) ?? '' }}
  />
);
