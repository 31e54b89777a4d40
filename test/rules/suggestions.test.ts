import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../../src/places/embeddedPlaces.ts';
import { isPlace } from '../../src/places/place.ts';

const { suggest, geocoder } = embeddedPlaces(new URL('../../dist/places/gazetteer.json', import.meta.url));

describe('suggestions for an address', () => {
  it.each([
    ['gare de l', 'Gare de Lyon, Paris'],
    ['cdg', 'Aéroport Paris-Charles-de-Gaulle'],
    ['ory', 'Aéroport Paris-Orly'],
    ['orly 4', 'Aéroport Paris-Orly, terminal 4'],
    ['cdg 2e', 'Aéroport Paris-Charles-de-Gaulle, terminal 2E'],
    ['lyon', 'Lyon (69)'],
    ['LYÓN', 'Lyon (69)'],
    ['versa', 'Versailles (78000)'],
    ['75008', 'Paris 8e Arrondissement (75008)'],
    ['95700 ro', 'Roissy-en-France (95700)'],
    ['gare de lyon, par', 'Gare de Lyon, Paris'],
    ['12 rue de Rivoli, par', '12 rue de Rivoli, Paris (75)'],
    ['12 rue de rivoli par', '12 rue de rivoli, Paris (75)'],
    ['10 av. Foch, 75116', '10 av. Foch, Paris 16e Arrondissement (75116)'],
    ['lomme', 'Lomme, Lille (59000)'],
    ['rue de riv', 'Rue de Rivoli, Paris'],
    ['12 av mont', '12 Avenue Montaigne, Paris'],
    ['999 av montai', 'Avenue Montaigne, Paris'], // it has 59
    ['3 bd mich', '3 Boulevard Michelet, Marseille'],
    ['wazem', 'Wazemmes (Lille)'],
    ['sofitel ly', 'Sofitel Lyon Bellecour'],
    ['10 rue de la république lyo', '10 rue de la république, Lyon (69)'],
  ])('begin with the likeliest: %s', (text, first) => {
    expect(suggest(text)[0]).toBe(first);
  });

  it.each([
    ['marseile', 'Marseille (13)'],
    ['versailes', 'Versailles (78000)'],
    ['4 place Foch, bordeau', '4 place Foch, Bordeaux (33000)'],
  ])('forgive a typing error near the end: %s', (text, first) => {
    expect(suggest(text)[0]).toBe(first);
  });

  it('have towns of the country before cities abroad that are as big', () => {
    expect(suggest('bar').indexOf('Bar-le-Duc (55000)')).toBe(0);
    expect(suggest('bar').indexOf('Barcelone, Espagne')).toBeGreaterThan(0);
  });

  it('are one for a known street with its town', () => {
    expect(suggest('12 rue de rivoli paris')).toEqual(['12 rue de rivoli, Paris (75)']);
    expect(suggest('12 rue de rivoli 75004')).toEqual(['12 rue de rivoli, Paris 4e Arrondissement (75004)']);
    expect(suggest('5 avenue foch paris')).toEqual(['5 avenue foch, Paris (75)']);
    expect(suggest('3 promenade des anglais nice')).toEqual(['3 promenade des anglais, Nice (06000)']);
    expect(suggest('12 rue inconnue paris').length).toBeGreaterThan(4);
  });

  it.each(['', 'a', 'st', 'xqzt', '12 rue de', 'rue xqzt', ',,,', '😀', 'x'.repeat(500)])(
    'are none where there is nothing to go by: %s',
    (text) => {
      expect(suggest(text)).toEqual([]);
    },
  );

  it('are few, and each is understood by the geocoder', async () => {
    const texts = [
      'par',
      'saint-d',
      'gare',
      'aéroport',
      'nice',
      'gen',
      'la ',
      'le mans',
      '1 rue X, mont',
      '69003',
      '97400',
    ];
    for (const text of texts) {
      const addresses = suggest(text);
      expect([text, addresses.length > 0, addresses.length <= 8]).toEqual([text, text !== 'la ', true]);
      for (const address of addresses)
        expect([address, isPlace(await geocoder.place(address))]).toEqual([address, true]);
    }
  });
});
