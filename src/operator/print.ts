import type { Answer } from './command.ts';

export const asJson = (answer: Answer): string => `${JSON.stringify(answer, null, 2)}\n`;

/** For people: a list as a table, a single record as one line per member. */
export function asTable(answer: Answer): string {
  if (Array.isArray(answer)) return `${answer.length === 0 ? '(none)' : columns(answer)}\n`;
  const entries = Object.entries(answer);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${multiline(value, width + 2)}\n`).join('');
}

function columns(records: object[]): string {
  const memberOf = (record: object, name: string) => (record as Record<string, unknown>)[name] ?? null;
  const names = Object.keys(Object.assign({}, ...records)).filter((name) =>
    records.some((record) => memberOf(record, name) !== null),
  );
  const lines = [names, ...records.map((record) => names.map((name) => cell(memberOf(record, name))))];
  const widths = names.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function multiline(value: unknown, indent: number): string {
  if (!Array.isArray(value)) return cell(value);
  return value.map((each) => cell(each)).join(`\n${' '.repeat(indent)}`) || '-';
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(cell).join(', ') || '-';
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return members
    .map(([name, member]) => `${name}: ${isRecord(member) ? `(${cell(member)})` : cell(member)}`)
    .join(', ');
}

const isRecord = (value: unknown) => typeof value === 'object' && !(value instanceof Date) && !Array.isArray(value);
