import type { Token } from 'marked';
import type { ComponentChildren } from 'preact';
import { ErrorCodes } from '../components/errorCodes.tsx';
import { Example } from '../components/example.tsx';
import { DocsLayout } from '../components/layout.tsx';
import { InlineMarkdown, Markdown } from '../components/markdown.tsx';
import { guidePath, Navigation } from '../components/navigation.tsx';
import type { ExampleValues } from '../exampleValues.ts';
import { findGuide, GUIDES, type Guide } from '../guides.ts';
import { docsWords } from '../words/pages.ts';

export interface GuidePageProperties {
  guide: Guide;
  values: ExampleValues;
}

export function GuidePage({ guide, values }: GuidePageProperties) {
  const { name, language, title, lead, sections, body } = guide;
  const path = guidePath(name);
  return (
    <DocsLayout
      language={language}
      title={title}
      path={path}
      navigation={<Navigation language={language} path={path} sections={sections} />}
    >
      <article class="prose">
        <h1>{title}</h1>
        <p class="prose-lead">
          <InlineMarkdown text={lead} />
        </p>
        {body.map((token) => piece(token, guide, values))}
      </article>
      <Neighbours guide={guide} />
    </DocsLayout>
  );
}

/** A paragraph of names in double braces stands for examples, or for the list of all errors. */
const INSERTED = /^\{\{([\w.-]+)\}\}$/;

function piece(token: Token, { name, language }: Guide, values: ExampleValues): ComponentChildren {
  const lines = token.type === 'paragraph' ? token.raw.trim().split('\n') : [];
  const inserted = lines.flatMap((line) => INSERTED.exec(line)?.[1] ?? []);
  if (inserted.length === 0 || inserted.length < lines.length) return <Markdown tokens={[token]} />;
  return inserted.map((file) =>
    file === 'codes' ? (
      <ErrorCodes language={language} />
    ) : (
      <Example guide={name} file={file} values={values} words={docsWords[language]} />
    ),
  );
}

/** The guides before and after this one, for whoever reads them in order. */
function Neighbours({ guide: { name, language } }: { guide: Guide }) {
  const words = docsWords[language];
  const place = GUIDES.indexOf(name);
  const links = [
    { neighbour: GUIDES[place - 1], label: words.previous, kind: 'previous' },
    { neighbour: GUIDES[place + 1], label: words.next, kind: 'next' },
  ] as const;
  return (
    <nav class="neighbours" aria-label={`${words.previous}, ${words.next}`}>
      {links.map(
        ({ neighbour, label, kind }) =>
          neighbour && (
            <a
              key={kind}
              class={`neighbour ${kind}`}
              href={guidePath(neighbour)}
              rel={kind === 'next' ? 'next' : 'prev'}
            >
              <span>{label}</span>
              {findGuide(neighbour, language).title}
            </a>
          ),
      )}
    </nav>
  );
}
