import { describe, expect, it } from 'vitest';
import { SPECIAL_LETTERS } from '../../src/places/gazetteer/normalise.ts';
import { lexemesOf, searchOf, searchQuery, termsOf, WORDS_VERSION, wordsOf } from '../../src/search/words.ts';

const ACCOUNT = '65f0c0ffee65f0c0ffee1234';
const queryOf = (typed: string, phones: Record<string, string> = {}) =>
  searchQuery(ACCOUNT, termsOf(typed), new Map(Object.entries(phones))).replaceAll('ffee1234', '');

describe('words', () => {
  it.each([
    ['Éloïse DUPONT-Durand', ['eloise', 'dupont', 'durand']],
    ['e\u0301loi\u0308se', ['eloise']],
    ['Cœur, Æther & Straße', ['coeur', 'aether', 'strasse']],
    ['Søren Łukasz', ['soren', 'lukasz']],
    ['Чайковский 東京', ['чаиковскии', '東京']],
    ['l’Opéra', ['l', 'opera']],
    ['ada@demo.example', ['ada', 'demo', 'example']],
    ['Paris, PARIS', ['paris']],
    ['ﬁn ²', ['fin', '2']],
    ["':*&|!<->()\\\\ %_ \0", []],
    ['x'.repeat(100), ['x'.repeat(40)]],
  ])('are compared without case, accents and punctuation: %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('of the version in the index are these: if they change, raise WORDS_VERSION in src/search/words.ts', () => {
    const letters = Object.keys(SPECIAL_LETTERS)
      .map((letter) => `${letter}z`)
      .join(' ');
    const texts = ["O'Brien-Léger", 'x@y.example', '+33612345672', 'BK-2027/0012', letters, 'Чехов'];
    const words = wordsOf(lexemesOf(ACCOUNT, texts).join(' ').replaceAll('ffee1234', '')).join(' ');
    expect([WORDS_VERSION, words]).toEqual([
      2,
      'o brien leger obrien x y example 33612345672 bk 2027 0012 oez aez ssz oz lz dz iz thz чехов',
    ]);
  });

  it('are kept apart by account in the index', () => {
    expect(lexemesOf(ACCOUNT, ['Orly', null, 'orly Ouest'])).toEqual(['ffee1234orly', 'ffee1234ouest']);
  });
});

describe('a name', () => {
  const NO_PHONES = new Map<string, string>();
  const isFound = (typed: string, name: string) => searchOf(termsOf(typed), NO_PHONES)([name]);

  it.each([
    ["O'Brien", ["o'brien", 'o’brien', 'obrien', 'O BRIEN', 'brien', 'obr']],
    ['Jeanne d’Hont', ["d'hont", 'dhont', 'jeanne hont', 'jeanne dho']],
    ['O´Brien', ['obrien', "o'brien"]],
    ['OʼBrien', ['obrien', "o'brien", 'oʼbrien']],
    ['OBrien', ["o'brien", 'obrien']],
    ['№5', ['№5', 'no5']],
  ])('is found however it is written: %s', (name, typed) => {
    expect(typed.filter((text) => !isFound(text, name))).toEqual([]);
  });

  it('with an apostrophe is in the index with and without it', () => {
    expect(lexemesOf(ACCOUNT, ["O'Brien"]).sort()).toEqual(['ffee1234brien', 'ffee1234o', 'ffee1234obrien']);
  });
});

describe('a query', () => {
  it.each([
    ['Dupont  orly', "'dupont':* & 'orly':*"],
    ["o'neil :* | & ! <-> '", "('o':* & 'neil':* | 'oneil':*)"],
    ['D’Hont, orly', "('d':* & 'hont':* | 'dhont':*) & 'orly':*"],
    ["\u037a \u0301'\u0301 ' orly", "'orly':*"],
    ['12 rue', "'12':* & 'rue':*"],
    ['BK2027', "'bk2027':*"],
    ['  ', ''],
  ])('asks for all words, each by its beginning: %s', (typed, query) => {
    expect(queryOf(typed)).toBe(query);
  });

  it.each([
    ['06 12 34', '06 12 34', '+3361234', "('3361234':* | '06':* & '12':* & '34':*)"],
    [
      'dupont +33(0)6.12 paris',
      '+33(0)6.12',
      '+33612',
      "('33612':* | '33':* & '0':* & '6':* & '12':*) & 'dupont':* & 'paris':*",
    ],
    ['75001', '75001', '+75001', "('75001':* | '75001':*)"],
  ])('takes digits for a phone number or for words: %s', (typed, number, phone, query) => {
    expect(queryOf(typed, { [number]: phone })).toBe(query);
  });

  it('has at most ten parts', () => {
    expect(termsOf(Array.from({ length: 30 }, (_, index) => `w${index}`).join(' '))).toHaveLength(10);
  });
});
