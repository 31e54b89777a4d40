import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ListTripsQuery } from '../../src/contract/pagination.ts';
import { CreateTripRequest } from '../../src/contract/trip.ts';
import { KEY_SCOPES } from '../../src/contract/values.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/integrating.md'), 'utf8');

it('docs/integrating.md names every member of a booking and every parameter of the list', () => {
  const names = [CreateTripRequest, ListTripsQuery].flatMap(({ properties }) => Object.keys(properties));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('docs/integrating.md says what every scope of a key allows', () => {
  expect(KEY_SCOPES.filter((scope) => !page.includes(`\n| \`${scope}\` | `))).toEqual([]);
});
