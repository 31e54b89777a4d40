/** A Markdown table whose columns also line up in a terminal; figures are aligned right. */
export function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length), 3),
  );
  const isFigure = heads.map(
    (_, column) => rows.some((row) => row[column]) && rows.every((row) => looksLikeFigure(row[column])),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, isFigure[column] ?? false)).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (isFigure[column] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(heads), rule, ...rows.map(line)].join('\n');
}

const looksLikeFigure = (cell = '') => cell === '' || /^[\d.,]+( %| MiB| ms| s| \/s)?$/.test(cell);

const pad = (cell: string, width: number, isFigure: boolean) => (isFigure ? cell.padStart(width) : cell.padEnd(width));

/** Three significant digits, with separators for thousands. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (value === 0) return '0';
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
