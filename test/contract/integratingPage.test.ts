import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ListTripsQuery } from '../../src/contract/pagination.ts';
import { CreateTripRequest } from '../../src/contract/trip.ts';
import { KEY_SCOPES } from '../../src/contract/values.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/integrating.md'), 'utf8');

const unnamed = ({ properties }: { properties: object }, text: string) =>
  Object.keys(properties).filter((name) => !text.includes(`\`${name}\``));

it('docs/integrating.md names every member of a booking', () => {
  expect(unnamed(CreateTripRequest, page)).toEqual([]);
});

it('docs/integrating.md names every parameter of the list where it is about the list', () => {
  const about = page.split('\n\n').find((paragraph) => paragraph.startsWith('A list of trips takes')) ?? '';
  expect(unnamed(ListTripsQuery, about)).toEqual([]);
});

it('docs/integrating.md says what every scope of a key allows', () => {
  expect(KEY_SCOPES.filter((scope) => !page.includes(`\n| \`${scope}\` | `))).toEqual([]);
});
