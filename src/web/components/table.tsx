import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  title: string;
  /** Null if there is nothing to show: a dash, and no line on a narrow screen. */
  cell(row: Row): ComponentChildren;
  /** Amounts and counts are aligned right. */
  isNumber?: boolean;
}

interface TableProperties<Row> {
  /** A caption for screen readers only. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

/**
 * A table that becomes a list of cards on a narrow screen: the first cell is the card's title, the others show their
 * column's title.
 */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProperties<Row>) {
  return (
    <div class="table-frame">
      <table class="table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column: { title, cell, isNumber }, row }: { column: Column<Row>; row: Row }) {
  const shown = cell(row);
  const classes = [isNumber && 'number', shown === null && 'nothing'].filter(Boolean).join(' ');
  return (
    <td data-title={title} class={classes || undefined}>
      {shown ?? '–'}
    </td>
  );
}

interface EmptyStateProperties {
  title: string;
  text?: string;
  /** What can be done about it. */
  children?: ComponentChildren;
}

export function EmptyState({ title, text, children }: EmptyStateProperties) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

interface PaginationProperties {
  page: number;
  pages: number;
  linkTo(page: number): string;
  words: { label: string; previous: string; next: string; position: string };
}

export function Pagination({ page, pages, linkTo, words }: PaginationProperties) {
  if (pages <= 1 && page <= 1) return null;
  return (
    <nav class="pagination" aria-label={words.label}>
      {page > 1 && (
        <a class="button plain" rel="prev" href={linkTo(Math.min(page - 1, pages))}>
          {words.previous}
        </a>
      )}
      <span>{words.position}</span>
      {page < pages && (
        <a class="button plain" rel="next" href={linkTo(page + 1)}>
          {words.next}
        </a>
      )}
    </nav>
  );
}
