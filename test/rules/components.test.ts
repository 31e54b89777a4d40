import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { ICON_PATH } from '../../src/web/assets.ts';
import { Brand } from '../../src/web/components/brand.tsx';
import { Checkbox, Checkboxes } from '../../src/web/components/choices.tsx';
import { Button, Field, LinkButton, SearchField, Select, TextArea } from '../../src/web/components/form.tsx';
import { Icon } from '../../src/web/components/icon.tsx';
import * as moments from '../../src/web/components/moment.tsx';
import { Badge, Card, Copyable, Facts, Notice } from '../../src/web/components/notice.tsx';
import { type Column, EmptyState, Pagination, Table } from '../../src/web/components/table.tsx';

/** The HTML of an element, with an icon as its name. */
// biome-ignore lint/suspicious/noExplicitAny: elements of all kinds of properties
function html(element: VNode<any>): string {
  let text = renderToString(element);
  for (const [name, svg] of icons) text = text.replaceAll(svg, `<${name}>`);
  return text;
}
const SHOWN_ICONS = ['search', 'plus', 'inbox', 'car', 'chevron-left', 'chevron-right'] as const;
const NOTICE_ICONS = ['circle-check', 'circle-alert', 'triangle-alert', 'activity', 'info'] as const;
const icons = [...SHOWN_ICONS, ...NOTICE_ICONS].map((name) => [name, renderToString(h(Icon, { name }))] as const);

describe('fields', () => {
  const name = 'note';
  const label = 'Note';
  const FIELD = '<div class="field"><label for="note">Note</label>';

  it('have a label; their error and hint are read out with them, and the first with an error has the focus', () => {
    expect(html(h(Field, { name, label }))).toBe(`${FIELD}<input id="note" name="note" type="text"/></div>`);
    const full = { name, label, value: 'x', error: 'Too long', hint: 'Short', isRequired: true };
    const marks = 'aria-describedby="note-error note-hint" aria-invalid="true" autofocus';
    const end = '<p class="field-error" id="note-error">Too long</p><p class="hint" id="note-hint">Short</p></div>';
    expect(html(h(Field, { ...full, type: 'tel' }))).toBe(
      `${FIELD}<input id="note" name="note" required type="tel" value="x" ${marks}/>${end}`,
    );
    expect(html(h(TextArea, { ...full, rows: 5 }))).toBe(
      `${FIELD}<textarea id="note" name="note" rows="5" required ${marks}>x</textarea>${end}`,
    );
    const choices = [
      { value: 'x', label: 'X' },
      { value: 'y', label: 'Y' },
    ];
    expect(html(h(Select, { ...full, choices }))).toBe(
      `${FIELD}<select id="note" name="note" required ${marks}><option value="x" selected>X</option><option value="y">Y</option></select>${end}`,
    );
    expect(html(h(Select, { name, label, choices: [] }))).toBe(`${FIELD}<select id="note" name="note"></select></div>`);
    expect(html(h(TextArea, { name, label, hint: 'Short' }))).toBe(
      `${FIELD}<textarea id="note" name="note" rows="3" aria-describedby="note-hint"></textarea><p class="hint" id="note-hint">Short</p></div>`,
    );
  });

  it('for a search have their label inside', () => {
    const start =
      '<div class="field"><label class="unseen" for="q">Find</label><div class="search-box"><search><input id="q" name="q" placeholder="Find"';
    expect(html(h(SearchField, { name: 'q', label: 'Find', maxLength: 9 }))).toBe(
      `${start} maxlength="9" type="search"/></div></div>`,
    );
    expect(html(h(SearchField, { name: 'q', label: 'Find', hint: 'By name' }))).toBe(
      `${start} type="search" aria-describedby="q-hint"/></div><p class="hint" id="q-hint">By name</p></div>`,
    );
  });

  it('to check are single or a group', () => {
    expect(html(h(Checkbox, { name, label, isChecked: true }))).toBe(
      '<label class="check"><input type="checkbox" name="note" value="yes" checked/>Note</label>',
    );
    const choices = [
      { value: 'x', label: 'X' },
      { value: 'y', label: 'Y' },
    ];
    const group = { name, label, choices, values: ['y'] };
    const chips =
      '<legend>Note</legend><div class="chips"><label class="chip"><input type="checkbox" name="note" value="x"/>X</label><label class="chip"><input type="checkbox" name="note" value="y" checked/>Y</label></div>';
    expect(html(h(Checkboxes, group))).toBe(`<fieldset class="plain-group">${chips}</fieldset>`);
    expect(html(h(Checkboxes, { ...group, choices: [{ value: 'x', label: 'X', code: 'x:y' }] }))).toContain(
      'value="x"/>X<code>x:y</code></label>',
    );
    expect(html(h(Checkboxes, { ...group, error: 'Choose', hint: 'Any' }))).toBe(
      `<fieldset class="plain-group" aria-describedby="note-error note-hint">${chips.replace('value="x"', 'value="x" aria-invalid="true" autofocus')}<p class="field-error" id="note-error">Choose</p><p class="hint" id="note-hint">Any</p></fieldset>`,
    );
  });

  it('end with buttons', () => {
    expect(html(h(Button, { children: 'Book' }))).toBe('<button type="submit" class="button primary">Book</button>');
    expect(html(h(Button, { kind: 'danger', icon: 'plus', children: 'Erase' }))).toBe(
      '<button type="submit" class="button danger"><plus>Erase</button>',
    );
    expect(html(h(LinkButton, { href: '/app', children: 'Back' }))).toBe(
      '<a class="button plain" href="/app">Back</a>',
    );
    expect(
      html(h(LinkButton, { href: '/app', kind: 'primary', icon: 'plus', 'data-dialog': true, children: 'New' })),
    ).toBe('<a class="button primary" href="/app" data-dialog="true"><plus>New</a>');
  });
});

describe('notices and cards', () => {
  it.each([
    ['good', 'status', 'circle-check'],
    ['bad', 'alert', 'circle-alert'],
    ['warn', 'status', 'triangle-alert'],
    ['going', 'status', 'activity'],
    ['plain', 'status', 'info'],
  ] as const)('a notice that is %s is read out as %s, with the icon %s', (kind, role, icon) => {
    expect(html(h(Notice, { kind, children: 'Done' }))).toBe(
      `<div class="notice ${kind}" role="${role}"><${icon}><div>Done</div></div>`,
    );
    expect(html(h(Badge, { kind, children: 'Done' }))).toBe(`<span class="badge ${kind}">Done</span>`);
  });

  it('facts, and text to copy', () => {
    const facts = [
      { title: 'Status', value: 'Done' },
      { title: 'E-mail', value: 'a@b.example', isLong: true },
    ];
    expect(html(h(Facts, { facts }))).toBe(
      '<dl class="facts"><div><dt>Status</dt><dd>Done</dd></div><div class="long"><dt>E-mail</dt><dd>a@b.example</dd></div></dl>',
    );
    expect(html(h(Copyable, { id: 'key', text: 'abc', copy: 'Copy', copied: 'Copied' }))).toBe(
      '<div class="copyable"><pre id="key">abc</pre><button type="button" class="button plain" data-copy="#key" data-copied="Copied" hidden>Copy</button></div>',
    );
  });

  it.each([
    [{}, '<section class="card">in</section>'],
    [{ title: 'Keys' }, '<section class="card"><div class="card-head"><h2>Keys</h2></div>in</section>'],
    [{ actions: 'New' }, '<section class="card"><div class="card-head">New</div>in</section>'],
    [{ class: 'wide', id: 'a' }, '<section class="card wide" id="a">in</section>'],
  ])('a card %o', (properties, expected) => {
    expect(html(h(Card, { ...properties, children: 'in' }))).toBe(expected);
  });

  it('an icon is drawn, and left out by screen readers', () => {
    const car = renderToString(h(Icon, { name: 'car' }));
    expect(car).toMatch(/^<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><(path|circle)[^\n]*><\/svg>$/);
    expect(html(h(Brand, { href: '/app' }, 'docs'))).toBe(
      `<a class="brand" href="/app"><img src="${ICON_PATH}" alt width="28" height="28"/>Trip Bookingdocs</a>`,
    );
  });
});

describe('a table', () => {
  interface Row {
    name: string;
    count: number | null;
  }
  const rows: Row[] = [
    { name: 'a', count: 1 },
    { name: 'b', count: null },
  ];
  const columns: Column<Row>[] = [
    { title: 'Name', cell: ({ name }) => name, maxLines: 1, inCard: 'main' },
    { title: 'Count', cell: ({ count }) => count, isNumber: true, class: 'count' },
  ];
  const table = { caption: 'Rows', columns, rows, keyOf: ({ name }: Row) => name };
  const bodyOf = (properties: object) =>
    /<tbody>(.*)<\/tbody>/.exec(html(h(Table<Row>, { ...table, ...properties })))?.[1];
  const COUNT = 'data-title="Count" class="count number';
  const NAME = 'data-title="Name" class="clipped in-card card-main"';

  it('has a caption, titles and cells, with a dash where there is nothing', () => {
    expect(html(h(Table<Row>, table))).toMatch(
      /^<div class="table-frame"><table class="table"><caption class="unseen">Rows<\/caption><thead><tr><th scope="col" class="clipped in-card card-main">Name<\/th><th scope="col" class="count number">Count<\/th><\/tr><\/thead>/,
    );
    expect(bodyOf({})).toBe(
      `<tr><td ${NAME} title="a">a</td><td ${COUNT}">1</td></tr>` +
        `<tr><td ${NAME} title="b">b</td><td ${COUNT} nothing">–</td></tr>`,
    );
  });

  it('leads from the first cell of a row to its page', () => {
    const linkTo = ({ name }: Row) => `/${name}`;
    expect(bodyOf({ linkTo, opensDialog: true, rows: rows.slice(0, 1) })).toBe(
      `<tr class="linked"><td ${NAME} title="a"><a href="/a" data-dialog="true">a</a></td><td ${COUNT}">1</td></tr>`,
    );
  });

  it('marks sums', () => {
    expect(bodyOf({ isSum: ({ name }: Row) => name === 'b' })).toMatch(/^<tr><td.*<tr class="sum"><td/);
  });

  it('cuts texts after two lines', () => {
    const cut: Column<Row>[] = [
      { title: 'Name', cell: ({ name }) => name, maxLines: 2 },
      { title: 'Link', cell: () => h('b', null, 'c'), maxLines: 1 },
      { title: 'Nothing', cell: () => null, maxLines: 2 },
      { title: 'Plain', cell: ({ name }) => name },
    ];
    expect(bodyOf({ columns: cut, rows: rows.slice(0, 1) })).toBe(
      '<tr><td data-title="Name" class="clipped" title="a"><span class="lines">a</span></td>' +
        '<td data-title="Link" class="clipped"><b>c</b></td><td data-title="Nothing" class="clipped nothing">–</td>' +
        '<td data-title="Plain">a</td></tr>',
    );
  });

  it('that would be empty says so', () => {
    expect(html(h(EmptyState, { title: 'No trips' }))).toBe(
      '<div class="empty"><span class="empty-icon"><inbox></span><p class="empty-title">No trips</p></div>',
    );
    expect(html(h(EmptyState, { title: 'No trips', text: 'Book one', icon: 'car' }, 'New'))).toBe(
      '<div class="empty"><span class="empty-icon"><car></span><p class="empty-title">No trips</p><p>Book one</p>New</div>',
    );
  });

  it.each([
    [1, 1, ''],
    [1, 0, ''],
    [1, 3, '<span>n</span><a class="button plain" rel="next" href="?2">next<chevron-right></a>'],
    [3, 3, '<span>n</span><a class="button plain" rel="prev" href="?2"><chevron-left>previous</a>'],
    [9, 3, '<span>n</span><a class="button plain" rel="prev" href="?3"><chevron-left>previous</a>'],
    [
      2,
      3,
      '<span>n</span><a class="button plain" rel="prev" href="?1"><chevron-left>previous</a><a class="button plain" rel="next" href="?3">next<chevron-right></a>',
    ],
  ])('on page %s of %s leads to its neighbours', (page, pages, inside) => {
    const words = { label: 'Pages', previous: 'previous', next: 'next', position: 'n' };
    const expected = inside && `<nav class="pagination" aria-label="Pages">${inside}</nav>`;
    expect(html(h(Pagination, { page, pages, linkTo: (to) => `?${to}`, words }))).toBe(expected);
  });
});

describe('times and amounts', () => {
  const at = new Date('2027-03-14T23:05:09Z'); // the 15th in Paris
  const later = new Date('2027-03-17T12:00:00Z');
  const { dateTimeText, dateText, weekdayText, weekdayTitle, dateRangeText, hourText, wallTime, Moment } = moments;

  it('are written as people of the language do, in Paris time', () => {
    expect([dateTimeText(at, 'en'), dateTimeText(at, 'fr')]).toEqual([
      '15 Mar 2027, 00:05 (Paris)',
      '15 mars 2027, 00:05 (Paris)',
    ]);
    expect([dateText(at, 'en'), dateText(at, 'fr')]).toEqual(['15 Mar 2027', '15 mars 2027']);
    expect([weekdayText(at, 'en'), weekdayText(at, 'fr')]).toEqual(['Monday 15 March', 'lundi 15 mars']);
    expect([
      dateRangeText(at, later, 'en').replaceAll(/\s(?=–)|(?<=–)\s/g, ''),
      hourText(at, 'en'),
      hourText(at, 'fr'),
    ]).toEqual([...['15–17 March 2027', '00:05', '00:05']]);
    expect(wallTime(at)).toBe('2027-03-15T00:05');
  });

  it('have the first of a month as an ordinal in French, and no other day', () => {
    const [may, first, eleventh] = [
      new Date('2028-05-29T10:00Z'),
      new Date('2028-05-31T22:00Z'),
      new Date('2028-06-11T10:00Z'),
    ];
    const { longDateText, dateAndHourText, monthText } = moments;
    expect([
      ...[dateTimeText(first, 'fr'), dateText(first, 'fr'), longDateText(first, 'fr'), dateAndHourText(first, 'fr')],
      ...[weekdayText(first, 'fr'), weekdayTitle(first, 'fr', at), hourText(first, 'fr'), monthText(first, 'fr')],
      ...[html(h(Moment, { at: first, language: 'fr', hideZone: true, hasSeconds: true }))],
    ]).toEqual([
      ...['1er juin 2028, 00:00 (Paris)', '1er juin 2028', '1er juin 2028', '1er juin 2028, 00:00'],
      ...['jeudi 1er juin', 'Jeudi 1er juin 2028', '00:00', 'juin 2028'],
      ...['<time datetime="2028-05-31T22:00:00.000Z">1er juin 2028, 00:00:00</time>'],
    ]);
    const range = (from: Date, to: Date) => dateRangeText(from, to, 'fr').replaceAll(/\s?–\s?/g, '–');
    expect([range(first, eleventh), range(may, first)]).toEqual(['1er–11 juin 2028', '29 mai–1er juin 2028']);
    expect([dateText(eleventh, 'fr'), dateText(first, 'en')]).toEqual(['11 juin 2028', '1 Jun 2028']);
  });

  it('have a year in a title unless it is this one', () => {
    expect(weekdayTitle(at, 'fr', later)).toBe('Lundi 15 mars');
    expect(weekdayTitle(at, 'fr', new Date('2026-12-31T22:59:00Z'))).toBe('Lundi 15 mars 2027');
    expect(weekdayTitle(at, 'en', new Date('2026-12-31T23:00:00Z'))).toBe('Monday 15 March');
    expect(weekdayTitle(at, 'en', new Date('2026-12-31T22:59:00Z'))).toBe('Monday 15 March 2027');
  });

  it.each([
    [{}, '15 Mar 2027, 00:05 (Paris)'],
    [{ hasSeconds: true }, '15 Mar 2027, 00:05:09 (Paris)'],
    [{ hideZone: true }, '15 Mar 2027, 00:05'],
  ])('are moments for programs too: %o', (options, text) => {
    expect(html(h(Moment, { at, language: 'en', ...options }))).toBe(
      `<time datetime="2027-03-14T23:05:09.000Z">${text}</time>`,
    );
  });

  it('are numbers, money and lists', () => {
    const { numberText, moneyText, listText, durationText } = moments;
    expect([durationText(7), durationText(59.6), durationText(242.2)]).toEqual(['7 min', '1 h 00 min', '4 h 02 min']);
    expect([numberText(1234.5, 'en'), numberText(1234.5, 'fr')]).toEqual(['1,234.5', '1\u202f234,5']);
    expect([moneyText(123_450, 'en'), moneyText(123_450, 'fr')]).toEqual(['€1,234.50', '1\u202f234,50\u00a0€']);
    expect([listText(['a', 'b', 'c'], 'en'), listText(['a', 'b', 'c'], 'fr')]).toEqual(['a, b and c', 'a, b et c']);
  });
});
