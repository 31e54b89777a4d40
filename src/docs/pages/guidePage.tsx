import type { Token } from 'marked';
import type { ComponentChildren } from 'preact';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { ErrorCodes } from '../components/errorCodes.tsx';
import { Example } from '../components/example.tsx';
import { DocsLayout } from '../components/layout.tsx';
import { InlineMarkdown, Markdown } from '../components/markdown.tsx';
import { Navigation } from '../components/navigation.tsx';
import { Neighbours } from '../components/neighbours.tsx';
import { type ExampleValues, filled } from '../exampleValues.ts';
import {
  ALL_ERRORS,
  findGuide,
  type Guide,
  type GuideName,
  guidePath,
  insertedBy,
  partOf,
  WRITTEN,
} from '../guides.ts';
import { docsWords } from '../words/pages.ts';

interface GuidePageProperties {
  guide: Guide;
  values: ExampleValues;
}

export function GuidePage({ guide, values }: GuidePageProperties) {
  const { name, language, title, lead, sections, body } = guide;
  const words = docsWords[language];
  const path = guidePath(name);
  const part = partOf(name);
  const neighbours: readonly GuideName[] = WRITTEN[part];
  const place = neighbours.indexOf(name);
  const neighbour = (other: GuideName | undefined) =>
    other && { href: guidePath(other), title: findGuide(other, language).title };
  return (
    <DocsLayout
      language={language}
      title={title}
      path={path}
      navigation={<Navigation language={language} path={path} sections={sections} />}
    >
      <article class="prose">
        <Breadcrumbs crumbs={[{ href: `/docs#${part}`, title: words[part] }]} title={title} words={words} />
        <h1>{title}</h1>
        <p class="prose-lead">
          <InlineMarkdown text={lead} />
        </p>
        {body.map((token) => piece(token, guide, values))}
      </article>
      <Neighbours previous={neighbour(neighbours[place - 1])} next={neighbour(neighbours[place + 1])} words={words} />
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
