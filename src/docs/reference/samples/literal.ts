/** How a language writes values. */
export interface Notation {
  indent: string;
  name(name: string): string;
  text(text: string): string;
  /** True, false and null. */
  words: readonly [string, string, string];
}

/** What fits beside the response on a desk, with the member's name before it. */
const MAX_COLUMNS = 48;

/** A JSON value as a literal: on one line if it is short. */
export function literal(value: unknown, notation: Notation, margin = ''): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return String(value);
  if (value === null || typeof value !== 'object') return notation.words[value === true ? 0 : value === false ? 1 : 2];
  const inner = margin + notation.indent;
  const isList = Array.isArray(value);
  const items = Object.entries(value).map(([name, member]) => {
    const text = literal(member, notation, inner);
    return isList ? text : `${notation.name(name)}: ${text}`;
  });
  const [open, close] = isList ? '[]' : '{}';
  const gap = isList || items.length === 0 ? '' : ' ';
  const line = `${open}${gap}${items.join(', ')}${gap}${close}`;
  if (!line.includes('\n') && margin.length + line.length <= MAX_COLUMNS) return line;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${margin}${close}`;
}
