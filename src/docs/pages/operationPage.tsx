import type { Language } from '../../web/language.ts';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { Example } from '../components/example.tsx';
import { DocsLayout } from '../components/layout.tsx';
import { InlineMarkdown } from '../components/markdown.tsx';
import { Members } from '../components/members.tsx';
import { Navigation, REFERENCE_PATH } from '../components/navigation.tsx';
import { Neighbours } from '../components/neighbours.tsx';
import { Method, operationPath } from '../components/operationList.tsx';
import { Tabs } from '../components/tabs.tsx';
import type { ExampleValues } from '../exampleValues.ts';
import { guidePath } from '../guides.ts';
import { groups, type Operation, type Response, requestParts, success } from '../reference/description.ts';
import { samplesOf } from '../reference/samples/samples.ts';
import { type Member, memberOf, membersOf } from '../reference/schema.ts';
import { docsWords } from '../words/pages.ts';
import { translated } from '../words/reference/translated.ts';

interface OperationProperties {
  operation: Operation;
  language: Language;
}

const inMenuOrder = groups.flatMap(({ operations }) => operations);

/** One operation of the API: its request beside its response. */
export function OperationPage({ operation, language, values }: OperationProperties & { values: ExampleValues }) {
  const words = docsWords[language];
  const path = operationPath(operation);
  const title = translated(operation.summary, language);
  const place = inMenuOrder.indexOf(operation);
  const neighbour = (other: Operation | undefined) =>
    other && { href: operationPath(other), title: translated(other.summary, language) };
  return (
    <DocsLayout
      language={language}
      title={title}
      path={path}
      isWide
      navigation={<Navigation language={language} path={path} />}
    >
      <article class="operation">
        <Breadcrumbs
          crumbs={[
            { href: REFERENCE_PATH, title: words.reference },
            { href: `${REFERENCE_PATH}#${tagAnchor(operation.tag)}`, title: translated(operation.tag, language) },
          ]}
          title={title}
          words={words}
        />
        <h1>{title}</h1>
        <p class="endpoint">
          <Method method={operation.method} /> <code>{operation.path}</code>
        </p>
        {translated(operation.description, language)
          .split('\n\n')
          .map((paragraph) => (
            <p key={paragraph} class="operation-text">
              <InlineMarkdown text={paragraph} />
            </p>
          ))}
        <div class="exchange">
          <Request operation={operation} language={language} values={values} />
          <Answers operation={operation} language={language} />
        </div>
      </article>
      <Neighbours previous={neighbour(inMenuOrder[place - 1])} next={neighbour(inMenuOrder[place + 1])} words={words} />
    </DocsLayout>
  );
}

export const tagAnchor = (tag: string) => tag.toLowerCase().replaceAll(' ', '-');

function Request({ operation, language, values }: OperationProperties & { values: ExampleValues }) {
  const words = docsWords[language];
  const { body } = operation;
  const samples = samplesOf(operation, values).map(({ label, file, text }) => ({
    label,
    panel: <Example file={file} label={label} text={text} words={words} />,
  }));
  return (
    <section>
      <h2 id="request">
        <a class="anchor" href="#request">
          {words.request}
        </a>
      </h2>
      <Tabs name="sample" legend={words.sampleLanguage} tabs={samples} isRemembered />
      {requestParts(operation).map(([place, members]) => (
        <MemberGroup key={place} title={words[place]} anchor={place} members={members} language={language} isRequest />
      ))}
      {body && Object.keys(body.examples).length > 1 && (
        <OtherExamples examples={Object.values(body.examples).slice(1)} language={language} />
      )}
    </section>
  );
}

interface MemberGroupProperties {
  title: string;
  anchor: string;
  members: Member[];
  language: Language;
  isRequest: boolean;
}

const MemberGroup = ({ title, anchor, members, language, isRequest }: MemberGroupProperties) => (
  <>
    <h3 id={anchor}>
      <a class="anchor" href={`#${anchor}`}>
        {title}
      </a>
    </h3>
    <Members members={members} language={language} isRequest={isRequest} />
  </>
);

function OtherExamples({
  examples,
  language,
}: {
  examples: { summary?: string; value: unknown }[];
  language: Language;
}) {
  return (
    <>
      {examples.map(({ summary = '', value }) => (
        <details class="operation-more" key={summary}>
          <summary>{translated(summary, language)}</summary>
          <pre>
            <code>{json(value)}</code>
          </pre>
        </details>
      ))}
    </>
  );
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The response to a request that succeeds, and every error. */
function Answers({ operation, language }: OperationProperties) {
  const words = docsWords[language];
  const good = success(operation);
  const shown = operation.responses.flatMap((response) => {
    const [example] = Object.values(response.examples);
    return example && response.status !== 'default' ? [{ status: response.status, text: json(example.value) }] : [];
  });
  return (
    <section>
      <h2 id="response">
        <a class="anchor" href="#response">
          {words.response}
        </a>
      </h2>
      {shown.length > 0 && (
        <Tabs
          name="answer"
          legend={words.status}
          tabs={shown.map(({ status, text }) => ({
            label: status,
            panel: (
              <Example file={`${operation.id}.${status}.json`} label={`HTTP ${status}`} text={text} words={words} />
            ),
          }))}
        />
      )}
      <Success response={good} language={language} />
      <Errors responses={operation.responses.filter((response) => response !== good)} language={language} />
    </section>
  );
}

function Success({ response, language }: { response: Response; language: Language }) {
  const words = docsWords[language];
  const { status, description, headers, schema } = response;
  const headerMembers = headers.map(({ name, description: text, schema: type, example }) =>
    memberOf(name, { ...type, description: text, example }, `${status}.header.${name}`, false),
  );
  return (
    <>
      <h3 id={status}>
        <a class="anchor" href={`#${status}`}>
          {status}
        </a>
      </h3>
      <p>
        <InlineMarkdown text={translated(description, language)} />
      </p>
      {schema && <Members members={membersOf(schema, status)} language={language} isRequest={false} />}
      {headerMembers.length > 0 && (
        <details class="operation-more">
          <summary>{words.responseHeaders}</summary>
          <Members members={headerMembers} language={language} isRequest={false} />
        </details>
      )}
    </>
  );
}

function Errors({ responses, language }: { responses: Response[]; language: Language }) {
  const words = docsWords[language];
  return (
    <>
      <h3 id="errors">
        <a class="anchor" href="#errors">
          {words.errors}
        </a>
      </h3>
      <dl class="operation-errors">
        {responses.map(({ status, description, examples }) => (
          <div key={status} id={status}>
            <dt>
              <a class="anchor" href={`#${status}`}>
                {status === 'default' ? words.anyStatus : status}
              </a>
            </dt>
            <dd>
              <p>
                <InlineMarkdown text={translated(description, language)} />
              </p>
              <ul>
                {Object.keys(examples).map((code) => (
                  <li key={code}>
                    <a href={`${guidePath('errors')}#${code}`}>
                      <code>{code}</code>
                    </a>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
