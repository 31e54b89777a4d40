import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export interface Column<Row> {
  title: string;
  /** Null if there is nothing to show: a dash, and no line on a narrow screen. */
  cell(row: Row): ComponentChildren;
  /** A short line below it, which is never cut. */
  below?(row: Row): string | null;
  /** Amounts and counts are aligned right. */
  isNumber?: boolean;
  /** A text is cut with an ellipsis after this many lines; the cell's tooltip shows it in full. */
  maxLines?: 1 | 2;
  /**
   * Its place in the card that a row becomes on a narrow screen: below the first cell, at the right edge, or over the
   * whole width, each without the column's title. Without a place: a line with the title.
   */
  inCard?: 'main' | 'aside' | 'wide';
  /** For styles of this column alone. */
  class?: string;
}

interface TableProperties<Row> {
  /** A caption for screen readers only. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** The page of a row: its first cell becomes a link that covers the whole row. */
  linkTo?(row: Row): string;
  /** Whether a row is the sum of those above it. */
  isSum?(row: Row): boolean;
  /** Whether that page is shown in a dialog if JavaScript is available. */
  opensDialog?: boolean;
}

/** A table that becomes a list of cards on a narrow screen, each titled by the first cell. */
export function Table<Row>({ caption, columns, rows, keyOf, linkTo, isSum, opensDialog }: TableProperties<Row>) {
  return (
    <div class="table-frame">
      <table class="table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classesOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={linkTo ? 'linked' : isSum?.(row) ? 'sum' : undefined}>
              {columns.map((column, index) => (
                <Cell
                  key={column.title}
                  {...{ column, row, opensDialog }}
                  href={index === 0 ? linkTo?.(row) : undefined}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProperties<Row> {
  column: Column<Row>;
  row: Row;
  href: string | undefined;
  opensDialog: boolean | undefined;
}

function Cell<Row>({ column, row, href, opensDialog }: CellProperties<Row>) {
  const shown = column.cell(row) ?? null;
  const below = column.below?.(row);
  const tooltip = column.maxLines && typeof shown === 'string' ? shown : undefined;
  const content = column.maxLines === 2 && shown !== null ? <span class="lines">{shown}</span> : (shown ?? '–');
  return (
    <td data-title={column.title} class={classesOf(column, shown === null)} title={tooltip}>
      {href === undefined ? (
        content
      ) : (
        <a href={href} data-dialog={opensDialog}>
          {content}
        </a>
      )}
      {below && <span class="below hint">{below}</span>}
    </td>
  );
}

function classesOf<Row>(column: Column<Row>, isEmpty = false): string | undefined {
  const { isNumber, maxLines, inCard } = column;
  const classes = [
    column.class,
    isNumber && 'number',
    maxLines && 'clipped',
    inCard && `in-card card-${inCard}`,
    isEmpty && 'nothing',
  ];
  return classes.filter(Boolean).join(' ') || undefined;
}

export interface EmptyStateProperties {
  title: string;
  text?: string;
  icon?: IconName;
  /** What can be done about it. */
  children?: ComponentChildren;
}

export function EmptyState({ title, text, icon = 'inbox', children }: EmptyStateProperties) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} />
      </span>
      <p class="empty-title">{title}</p>
      {text && <p>{text}</p>}
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
      <span>{words.position}</span>
      {page > 1 && (
        <a class="button plain" rel="prev" href={linkTo(Math.min(page - 1, pages))}>
          <Icon name="chevron-left" />
          {words.previous}
        </a>
      )}
      {page < pages && (
        <a class="button plain" rel="next" href={linkTo(page + 1)}>
          {words.next}
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}
