import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  title: string;
  cell(row: Row): ComponentChildren;
  /** Amounts and counts stand at the right. */
  isNumber?: boolean;
}

interface TableProperties<Row> {
  /** Read out, not shown: what the table is of. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

/** A table that becomes a list of cards where the screen is narrow; each cell then carries its column's title. */
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
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} data-title={title} class={isNumber ? 'number' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function EmptyState({ title, text }: { title: string; text?: string }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {text !== undefined && <p>{text}</p>}
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
