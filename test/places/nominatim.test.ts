import { describe, expect, it } from 'vitest';
import { PlacesUnavailable } from '../../src/places/place.ts';
import { nominatimGeocoder } from '../../src/places/providers/nominatim.ts';
import { nominatimMatch } from '../support/providersAnswers.ts';
import { askAt, json, providerServerForFile } from '../support/providersServer.ts';

const server = await providerServerForFile();

const ADDRESS = '10 Rue de Rivoli, 75004 Paris';
const place = (address = ADDRESS) => nominatimGeocoder(askAt(server)).place(address);

describe('the nominatim geocoder', () => {
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

  it.each([
    ['an object', json({ error: 'Unable to geocode' })],
    ['coordinates as an empty text', json([nominatimMatch({ lat: '', lon: ' ' })])],
    ['coordinates that are no numbers', json([nominatimMatch({ lat: '48.85N' })])],
    ['a latitude beyond the pole', json([nominatimMatch({ lat: '90.5' })])],
    ['a longitude beyond the date line', json([nominatimMatch({ lon: '-200' })])],
    ['numbers where texts should be', json([nominatimMatch({ lat: 48.85, lon: 2.36 })])],
    ['no name', json([nominatimMatch({ display_name: undefined })])],
    ['no rank', json([nominatimMatch({ place_rank: null })])],
    ['no address', json([nominatimMatch({ address: undefined })])],
  ])('cannot tell when the service answers with %s', async (_, reaction) => {
    server.will(reaction);
    await expect(place()).rejects.toThrow(PlacesUnavailable);
  });
});
