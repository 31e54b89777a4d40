import { describe, expect, it } from 'vitest';
import { PlacesUnavailable } from '../../src/places/place.ts';
import { banGeocoder } from '../../src/places/providers/ban.ts';
import { nominatimGeocoder } from '../../src/places/providers/nominatim.ts';
import { photonGeocoder } from '../../src/places/providers/photon.ts';
import { banFeature, featureCollection, nominatimMatch, photonFeature } from '../support/providersAnswers.ts';
import { askAt, json, providerServerForFile, text } from '../support/providersServer.ts';

const server = await providerServerForFile();
const ADDRESS = '10 Rue de Rivoli, 75004 Paris';

describe.each([
  {
    name: 'ban',
    create: banGeocoder,
    path: '/search',
    query: { q: ADDRESS, limit: '1' },
    found: featureCollection(banFeature()),
    nothing: featureCollection(),
    label: '10 Rue de Rivoli 75004 Paris',
  },
  {
    name: 'nominatim',
    create: nominatimGeocoder,
    path: '/search',
    query: { format: 'jsonv2', limit: '1', addressdetails: '1', q: ADDRESS },
    found: [nominatimMatch()],
    nothing: [],
    label: '10, Rue de Rivoli, Paris 4e Arrondissement, Paris, Île-de-France, 75004, France',
  },
  {
    name: 'photon',
    create: photonGeocoder,
    path: '/api',
    query: { q: ADDRESS, limit: '1' },
    found: featureCollection(photonFeature()),
    nothing: featureCollection(),
    label: '10 Rue de Rivoli, 75004 Paris, France',
  },
])('the $name geocoder', ({ create, path, query, found, nothing, label }) => {
  const place = () => create(askAt(server)).place(ADDRESS);

  it('places a house number as an address', async () => {
    server.will(json(found));
    expect(await place()).toEqual({ label, lat: 48.855424, lng: 2.360094, precision: 'address' });
    expect(server.requests[0]?.url.pathname).toBe(path);
    expect(Object.fromEntries(server.requests[0]?.url.searchParams ?? [])).toEqual(query);
  });

  it.each([
    ['finds nothing', json(nothing)],
    ['refuses the question with 400, as callers can make it do', json({ message: 'Nothing to search for.' }, 400)],
    ['refuses the question with 414, as callers can make it do', text('URI Too Long', 414)],
  ])('knows no place when the service %s', async (_, reaction) => {
    server.will(reaction);
    expect(await place()).toEqual({ reason: expect.stringContaining('no such address') });
  });

  it.each([
    ['no JSON', text('<html></html>')],
    ['a match under a status of failure', json(found, 403)],
    ['403, as to those who ask too much', text('<h1>Access blocked</h1>', 403)],
    ['404', text('not here', 404)],
  ])('cannot tell when the service answers with %s', async (_, reaction) => {
    server.will(reaction);
    await expect(place()).rejects.toThrow(PlacesUnavailable);
  });
});
