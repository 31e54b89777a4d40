import { NOT_BLANK_PATTERN } from '../../contract/common.ts';
import type { Language } from '../../web/language.ts';
import { ANY_NAME, alternativesOf, type Member, type Schema } from '../reference/schema.ts';
import { docsWords } from '../words/pages.ts';
import { translated } from '../words/reference/translated.ts';
import { InlineMarkdown } from './markdown.tsx';

interface MembersProperties {
  members: Member[];
  language: Language;
  /** Whether callers send them. Only then does it matter which are required, and only then are bounds kept by callers. */
  isRequest: boolean;
}

/** Members with everything that is known about them, those below them indented. */
export function Members({ members, language, isRequest }: MembersProperties) {
  return (
    <ul class="members">
      {members.map((member) => (
        <MemberEntry key={member.anchor} member={member} language={language} isRequest={isRequest} />
      ))}
    </ul>
  );
}

interface MemberProperties extends Omit<MembersProperties, 'members'> {
  member: Member;
}

function MemberEntry({ member, language, isRequest }: MemberProperties) {
  const words = docsWords[language];
  const { name, anchor, schema, isRequired, members, alternatives } = member;
  const description = schema.description ?? schema.items?.description;
  return (
    <li id={anchor}>
      <p class="member-head">
        <a class="anchor" href={`#${anchor}`}>
          {name === ANY_NAME ? <em>{words.anyName}</em> : <code>{name || words.alternative}</code>}
        </a>{' '}
        <span class="member-type">{typeText(schema, language)}</span>
        {isRequest && isRequired && <span class="member-required"> {words.required}</span>}
      </p>
      {description && (
        <p>
          <InlineMarkdown text={translated(description, language)} />
        </p>
      )}
      <Facts schema={schema.items ?? schema} language={language} />
      {members.length > 0 && <Members members={members} language={language} isRequest={isRequest} />}
      {alternatives.length > 0 && <Members members={alternatives} language={language} isRequest={isRequest} />}
    </li>
  );
}

function typeText(schema: Schema, language: Language): string {
  const words = docsWords[language];
  const alternatives = alternativesOf(schema);
  const type = alternatives.length
    ? alternatives.map((alternative) => typeText(alternative, language)).join(words.or)
    : schema.items
      ? words.listOf(typeText(schema.items, language))
      : (schema.type ?? words.anyType);
  const format = schema.format ? ` (${schema.format})` : '';
  return type + format + (schema.nullable ? `${words.or}null` : '');
}

/** The values that are allowed, the default, and an example. */
function Facts({ schema, language }: { schema: Schema; language: Language }) {
  const words = docsWords[language];
  const bounds = boundsText(schema, language);
  const facts = [
    schema.enum && (
      <>
        {words.values} <Values values={schema.enum} />
      </>
    ),
    bounds && <>{bounds}</>,
    schema.pattern === NOT_BLANK_PATTERN && <>{words.notBlank}</>,
    schema.pattern && schema.pattern !== NOT_BLANK_PATTERN && (
      <>
        {words.pattern} <code>{schema.pattern}</code>
      </>
    ),
    schema.default !== undefined && (
      <>
        {words.defaultValue} <code>{shown(schema.default)}</code>
      </>
    ),
    schema.example !== undefined && !schema.enum && (
      <>
        {words.forExample} <code>{shown(schema.example)}</code>
      </>
    ),
  ].filter(Boolean);
  return facts.length > 0 ? (
    <ul class="member-facts">
      {facts.map((fact) => (
        <li>{fact}</li>
      ))}
    </ul>
  ) : null;
}

const Values = ({ values }: { values: unknown[] }) => (
  <>
    {values.map((value, index) => (
      <>
        {index > 0 && ' '}
        <code>{shown(value)}</code>
      </>
    ))}
  </>
);

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function boundsText(schema: Schema, language: Language): string | undefined {
  const words = docsWords[language];
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, maxProperties } = schema;
  const kinds = [
    [minimum, maximum, ''],
    [minLength, maxLength, words.characters],
    [minItems, maxItems, words.items],
    [undefined, maxProperties, words.members],
  ] as const;
  const texts = kinds.flatMap(([least, most, unit]) => {
    if (least === undefined && most === undefined) return [];
    const number = (value: number) => value.toLocaleString(language);
    const range =
      least === undefined
        ? words.atMost(number(most ?? 0))
        : most === undefined
          ? words.atLeast(number(least))
          : words.between(number(least), number(most));
    return [range + unit];
  });
  return texts.length > 0 ? texts.join(', ') : undefined;
}
