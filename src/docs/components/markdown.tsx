import { marked, type Token, type Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { sectionOf } from '../guides.ts';

/**
 * Renders the Markdown of our guides. It supports what the guides use and nothing else: any other token, such as raw
 * HTML, is an error in the guide.
 */
export function Markdown({ tokens }: { tokens: readonly Token[] }) {
  return <>{tokens.map(block)}</>;
}

/** A sentence with code and links. */
export const InlineMarkdown = ({ text }: { text: string }) => <>{inline(readOnce(text))}</>;

/** Bounded by the number of sentences in guides and errors. */
const sentences = new Map<string, Token[]>();

function readOnce(text: string): Token[] {
  const tokens = sentences.get(text) ?? marked.Lexer.lexInline(text);
  sentences.set(text, tokens);
  return tokens;
}

function block(token: Token): ComponentChildren {
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      return <Heading token={token as Tokens.Heading} />;
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>;
    case 'blockquote':
      return (
        <aside class="note">
          <Markdown tokens={token.tokens ?? []} />
        </aside>
      );
    case 'list':
      return (
        <ul>
          {(token as Tokens.List).items.map((item) => (
            <li>{inline(item.tokens)}</li>
          ))}
        </ul>
      );
    case 'table':
      return <Table token={token as Tokens.Table} />;
    default:
      throw new Error(`guides have no ${token.type}: ${token.raw}`);
  }
}

/** A heading with an anchor. */
function Heading({ token }: { token: Tokens.Heading }) {
  const id = sectionOf(token)?.id;
  return (
    <h2 id={id}>
      <a class="anchor" href={`#${id}`}>
        {inline(token.tokens)}
      </a>
    </h2>
  );
}

function Table({ token: { header, rows } }: { token: Tokens.Table }) {
  /** The first is the title of its row on a phone with large text; the others have their column's above them. */
  const cells = (row: Tokens.TableCell[]) =>
    row.map(({ tokens }, index) => <td data-title={index > 0 ? header[index]?.text : undefined}>{inline(tokens)}</td>);
  return (
    <table class="prose-table">
      <thead>
        <tr>
          {header.map(({ tokens }) => (
            <th scope="col">{inline(tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>{cells(row)}</tr>
        ))}
      </tbody>
    </table>
  );
}

const inline = (tokens: Token[] = []): ComponentChildren => tokens.map(inlineOne);

function inlineOne(token: Token): ComponentChildren {
  switch (token.type) {
    case 'text':
      return 'tokens' in token && token.tokens ? inline(token.tokens) : token.text;
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>;
    case 'em':
      return <em>{inline(token.tokens)}</em>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'link':
      return <a href={(token as Tokens.Link).href}>{inline(token.tokens)}</a>;
    default:
      throw new Error(`guides have no ${token.type}: ${token.raw}`);
  }
}
