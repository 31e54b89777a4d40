import type { Token } from 'marked';
import type { ComponentChildren } from 'preact';
import { ErrorCodes } from '../components/errorCodes.tsx';
import { Example } from '../components/example.tsx';
import { DocsLayout } from '../components/layout.tsx';
import { InlineMarkdown, Markdown } from '../components/markdown.tsx';
import { guidePath, Navigation } from '../components/navigation.tsx';
import { type ExampleValues, filled } from '../exampleValues.ts';
import { ALL_ERRORS, findGuide, GUIDES, type Guide, insertedBy } from '../guides.ts';
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

function piece(token: Token, { language, examples }: Guide, values: ExampleValues): ComponentChildren {
  const inserted = insertedBy(token);
  if (inserted.length === 0) return <Markdown tokens={[token]} />;
  return inserted.map((file) =>
    file === ALL_ERRORS ? (
      <ErrorCodes key={file} language={language} />
    ) : (
      <Example key={file} file={file} text={filled(examples.get(file) ?? '', values)} words={docsWords[language]} />
    ),
  );
}

/** Links to the previous and the next guide. */
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
