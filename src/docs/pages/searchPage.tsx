import { type ErrorCode, errorCatalogue } from '../../errors.ts';
import type { Language } from '../../web/language.ts';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { DocsLayout } from '../components/layout.tsx';
import { Navigation, SEARCH_PATH } from '../components/navigation.tsx';
import { OperationList } from '../components/operationList.tsx';
import { findGuide, type GuideName, guidePath, WRITTEN } from '../guides.ts';
import { groups } from '../reference/description.ts';
import { searchDocs } from '../searchIndex.ts';
import { docsWords } from '../words/pages.ts';
import { translated } from '../words/reference/translated.ts';

/** What was found, and below it everything there is. */
export function SearchPage({ language, query }: { language: Language; query: string }) {
  const words = docsWords[language];
  const title = query ? words.resultsFor(query) : words.allPages;
  return (
    <DocsLayout
      language={language}
      title={title}
      path={SEARCH_PATH}
      query={query}
      navigation={<Navigation language={language} path={SEARCH_PATH} />}
    >
      <article class="prose">
        <Breadcrumbs crumbs={[]} title={title} words={words} />
        <h1>{title}</h1>
        {query && <Results language={language} query={query} />}
        <WrittenPages part="guides" language={language} />
        <h2>{words.reference}</h2>
        {groups.map(({ name, operations }) => (
          <section key={name}>
            <h3>{translated(name, language)}</h3>
            <OperationList operations={operations} language={language} />
          </section>
        ))}
        <WrittenPages part="dashboard" language={language} />
        <WrittenPages part="changes" language={language} />
        <h2>{words.errors}</h2>
        <ul>
          {(Object.keys(errorCatalogue) as ErrorCode[]).map((code) => (
            <li key={code}>
              <a href={`${guidePath('errors')}#${code}`}>
                <code>{code}</code>
              </a>
            </li>
          ))}
        </ul>
      </article>
    </DocsLayout>
  );
}

const MAX_RESULTS = 50;

function Results({ language, query }: { language: Language; query: string }) {
  const words = docsWords[language];
  const found = searchDocs(language, query);
  return (
    <section id="results">
      <p>{found.length === 0 ? words.nothingFound : `${found.length} ${resultWord(found.length, language)}`}</p>
      <ul>
        {found.slice(0, MAX_RESULTS).map(({ title, path, context }) => (
          <li key={path}>
            <a href={path}>{title}</a> <span class="hint">{context}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const resultWord = (count: number, language: Language) =>
  count === 1 ? docsWords[language].resultFound : docsWords[language].resultsFound;

const WrittenPages = ({ part, language }: { part: keyof typeof WRITTEN; language: Language }) => (
  <>
    <h2>{docsWords[language][part]}</h2>
    <ul>
      {WRITTEN[part].map((name) => (
        <GuideSections key={name} name={name} language={language} />
      ))}
    </ul>
  </>
);

function GuideSections({ name, language }: { name: GuideName; language: Language }) {
  const { title, sections } = findGuide(name, language);
  return (
    <li>
      <a href={guidePath(name)}>{title}</a>
      <ul>
        {sections.map((section) => (
          <li key={section.id}>
            <a href={`${guidePath(name)}#${section.id}`}>{section.title}</a>
          </li>
        ))}
      </ul>
    </li>
  );
}
