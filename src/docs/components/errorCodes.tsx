import { type ErrorCode, errorCatalogue } from '../../errors.ts';
import type { Language } from '../../web/language.ts';
import { setIn } from '../../web/words.ts';
import { errorAdvice } from '../words/errorAdvice.ts';
import { docsWords } from '../words/pages.ts';
import { InlineMarkdown } from './markdown.tsx';

/** Every error of the catalogue; a missing one does not compile. */
export function ErrorCodes({ language }: { language: Language }) {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  return (
    <div class="codes">
      {codes.map((code) => (
        <ErrorEntry key={code} code={code} language={language} />
      ))}
    </div>
  );
}

function ErrorEntry({ code, language }: { code: ErrorCode; language: Language }) {
  const { status, text } = errorCatalogue[code];
  const { when, remedy } = errorAdvice[language][code];
  const words = docsWords[language];
  return (
    <section class="code-entry">
      <h3 id={code}>
        <a class="anchor" href={`#${code}`}>
          {code}
        </a>
        <span class="code-status">{status}</span>
      </h3>
      <p class="code-text" lang="en">
        “{text}”
      </p>
      <dl>
        <dt>{words.when}</dt>
        <dd>
          <InlineMarkdown text={setIn(language, when)} />
        </dd>
        <dt>{words.remedy}</dt>
        <dd>
          <InlineMarkdown text={setIn(language, remedy)} />
        </dd>
      </dl>
    </section>
  );
}
