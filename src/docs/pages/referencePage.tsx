import { paths } from '../../contract/openapi/operations.ts';
import type { Language } from '../../web/language.ts';
import { DocsLayout } from '../components/layout.tsx';
import { DESCRIPTION_PATH, Navigation, REFERENCE_PATH, type Section } from '../components/navigation.tsx';
import { REFERENCE_SCRIPT_PATH, RENDERER_SCRIPT_PATH, RENDERER_STYLE_PATH } from '../renderer.ts';
import { docsWords } from '../words/pages.ts';

/** The renderer's anchor of each operation. */
const operations: Section[] = Object.values(paths).flatMap((methods) =>
  Object.values(methods).map(({ tags: [tag], operationId, summary }) => ({
    id: `operations-${tag}-${operationId}`,
    title: summary,
  })),
);

/** The OpenAPI document as a page, rendered in the browser by Swagger UI. */
export function ReferencePage({ language }: { language: Language }) {
  const words = docsWords[language];
  return (
    <DocsLayout
      language={language}
      title={words.reference}
      path={REFERENCE_PATH}
      head={
        <>
          <link rel="stylesheet" href={RENDERER_STYLE_PATH} />
          <script defer src={RENDERER_SCRIPT_PATH} />
          <script type="module" src={REFERENCE_SCRIPT_PATH} />
        </>
      }
      isDrawn
      navigation={<Navigation language={language} path={REFERENCE_PATH} sections={operations} />}
    >
      <div id="reference" lang="en" data-description={DESCRIPTION_PATH}>
        <p class="loading">{words.loading}</p>
      </div>
      <noscript>
        <p class="note">
          {words.noScript} <a href={DESCRIPTION_PATH}>{DESCRIPTION_PATH}</a>
        </p>
      </noscript>
    </DocsLayout>
  );
}
