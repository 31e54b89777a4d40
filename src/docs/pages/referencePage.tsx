import type { Language } from '../../web/language.ts';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { DocsLayout } from '../components/layout.tsx';
import { InlineMarkdown } from '../components/markdown.tsx';
import { COLLECTION_PATH, DESCRIPTION_PATH, Navigation, REFERENCE_PATH } from '../components/navigation.tsx';
import { OperationList } from '../components/operationList.tsx';
import { groups, introduction } from '../reference/description.ts';
import { docsWords } from '../words/pages.ts';
import { translated } from '../words/reference/translated.ts';
import { tagAnchor } from './operationPage.tsx';

const [lead = '', ...rules] = introduction;

/** What holds for every call, and all operations by tag. */
export function ReferencePage({ language }: { language: Language }) {
  const words = docsWords[language];
  return (
    <DocsLayout
      language={language}
      title={words.reference}
      path={REFERENCE_PATH}
      navigation={<Navigation language={language} path={REFERENCE_PATH} />}
    >
      <article class="prose">
        <Breadcrumbs crumbs={[]} title={words.reference} words={words} />
        <h1>{words.reference}</h1>
        <p class="prose-lead">
          <InlineMarkdown text={translated(lead, language)} />
        </p>
        {groups.map(({ name, description, operations }) => (
          <section key={name} class="operation-group">
            <h2 id={tagAnchor(name)}>
              <a class="anchor" href={`#${tagAnchor(name)}`}>
                {translated(name, language)}
              </a>
            </h2>
            <p>
              <InlineMarkdown text={translated(description, language)} />
            </p>
            <OperationList operations={operations} language={language} />
          </section>
        ))}
        <h2 id="general">
          <a class="anchor" href="#general">
            {words.general}
          </a>
        </h2>
        {rules.map((paragraph) => (
          <p>
            <InlineMarkdown text={translated(paragraph, language)} />
          </p>
        ))}
        <p>
          <a href={DESCRIPTION_PATH}>{words.description}</a> · <a href={COLLECTION_PATH}>{words.collection}</a>
        </p>
      </article>
    </DocsLayout>
  );
}
