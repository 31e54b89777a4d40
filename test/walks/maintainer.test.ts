import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { openApiDocument } from '../../src/contract/openapi/document.ts';
import { CreateTripRequest, Trip } from '../../src/contract/trip.ts';
import { KEY_SCOPES } from '../../src/contract/values.ts';
import { navigationFor } from '../../src/dashboard/navigation.ts';
import { errorCatalogue } from '../../src/errors.ts';
import { GEOCODERS, ROUTERS } from '../../src/providerSettings.ts';

const FOLDERS = ['src', 'test', 'docs', 'reliability', 'clients', 'examples', 'bench', 'accuracy', 'scripts', 'deploy'];
const isMade = (path: string) => /(^|\/)(node_modules|dist)(\/|$)|\/generated\.ts$/.test(path);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const filesBelow = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
    .filter((path) => !isMade(path));
const files = [
  ...FOLDERS.flatMap(filesBelow),
  ...readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : [])),
];
const isThere = (path: string) => existsSync(join(ROOT, path));

interface NamedFile {
  path: string;
  /** Marked by a star: the compiler reports it. */
  isReported: boolean;
}

/** What stands in backticks and is a file or folder of ours. A mere name is beside the file before it, or anywhere. */
function namedIn(text: string): NamedFile[] {
  const named: NamedFile[] = [];
  for (const [, name = '', star] of text.matchAll(
    /`([\w./-]+(?:\.(?:tsx?|mjs|sql|css|md|json|sha256|txt)|\/))`( \*(?!\*))?/g,
  )) {
    if (name.includes('/') && !FOLDERS.includes(name.split('/')[0] ?? '')) continue; // such as dist/ and /app/
    const beside = join(dirname(named.at(-1)?.path ?? ''), name);
    const found = isThere(beside) ? beside : files.find((path) => basename(path) === name);
    named.push({ path: name.includes('/') ? name : (found ?? name), isReported: star !== undefined });
  }
  return named;
}

/** In the names of files that a recipe tells to add. */
const BLANK = /NNNN|NAME|AREA|LANGUAGE|\barea/;
const folderToAddTo = (path: string): string => (BLANK.test(path) ? folderToAddTo(dirname(path)) : path);

const [, recipesText = ''] = read('CONTRIBUTING.md').split('\n## Recipes\n');
const recipes = new Map(recipesText.split(/^### /m).map((text) => [text.split('\n')[0] ?? '', text]));

interface Kind {
  recipe: string;
  /** What was added before. */
  existing: string[];
  /** The steps that were made for every one of them; the others depend. */
  steps: number[];
  mentions(text: string, name: string): boolean;
  /** Where to look for files that the recipe may have forgotten. */
  among?: RegExp;
}

const asWord = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);
const asColumn = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const required: readonly string[] = CreateTripRequest.required;
const providersIn = (known: object) => Object.keys(known).filter((name) => name !== 'embedded');
const provider = { recipe: 'Add a geocoder or router', steps: [1, 2, 3, 4] };

const KINDS: Record<string, Kind> = {
  'a trip member': {
    recipe: 'Add a trip member',
    existing: Object.keys(CreateTripRequest.properties).filter(
      (name) => name in Trip.properties && !required.includes(name),
    ),
    steps: [1, 2, 3, 4, 5, 7, 8],
    mentions: (text, name) => asWord(text, name) || asWord(text, asColumn(name)),
  },
  'an error code': {
    recipe: 'Add an error code',
    existing: Object.keys(errorCatalogue),
    steps: [1, 2, 3, 4],
    mentions: asWord,
  },
  'an operation': {
    recipe: 'Add an operation',
    existing: Object.entries(openApiDocument('').paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    ),
    steps: [2, 4, 5, 7],
    mentions: (text, operation) => {
      const [id = '', request = ''] = operation.split(/ (.*)/);
      return asWord(text, id) || new RegExp(`${request.replace('{id}', '(\\w+|{id})')}(?![\\w/])`).test(text);
    },
  },
  'a geocoder': {
    ...provider,
    existing: providersIn(GEOCODERS),
    mentions: (text, name) => new RegExp(`\\b${name}`).test(text), // also in photonFeature
  },
  'a router': {
    ...provider,
    existing: providersIn(ROUTERS),
    mentions: (text, name) => new RegExp(`\\b${name}`).test(text),
  },
  'a page': {
    recipe: 'Add a dashboard page',
    existing: [...new Set([...navigationFor('DRIVER'), ...navigationFor('CONTRACTOR')].map(({ path }) => path))],
    steps: [3, 6],
    mentions: (text, path) => text.includes(path),
  },
  'a language': {
    recipe: 'Add a language',
    existing: ['fr'],
    steps: [1, 2, 3, 4],
    mentions: (text, code) => new RegExp(`'${code}'|\\b${code}:|InFrench|\\binLanguages\\(`).test(text),
    // Without the names of places, what was migrated once, and the texts that translated.ts joins.
    among: /^src\/(?!places\/|database\/migrations\/|docs\/words\/reference\/)/,
  },
  'a scope': {
    recipe: 'Add a setting, a metric, a scope or a table',
    existing: KEY_SCOPES.filter((scope) => scope.includes(':')), // the others are everyday words
    steps: [],
    // The recipe names routes by what they have in common.
    mentions: (text, scope) => text.includes(scope) && !text.includes('needs('),
    among: /^(src|docs)\//,
  },
};

// Without history, and without the recipes themselves.
const FORGETTABLE = /^(?!CHANGELOG\.md|CONTRIBUTING\.md|docs\/decisions\/|test\/walks\/)/;
const texts = new Map(files.filter((path) => /\.(tsx?|mjs|sql|md|json)$/.test(path)).map((path) => [path, read(path)]));
const textsIn = (path: string) => {
  const folder = folderToAddTo(path);
  return [...texts].filter(([name]) => name === folder || name.startsWith(`${folder.replace(/\/$/, '')}/`));
};

describe.each(Object.entries(KINDS))('the recipe for %s', (_, { recipe, existing, steps, mentions, among = /^/ }) => {
  const text = recipes.get(recipe) ?? '';
  const named = namedIn(text).map(({ path }) => path);

  it('describes what was done for those that are there', () => {
    const parts = text.split(/^\d+\. /m);
    const undone = steps.flatMap((step) => {
      const described = namedIn(parts[step] ?? '').flatMap(({ path }) => textsIn(path));
      return existing
        .filter((name) => !described.some(([, content]) => mentions(content, name)))
        .map((name) => `step ${step}: ${name}`);
    });
    expect(undone).toEqual([]);
  });

  it('names every file that has all of them', () => {
    const touched = [...texts].filter(([, content]) => existing.every((name) => mentions(content, name)));
    const isNamed = (path: string) => named.some((each) => textsIn(each).some(([name]) => name === path));
    const candidates = touched.map(([path]) => path).filter((path) => FORGETTABLE.test(path) && among.test(path));
    expect(existing).not.toEqual([]);
    expect(candidates).not.toEqual([]);
    expect(candidates.filter((path) => !isNamed(path))).toEqual([]);
  });
});

/** The first step of each recipe, and a name that the compiler then misses elsewhere. Nobody will add these names. */
const ADDITIONS: [kind: keyof typeof KINDS, name: string, edits: [file: string, after: string, added: string][]][] = [
  [
    'a trip member',
    'walkedMember',
    [
      ['src/contract/trip.ts', 'metadata: Type.Optional(Metadata),', 'walkedMember: Type.Optional(Type.String()),'],
      ['src/contract/trip.ts', '  metadata: Metadata,', 'walkedMember: Nullable(Type.String()),'],
      ['src/trips/tripRow.ts', 'metadata: string | null;', 'walkedMember: string | null;'],
      ['src/trips/store/tripColumns.ts', 'UPDATABLE = [', "'walkedMember',"],
    ],
  ],
  [
    'an error code',
    'WALKED_CODE',
    [['src/errors.ts', 'errorCatalogue = {', "WALKED_CODE: { status: 400, text: 'None.' },"]],
  ],
  ['a geocoder', 'walkedGeocoder', [['src/providerSettings.ts', 'nominatim: {},', 'walkedGeocoder: {},']]],
  ['a router', 'walkedRouter', [['src/providerSettings.ts', 'ROUTERS = {', 'walkedRouter: {},']]],
  ['a language', 'eo', [['src/contract/values.ts', 'LANGUAGES = [', "'eo',"]]],
  ['a scope', 'walkedScope', [['src/contract/values.ts', 'KEY_SCOPES = [', "'walkedScope',"]]],
];

describe('what the compiler reports after the first step of a recipe', () => {
  const copy = mkdtempSync(join(tmpdir(), 'trips-recipes-'));
  afterAll(() => rmSync(copy, { recursive: true }));
  let faults: string[] = [];

  beforeAll(async () => {
    for (const path of files) cpSync(join(ROOT, path), join(copy, path));
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (const [file, after, added] of ADDITIONS.flatMap(([, , edits]) => edits)) {
      const before = readFileSync(join(copy, file), 'utf8');
      expect([file, before.split(after).length]).toEqual([file, 2]);
      writeFileSync(join(copy, file), before.replace(after, `${after} ${added}`));
    }
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--pretty', 'false', '-p', 'tsconfig.check.json'];
    const compiled = promisify(execFile)(process.execPath, [compiler, ...options], { cwd: copy });
    const { stdout } = await compiled.catch((error: { stdout: string }) => error);
    faults = stdout.split(/^(?=\S+\(\d+,\d+\): error )/m);
  }, 300_000);

  it.each(ADDITIONS)('is what it marks by a star: %s', (kind, name) => {
    const reported = faults.filter((fault) => asWord(fault, name)).map((fault) => fault.split('(')[0]);
    const marked = namedIn(recipes.get(KINDS[kind]?.recipe ?? '') ?? '').filter(({ isReported }) => isReported);
    expect([...new Set(reported)].sort()).toEqual(marked.map(({ path }) => path).sort());
  });

  it('is due to these steps alone', () => {
    const others = faults.filter((fault) => !ADDITIONS.some(([, name]) => asWord(fault, name)));
    expect(others).toEqual([]);
  });
});

describe.each(files.filter((path) => /^(docs\/|deploy\/|examples\/)?[\w-]+\.md$/.test(path)))('%s', (document) => {
  const text = read(document);

  it('names only files that are there', () => {
    const paths = namedIn(text).map(({ path }) => folderToAddTo(path));
    const isOurs = (path: string) => document === basename(document) || path.includes('/');
    expect(paths.filter((path) => isOurs(path) && !isThere(path))).toEqual([]);
  });

  it('links only to files and sections that are there', () => {
    const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)].filter(([, link = '']) => {
      const [path = '', section] = link.split('#');
      if (/^https?:/.test(path)) return false;
      const target = path === '' ? document : join(dirname(document), path);
      return !isThere(target) || (section !== undefined && !sectionsOf(target).includes(section));
    });
    expect(broken.map(([, link]) => link)).toEqual([]);
  });
});

/** As GitHub derives them from headings. */
const sectionsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
