import { describe, expect, it } from 'vitest';
import { sourceFiles as files, isOurs, isStore } from '../support/sources.ts';

/** From the bottom up. Modules of one layer do not import each other. */
const LAYERS = [
  [
    'clock.ts',
    'identifiers.ts',
    'sha256.ts',
    'fault.ts',
    'providerSettings.ts',
    'money',
    'errors.ts',
    'sweeping.ts',
    'tracing.ts',
  ],
  ['contract', 'database'],
  ['audit', 'catalogue', 'limits', 'mail', 'places', 'usage'],
  ['keys'],
  ['accounts'],
  ['gates'],
  ['web'],
  ['trips', 'quotes', 'catalogueApi', 'health', 'docs'],
  ['events'],
  ['webhooks', 'search', 'privacy'],
  ['dashboard'],
  ['app.ts'],
  ['start'],
  ['operator'], // a program of its own, which shares the settings and the logger of the service
];

const within = (...prefixes: string[]) =>
  files.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)));
const named = (...names: string[]) => files.filter(({ name }) => names.includes(name));

/** Imports of values that break the rule, as "file -> target". Types vanish when the program runs. */
const offences = (chosen: typeof files, isAllowed: (target: string) => boolean) =>
  chosen.flatMap(({ name, imports }) =>
    imports.filter(({ isType, target }) => !isType && !isAllowed(target)).map(({ target }) => `${name} -> ${target}`),
  );

describe('the structure of src/', () => {
  it('has files to judge', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(150);
  });

  it('keeps pure rules pure: money and the lifecycle import nothing that does I/O, and read no clock', () => {
    const pure = [
      ...within('money/', 'places/embedded/'),
      ...named('trips/lifecycle.ts', 'contract/dateTime.ts', 'places/gazetteer/normalise.ts', 'search/words.ts'),
      ...named('places/place.ts'),
    ];
    expect(pure.length).toBeGreaterThan(10);
    expect(
      offences(pure, (target) => /^(money|places\/embedded)\/|normalise\.ts$|^places\/place\.ts$/.test(target)),
    ).toEqual([]);
    expect(pure.filter(({ text }) => /new Date\(\)|Date\.now/.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it('lets stores import neither gates nor routes', () => {
    const stores = files.filter(({ name }) => isStore(name));
    expect(stores.length).toBeGreaterThan(8);
    expect(offences(stores, (target) => /^(database|contract|money)\/|\/store\/|Store\.ts$/.test(target))).toEqual([]);
  });

  it('keeps SQL in stores and the database folder', () => {
    const sql = /\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/;
    const strays = files.filter(({ name, text }) => sql.test(text) && !isStore(name) && !name.startsWith('database/'));
    expect(strays.map(({ name }) => name)).toEqual([]);
  });

  it('reads the environment only where a program begins', () => {
    expect(
      files
        .filter(({ text }) => text.includes('process.env'))
        .filter(({ name }) => !name.startsWith('docs/reference/samples/')) // callers' code, as text
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['operator/main.ts', 'start/main.ts']);
  });

  it('lets imports point down only, types included: a module imports from itself and from the layers below it', () => {
    const layerOf = (path: string) => LAYERS.findIndex((modules) => modules.includes(path.split('/')[0] ?? ''));
    const upwards = files.flatMap(({ name, imports }) =>
      imports
        .filter(({ target }) => isOurs(target) && target.split('/')[0] !== name.split('/')[0])
        .filter(({ target }) => layerOf(target) < 0 || layerOf(target) >= layerOf(name))
        .map(({ target }) => `${name} -> ${target}`),
    );
    expect(upwards).toEqual([]);
  });

  it('starts every periodic job in the one list of housekeeping jobs', () => {
    const jobs = files.filter(
      ({ name, text }) => text.includes('sweepEvery(') && !['sweeping.ts', 'start/housekeeping.ts'].includes(name),
    );
    expect(jobs.length).toBeGreaterThan(1);
    const startedIn = jobs.map((job) => [
      job.name,
      ...files.filter(({ imports }) => imports.some(({ target }) => target === job.name)).map(({ name }) => name),
    ]);
    expect(startedIn).toEqual(jobs.map(({ name }) => [name, 'start/housekeeping.ts']));
  });

  it('loads OpenTelemetry only if traces are exported: one file imports it, and nothing imports that file at once', () => {
    const importing = (target: RegExp) =>
      files.filter(({ imports }) => imports.some((each) => target.test(each.target))).map(({ name }) => name);
    expect(importing(/^@opentelemetry\//)).toEqual(['start/openTelemetry.ts']);
    expect(importing(/openTelemetry\.ts$/)).toEqual([]);
    expect(files.filter(({ text }) => text.includes("import('./openTelemetry.ts')")).map(({ name }) => name)).toEqual([
      'start/run.ts',
    ]);
  });

  it('has no circle of imports', () => {
    const graph = new Map(
      files.map(({ name, imports }) => [name, imports.filter(({ isType }) => !isType).map(({ target }) => target)]),
    );
    const circles: string[] = [];
    const visit = (name: string, trail: string[]) => {
      if (trail.includes(name)) return void circles.push([...trail, name].join(' -> '));
      for (const next of graph.get(name) ?? []) visit(next, [...trail, name]);
    };
    visit('start/main.ts', []);
    visit('operator/main.ts', []);
    expect(circles).toEqual([]);
  });
});
