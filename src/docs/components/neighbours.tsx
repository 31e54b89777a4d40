import type { DocsWords } from '../words/pages.ts';
import type { Crumb } from './breadcrumbs.tsx';

interface NeighboursProperties {
  previous: Crumb | undefined;
  next: Crumb | undefined;
  words: DocsWords;
}

/** Links to the pages before and after this one. */
export function Neighbours({ previous, next, words }: NeighboursProperties) {
  return (
    <nav class="neighbours" aria-label={`${words.previous}, ${words.next}`}>
      {previous && (
        <a class="neighbour" href={previous.href} rel="prev">
          <span>{words.previous}</span>
          {previous.title}
        </a>
      )}
      {next && (
        <a class="neighbour next" href={next.href} rel="next">
          <span>{words.next}</span>
          {next.title}
        </a>
      )}
    </nav>
  );
}
