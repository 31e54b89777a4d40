import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlacesUnavailable } from '../../src/places/place.ts';
import { nominatimGeocoder } from '../../src/places/providers/nominatim.ts';
import { nominatimMatch } from '../support/providersAnswers.ts';
import { askAt, json, type ProviderServer, startProviderServer, text } from '../support/providersServer.ts';

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

const ADDRESS = '10 Rue de Rivoli, 75004 Paris';
const place = (address = ADDRESS) => nominatimGeocoder(askAt(server)).place(address);

describe('the nominatim geocoder', () => {
  it('places a house number as an address', async () => {
    server.will(json([nominatimMatch()]));
    expect(await place()).toEqual({
      label: '10, Rue de Rivoli, Paris 4e Arrondissement, Paris, Île-de-France, 75004, France',
      lat: 48.855424,
      lng: 2.360094,
      precision: 'address',
    });
    expect(server.requests[0]?.url.pathname).toBe('/search');
    expect(Object.fromEntries(server.requests[0]?.url.searchParams ?? [])).toEqual({
      format: 'jsonv2',
      limit: '1',
      addressdetails: '1',
      q: ADDRESS,
    });
  });

  it.each([
    ['highway', 'residential', 'road', 26, 'address'],
    ['building', 'apartments', 'building', 30, 'address'],
    ['aeroway', 'aerodrome', 'aeroway', 30, 'airport'],
    ['aeroway', 'terminal', 'aeroway', 30, 'airport'],
    ['railway', 'station', 'railway', 30, 'station'],
    ['public_transport', 'station', 'public_transport', 30, 'station'],
    ['tourism', 'hotel', 'tourism', 30, 'place'],
    ['place', 'postcode', 'postcode', 21, 'postcode'],
    ['boundary', 'administrative', 'town', 16, 'commune'],
    ['boundary', 'administrative', 'suburb', 20, 'commune'],
    ['place', 'village', 'village', 19, 'commune'],
    ['boundary', 'administrative', 'city', 8, 'commune'],
  ])('calls %s=%s (%s, rank %i) precise to the %s', async (category, type, addresstype, place_rank, precision) => {
    server.will(json([nominatimMatch({ category, type, addresstype, place_rank })]));
    expect(await place()).toMatchObject({ precision });
  });

  it('needs no addresstype, which older versions do not send', async () => {
    server.will(json([nominatimMatch({ addresstype: undefined })]));
    expect(await place()).toMatchObject({ precision: 'address' });
  });

  it.each([
    ['county', 12],
    ['state', 8],
    ['country', 4],
  ])('takes a %s for no match: nobody is driven to one', async (addresstype, place_rank) => {
    server.will(json([nominatimMatch({ category: 'boundary', type: 'administrative', addresstype, place_rank })]));
    expect(await place()).toHaveProperty('reason');
  });

  it.each([
    ['Rue de Rivoli', false],
    ['Rue de Rivoli, Paris', true],
    ['Rue de Rivoli 75004', true],
  ])('takes the street in Paris as an answer to "%s": %s', async (address, isMatch) => {
    server.will(json([nominatimMatch({ category: 'highway', type: 'residential', addresstype: 'road' })]));
    expect('lat' in (await place(address))).toBe(isMatch);
  });

  const COLMAR = { city: 'Colmar', postcode: '68000', road: 'Rue de la Gare' };
  it.each([
    ['Hôtel de la Gare', { category: 'tourism', type: 'hotel' }, COLMAR, false],
    ['Hôtel de la Gare, Colmar', { category: 'tourism', type: 'hotel' }, COLMAR, true],
    ['12 rue du Bois', {}, { town: 'Aulnay-sous-Bois', road: 'Rue du Bois' }, false],
    ['12 rue de Paris', {}, { city: 'Paris', road: 'Rue de Paris' }, false],
    ['12 rue de Paris, Paris', {}, { city: 'Paris', road: 'Rue de Paris' }, true],
    ['Montparnasse', { type: 'hamlet', addresstype: 'hamlet', place_rank: 20 }, { village: 'Jaujac' }, false],
    ['Montparnasse, Jaujac', { type: 'hamlet', addresstype: 'hamlet', place_rank: 20 }, { village: 'Jaujac' }, true],
    ['Gare de Lyon', { category: 'railway', type: 'station' }, { city: 'Paris' }, true],
  ])('takes for an answer to "%s" %o in %o: %s', async (question, members, address, isMatch) => {
    server.will(json([nominatimMatch({ ...members, address })]));
    expect('lat' in (await place(question))).toBe(isMatch);
  });

  it('knows no place when nothing was found', async () => {
    server.will(json([]));
    expect(await place()).toEqual({ reason: expect.stringContaining('no such address') });
  });

  it.each([
    ['400', json({ error: { code: 400, message: 'Nothing to search for.' } }, 400)],
    ['414', text('URI Too Long', 414)],
  ])(
    'knows no place when the service refuses the question with %s: a caller can make it do that',
    async (_, reaction) => {
      server.will(reaction);
      expect(await place()).toEqual({ reason: expect.stringContaining('no such address') });
    },
  );

  it.each([
    ['no JSON', text('<html></html>')],
    ['an object', json({ error: 'Unable to geocode' })],
    ['coordinates as an empty text', json([nominatimMatch({ lat: '', lon: ' ' })])],
    ['coordinates that are no numbers', json([nominatimMatch({ lat: '48.85N' })])],
    ['a latitude beyond the pole', json([nominatimMatch({ lat: '90.5' })])],
    ['a longitude beyond the date line', json([nominatimMatch({ lon: '-200' })])],
    ['numbers where texts should be', json([nominatimMatch({ lat: 48.85, lon: 2.36 })])],
    ['no name', json([nominatimMatch({ display_name: undefined })])],
    ['no rank', json([nominatimMatch({ place_rank: null })])],
    ['no address', json([nominatimMatch({ address: undefined })])],
    ['403, as to those who ask too much', text('<h1>Access blocked</h1>', 403)],
    ['429', text('<h1>Too many requests</h1>', 429)],
    ['500', text('Internal error', 500)],
  ])('cannot tell when the service answers with %s', async (_, reaction) => {
    server.will(reaction);
    await expect(place()).rejects.toThrow(PlacesUnavailable);
  });
});
