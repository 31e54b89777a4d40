import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRIP_BOUNDS } from '../../src/contract/values.ts';

const { address, passengers, note, externalReference, metadata } = TRIP_BOUNDS;

const OF_BOOKINGS: Record<Exclude<keyof typeof TRIP_BOUNDS, 'cancelReason'>, [row: string, bounds: number[]]> = {
  address: ['`pickup`, `dropoff`', [address.max]],
  passengers: ['`paxNumber`', [passengers.min, passengers.max]],
  note: ['`note`', [note.max]],
  externalReference: ['`externalReference`', [1, externalReference.max]],
  metadata: ['`metadata`', [metadata.members, 1, metadata.name, metadata.value]],
};

/** The rows of tables that state bounds, with the numbers that they should have; where a page has two such rows, the last. */
const PAGES: [page: string, bounds: [row: string, bounds: number[]][]][] = [
  ['docs/integrating.md', Object.values(OF_BOOKINGS)],
  ...(['en', 'fr'] as const).map((language): [string, [string, number[]][]] => [
    `src/docs/guides/references/${language}.md`,
    [
      ['`externalReference`', [1, externalReference.max]],
      ['`metadata`', [metadata.members]],
      [language === 'en' ? 'a member’s name' : 'le nom d’un membre', [1, metadata.name]],
      [language === 'en' ? 'a member’s value' : 'la valeur d’un membre', [metadata.value]],
    ],
  ]),
];

/** The whole numbers in the last cell of a row, but those in code. */
const numbersIn = (row: string) =>
  (
    row
      .split('|')
      .at(-2)
      ?.replace(/`[^`]*`/g, '')
      .match(/\d+(?:[,\u202f\u00a0 ]\d{3})*/g) ?? []
  ).map((text) => Number(text.replace(/\D/g, '')));

describe.each(PAGES)('%s', (page, bounds) => {
  const lines = readFileSync(join(import.meta.dirname, '../..', page), 'utf8').split('\n');
  it.each(bounds)('states the bounds of %s as the service has them', (row, expected) => {
    const line = lines.findLast((each) => each.startsWith(`| ${row} |`)) ?? '';
    expect(numbersIn(line), line).toEqual(expected);
  });
});
