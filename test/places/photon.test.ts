import { describe, expect, it } from 'vitest';
import { PlacesUnavailable } from '../../src/places/place.ts';
import { photonGeocoder } from '../../src/places/providers/photon.ts';
import { featureCollection, photonFeature } from '../support/providersAnswers.ts';
import { askAt, json, providerServerForFile } from '../support/providersServer.ts';

const server = await providerServerForFile();

const ADDRESS = '10 Rue de Rivoli, 75004 Paris';
const place = (address = ADDRESS) => photonGeocoder(askAt(server)).place(address);

const named = (name: string, properties: Record<string, unknown> = {}) =>
  json(featureCollection(photonFeature({ name, housenumber: undefined, street: undefined, ...properties })));

describe('the photon geocoder', () => {
  it.each([
    ['Rue de Rivoli, Paris', 'Rue de Rivoli', 'highway', 'secondary', 'street', 'address'],
    ['Gare de Lyon, Paris', 'Gare de Lyon', 'railway', 'station', 'house', 'station'],
    ['Aéroport de Nice', 'Aéroport de Nice', 'aeroway', 'aerodrome', 'other', 'airport'],
    ['Hôtel Ritz Paris', 'Hôtel Ritz', 'tourism', 'hotel', 'house', 'place'],
    ['75004', '75004', 'place', 'postcode', 'other', 'postcode'],
    ['Paris', 'Paris', 'place', 'city', 'city', 'commune'],
    ['Le Marais, Paris', 'Le Marais', 'place', 'quarter', 'district', 'commune'],
  ])('understands "%s"', async (address, name, osm_key, osm_value, type, precision) => {
    server.will(named(name, { osm_key, osm_value, type }));
    expect(await place(address)).toMatchObject({ precision, label: expect.stringContaining(name) });
  });

  it('does not say the name of a town twice', async () => {
    server.will(named('Paris', { osm_value: 'city', type: 'city', postcode: undefined }));
    expect(await place('Paris')).toMatchObject({ label: 'Paris, France' });
  });

  it.each(['county', 'state', 'country'])('takes a %s for no match: nobody is driven to one', async (type) => {
    server.will(named('Paris', { osm_key: 'boundary', osm_value: 'administrative', type }));
    expect(await place('Paris')).toHaveProperty('reason');
  });

  it.each([
    ['10 RUE DE RIVOLI PARIS', true],
    ['10 rue de Rivoli, Paris, bâtiment B', true],
    ['12 rue de Rivoly, Paris', false],
    ['Rivoli', false],
    ['10 Rue de Rivoli', false],
    ['10 Rue de Rivoli, Lyon', false],
    ['Sanatorium abandonné de Paris', false],
    ['???', false],
  ])('takes 10 Rue de Rivoli in Paris as an answer to "%s": %s', async (address, isMatch) => {
    server.will(json(featureCollection(photonFeature())));
    expect('lat' in (await place(address))).toBe(isMatch);
  });

  const COLMAR = { osm_key: 'tourism', osm_value: 'hotel', city: 'Colmar', postcode: '68000', district: undefined };
  const JAUJAC = { osm_value: 'hamlet', type: 'district', city: 'Jaujac', postcode: '07380', district: undefined };
  it.each([
    ['Hôtel de la Gare', 'Hôtel de la Gare', COLMAR, false],
    ['Hôtel de la Gare, Colmar', 'Hôtel de la Gare', COLMAR, true],
    ['Montparnasse', 'Montparnasse', JAUJAC, false],
    ['Montparnasse, Jaujac', 'Montparnasse', JAUJAC, true],
    ['rue de Paris', 'Rue de Paris', { osm_key: 'highway', type: 'street' }, false],
    ['rue de Paris, Paris', 'Rue de Paris', { osm_key: 'highway', type: 'street' }, true],
  ])('takes for an answer to "%s" the place %s %o: %s', async (address, name, properties, isMatch) => {
    server.will(named(name, properties));
    expect('lat' in (await place(address))).toBe(isMatch);
  });

  it('does not take a word of the street’s name for the town', async () => {
    server.will(json(featureCollection(photonFeature({ street: 'Rue du Bois', city: 'Aulnay-sous-Bois' }))));
    expect(await place('10 rue du Bois')).toHaveProperty('reason');
  });

  it('reads the usual abbreviations', async () => {
    server.will(json(featureCollection(photonFeature({ street: 'Boulevard Saint-Michel' }))));
    expect(await place('10 bd St Michel Paris')).toHaveProperty('lat');
  });

  it('does not count the map’s own terms as words of the answer', async () => {
    server.will(json(featureCollection(photonFeature())));
    expect(await place('house place Paris')).toHaveProperty('reason');
  });

  it.each([
    ['no features', json({})],
    ['features that are none', json({ features: 'none' })],
    ['no properties', json(featureCollection({ ...photonFeature(), properties: undefined }))],
    ['a name that is no text', json(featureCollection(photonFeature({ name: 12 })))],
    ['a latitude beyond the pole', json(featureCollection(photonFeature({}, [2.36, -90.1])))],
    ['invalid coordinates', json(featureCollection(photonFeature({}, [null, null])))],
    [
      'a line where a point should be',
      json(featureCollection({ ...photonFeature(), geometry: { type: 'LineString' } })),
    ],
  ])('cannot tell when the service answers with %s', async (_, reaction) => {
    server.will(reaction);
    await expect(place()).rejects.toThrow(PlacesUnavailable);
  });
});
