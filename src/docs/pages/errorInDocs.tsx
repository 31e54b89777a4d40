import type { ComponentChildren } from 'preact';
import type { Language } from '../../web/language.ts';
import { DocsLayout } from '../components/layout.tsx';
import { Navigation } from '../components/navigation.tsx';

interface ErrorProperties {
  language: Language;
  title: string;
  statusCode: number;
  content: ComponentChildren;
}

/** An error between the search and all other pages, where the reader can go on. */
export const ErrorInDocs = ({ language, title, statusCode, content }: ErrorProperties) => (
  <DocsLayout language={language} title={title} path="/docs" navigation={<Navigation language={language} path="" />}>
    <article class="prose">
      <p class="eyebrow">{statusCode}</p>
      <h1>{title}</h1>
      {content}
    </article>
  </DocsLayout>
);
