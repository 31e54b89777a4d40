import { describe, expect, it } from 'vitest';
import { PlacesUnavailable } from '../../src/places/place.ts';
import { banGeocoder } from '../../src/places/providers/ban.ts';
import { banFeature, featureCollection } from '../support/providersAnswers.ts';
import { askAt, json, providerServerForFile } from '../support/providersServer.ts';

const server = await providerServerForFile();

const ADDRESS = '10 Rue de Rivoli, 75004 Paris';
const place = (address = ADDRESS) => banGeocoder(askAt(server)).place(address);

describe('the ban geocoder', () => {
  it.each([
    ['street', 'address'],
    ['locality', 'commune'],
    ['municipality', 'commune'],
  ])('calls a match of type %s precise to the %s', async (type, precision) => {
    server.will(json(featureCollection(banFeature({ type }))));
    expect(await place()).toMatchObject({ precision });
  });

  it.each([
    [0.7, true],
    [0.6999, false],
    [0, false],
  ])('takes a score of %d for a match: %s', async (score, isMatch) => {
    server.will(json(featureCollection(banFeature({ score }))));
    const answer = await place();
    expect('lat' in answer).toBe(isMatch);
    expect('reason' in answer).toBe(!isMatch);
  });

  it.each([
    ['Rue de Rivoli', false],
    ['Rue de Rivoli, Paris', true],
    ['Rue de Rivoli 75004', true],
    ['rue de rivoli PARIS 4', true],
    ['Rue de Rivoli, Lyon', false],
  ])('takes the street in Paris as an answer to "%s": %s', async (address, isMatch) => {
    server.will(json(featureCollection(banFeature({ type: 'street' }))));
    expect('lat' in (await place(address))).toBe(isMatch);
  });

  it('does not take one saint’s town for another’s', async () => {
    server.will(json(featureCollection(banFeature({ city: 'Saint-Ouen-sur-Seine', postcode: '93400' }))));
    expect(await place('10 rue de Paris, Saint-Denis')).toHaveProperty('reason');
  });

  it.each([
    ['12 rue du Bois', '12 Rue du Bois', 'Aulnay-sous-Bois', false],
    ['12 rue du Bois, Aulnay', '12 Rue du Bois', 'Aulnay-sous-Bois', false],
    ['12 rue du Bois, Aulnay sous Bois', '12 Rue du Bois', 'Aulnay-sous-Bois', true],
    ['12 rue de Paris', '12 Rue de Paris', 'Paris', false],
    ['12 rue de Paris à Paris', '12 Rue de Paris', 'Paris', true],
    ['12 rue Saint-Denis', '12 Rue Saint-Denis', 'Saint-Denis', false],
    ['12 rue St-Denis, St-Denis', '12 Rue Saint-Denis', 'Saint-Denis', true],
  ])('takes all of a town’s name, beside the street’s, for the town: "%s" as %s in %s: %s', async (...row) => {
    const [address, name, city, isMatch] = row;
    server.will(json(featureCollection(banFeature({ name, city, postcode: '12345' }))));
    expect('lat' in (await place(address))).toBe(isMatch);
  });

  it.each([
    ['Montparnasse', false],
    ['Montparnasse, Jaujac', true],
    ['Montparnasse 07380', true],
  ])('takes a hamlet near Jaujac as an answer to "%s": %s', async (address, isMatch) => {
    const hamlet = { type: 'locality', name: 'Montparnasse', city: 'Jaujac', postcode: '07380', score: 0.92 };
    server.will(json(featureCollection(banFeature(hamlet))));
    expect('lat' in (await place(address))).toBe(isMatch);
  });

  it('knows a town that has been merged into another by its old name', async () => {
    server.will(json(featureCollection(banFeature({ city: 'Annecy', oldcity: 'Seynod', postcode: '74600' }))));
    expect(await place('10 Rue de Rivoli, Seynod')).toHaveProperty('lat');
  });

  it('does not send what the service refuses: it begins with a letter or a digit and has 3 to 200 characters', async () => {
    server.will(json(featureCollection(banFeature())));
    expect(await place('ab')).toHaveProperty('reason');
    expect(await place('  «(!)» ')).toHaveProperty('reason');
    expect(await place(`Paris ${'x'.repeat(195)}`)).toHaveProperty('reason');
    expect(server.requests).toHaveLength(0);
    expect(await place(' « 10 Rue de Rivoli, Paris')).toHaveProperty('lat');
    expect(server.requests[0]?.url.searchParams.get('q')).toBe('10 Rue de Rivoli, Paris');
  });

  it.each([
    ['null', json(null)],
    ['a list', json([])],
    ['no features', json({ type: 'FeatureCollection' })],
    ['a score in words', json(featureCollection(banFeature({ score: 'high' })))],
    ['no score', json(featureCollection(banFeature({ score: undefined })))],
    ['no label', json(featureCollection(banFeature({ label: undefined })))],
    ['an unknown type', json(featureCollection(banFeature({ type: 'planet' })))],
    ['a latitude beyond the pole', json(featureCollection(banFeature({}, [2.36, 91])))],
    ['a longitude beyond the date line', json(featureCollection(banFeature({}, [181, 48])))],
    ['coordinates in words', json(featureCollection(banFeature({}, ['2.36', '48.85'])))],
    ['one coordinate', json(featureCollection(banFeature({}, [2.36])))],
    ['no coordinates', json(featureCollection(banFeature({}, null)))],
  ])('cannot tell when the service answers with %s', async (_, reaction) => {
    server.will(reaction);
    await expect(place()).rejects.toThrow(PlacesUnavailable);
  });
});
