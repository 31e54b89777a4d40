import type { DocsWords } from '../words/pages.ts';

export interface Crumb {
  href: string;
  title: string;
}

/** From the overview to this page, which comes last and is not a link. */
export function Breadcrumbs({ crumbs, title, words }: { crumbs: Crumb[]; title: string; words: DocsWords }) {
  return (
    <nav class="breadcrumbs" aria-label={words.breadcrumbs}>
      <ol>
        {[{ href: '/docs', title: words.title }, ...crumbs].map((crumb) => (
          <li key={crumb.href}>
            <a href={crumb.href}>{crumb.title}</a>
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}
