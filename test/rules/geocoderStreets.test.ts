import { describe, expect, it } from 'vitest';
import { greatCircleKm } from '../../src/places/embedded/greatCircle.ts';
import { loadGazetteer } from '../../src/places/gazetteer/gazetteer.ts';
import { placeAddress } from '../../src/places/gazetteer/geocoder.ts';
import { KNOWN_PLACES } from '../../src/places/gazetteer/knownPlaces.ts';
import { pointOfTown } from '../../src/places/gazetteer/pointOfTown.ts';
import { STREETS, type Street } from '../../src/places/gazetteer/streets.ts';
import { isPlace, type Place } from '../../src/places/place.ts';

const gazetteer = loadGazetteer(new URL('../../dist/places/gazetteer.json', import.meta.url));

function placed(address: string): Place {
  const answer = placeAddress(address, gazetteer);
  if (!isPlace(answer)) throw new Error(`${address}: ${answer.reason}`);
  return answer;
}

const labels = (addresses: readonly string[]) => addresses.map((address) => placed(address).label);

describe('a main street of a big city', () => {
  it('is found at its house number, with the precision of an address', () => {
    const start = placed('1 boulevard Haussmann, 75009 Paris');
    const end = placed('193 boulevard Haussmann, Paris');
    expect(start).toEqual({ label: '1 Boulevard Haussmann, Paris', lat: 48.8721, lng: 2.3388, precision: 'address' });
    expect(greatCircleKm(start, end)).toBeGreaterThan(2);
    const [third, seventh] = ['30 rue Faidherbe, Lille', '40 rue Faidherbe, Lille'].map(placed) as [Place, Place];
    expect(third.lng).toBeLessThan(seventh.lng);
    // Odd and even numbers run apart: both are at the corner of rue Royale.
    expect(greatCircleKm(placed('273 rue Saint-Honoré, Paris'), placed('420 rue Saint-Honoré, Paris'))).toBeLessThan(
      0.2,
    );
  });

  it('is named without a house number that it cannot have', () => {
    const [long, western] = ['rue de Rivoli, Paris', 'rue de Rivoli, 75008 Paris'].map(placed) as [Place, Place];
    const { isLongStreet, ...street } = long;
    expect(isLongStreet).toBe(true);
    for (const text of ['999 rue de Rivoli, Paris', 'rue de Rivoli 9999, Paris'])
      expect([text, placed(text)]).toEqual([text, { ...street, isPartial: true }]);
    for (const text of ['0 rue de Rivoli', '99999 rue de Rivoli'])
      expect([text, placed(text)]).toEqual([text, { ...street, isPartial: true, assumedTown: 'Paris' }]);
    expect(placed('9999 rue de Rivoli, 75008 Paris')).toEqual({ ...western, isPartial: true });
    expect(placed('5000 avenue des Champs-Élysées, 75008 Paris')).toMatchObject({
      label: 'Avenue des Champs-Élysées, Paris',
      precision: 'address',
      isPartial: true,
    });
    expect(long.isPartial).toBe(undefined);
    // The table begins at 71, and knows odd numbers up to 273 and even ones up to 420.
    expect(labels(['7 avenue Henri-Martin, Paris', '351 rue Saint-Honoré, Paris'])).toEqual([
      'Avenue Henri-Martin, Paris',
      'Rue Saint-Honoré, Paris',
    ]);
    expect(placed('352 rue Saint-Honoré, Paris').label).toBe('352 Rue Saint-Honoré, Paris');
    expect(labels(['75001 rue de Rivoli', 'rue de Rivoli 75001 Paris'])).toEqual(Array(2).fill(street.label));
    expect(placed('75001 rue de Rivoli').isPartial).toBe(undefined);
  });

  it('is at its middle without a house number, which matters for a long one unless the district is named', () => {
    const isLong = (address: string) => placed(address).isLongStreet === true;
    expect(
      ['angle rue de Vaugirard et rue de la Convention, Paris', 'Promenade des Anglais, 06000 Nice'].map(isLong),
    ).toEqual([true, true]);
    expect(['rue de la Paix, Paris', '10 rue de Rivoli, Paris', 'rue de Rivoli, 75004 Paris'].map(isLong)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('has its house number before an article, and with a letter or "bis" after it', () => {
    const before = [
      '12 La Canebière, 13001 Marseille',
      '12, la canebiere, Marseille',
      '12 rue de la Canebière, Marseille',
    ];
    expect(labels(before)).toEqual(Array(3).fill('12 La Canebière, Marseille'));
    expect(placed('999 La Canebière, Marseille')).toMatchObject({ label: 'La Canebière, Marseille', isPartial: true });
    const numbers = ['10bis', '10ter', '10quater', '10quinquies', '10b', '10 bis', '10 B', '10 D', '10 F', '10 bis A'];
    const written = numbers.flatMap((number) => [
      `${number} rue de Rivoli, 75004 Paris`,
      `rue de Rivoli ${number} Paris`,
    ]);
    expect(labels(written)).toEqual(Array(numbers.length * 2).fill('10 Rue de Rivoli, Paris'));
  });

  it('has no house number where a district, a floor, a time or a distance is named', () => {
    const streets = {
      'Paris 16e avenue Foch': 'Avenue Foch, Paris',
      'rue de Vaugirard 15e, Paris': 'Rue de Vaugirard, Paris',
      'boulevard Voltaire 11e, 75011 Paris': 'Boulevard Voltaire, Paris',
      'Marseille 8e avenue du Prado': 'Avenue du Prado, Marseille',
      'rue de Rivoli 2e étage, Paris': 'Rue de Rivoli, Paris',
      'rendez-vous 14h rue de Rivoli, Paris': 'Rue de Rivoli, Paris',
      'à 200 m de la rue de Rivoli, Paris': 'Rue de Rivoli, Paris',
      'à 50m de la Canebière, Marseille': 'La Canebière, Marseille',
    };
    expect(labels(Object.keys(streets))).toEqual(Object.values(streets));
  });

  it('is preferred to the place of that name if a house number is given', () => {
    const houses = ['133 Champs Élysées, 75008 Paris', 'Champs-Élysées 133', '133 avenue des Champs-Élysées'];
    expect(labels(houses)).toEqual(Array(3).fill('133 Avenue des Champs-Élysées, Paris'));
    expect(labels(['100 quai des Chartrons Bordeaux', '100 quai des Chartrons, Bordeaux'])).toEqual(
      Array(2).fill('100 Quai des Chartrons, Bordeaux'),
    );
    expect(labels(['Champs-Élysées, 75008 Paris', 'Port de Bordeaux'])).toEqual([
      'Champs-Élysées, Paris',
      'Port de Bordeaux, quai Louis-XVIII',
    ]);
  });

  it.each([
    ['10 rue de Rivoli, 75020 Paris', true],
    ['10 rue de Rivoli, 75012 Paris', true],
    ['rue de Rivoli, 75020 Paris', true],
    ['2 rue de Rome, 13008 Marseille', true],
    ['100 rue de Rivoli, Paris XVe', true],
    ['Lyon 7e, 12 rue de la République', true],
    ['12 rue de la République, Lyon 2', undefined],
    ['10 rue de Rivoli, 75004 Paris', undefined],
    ['10 rue de Rivoli, 75001 Paris', undefined], // the next one, where the street goes on
    ['1 avenue Victor-Hugo, 75016 Paris', undefined], // at the edge of a long district
    ['130 boulevard de Clichy, 75018 Paris', undefined],
    ['42 quai de Rive-Neuve, 13007 Marseille', undefined],
    ['150 avenue Lacassagne, 69003 Lyon', undefined],
  ])('is understood in part in a district where it is not: %s', (address, isPartial) => {
    expect(placed(address)).toMatchObject({ precision: 'address' });
    expect(placed(address).isPartial).toBe(isPartial);
  });

  it.each([
    ['8 rue Lepic, Montmartre, Paris', '8 Rue Lepic, Paris', undefined],
    ['15 boulevard Michelet, Mazargues, Marseille', '15 Boulevard Michelet, Marseille', undefined],
    ['20 avenue de Flirey, Cimiez, Nice', 'Cimiez (Nice)', true],
    ['1681 route des Dolines, Sophia Antipolis', 'Sophia Antipolis (Valbonne)', true],
    ['1681 route des Dolines, 06560 Valbonne, Sophia Antipolis', 'Sophia Antipolis (Valbonne)', true],
    ['30 boulevard Diderot, Nation, 75012 Paris', '30 Boulevard Diderot, Paris', undefined],
    ['60 rue de Rennes, Montparnasse, 75006 Paris', '60 Rue de Rennes, Paris', undefined],
    ['8 rue Vavin, Montparnasse, 75006 Paris', 'Gare Montparnasse, Paris', true],
    ['12 rue Sœur Bouvier, gare de Vaise, 69009 Lyon', 'Gare de Lyon-Vaise', undefined],
    ['gare de Vaise, place de Paris, 69009 Lyon', 'Gare de Lyon-Vaise', undefined],
    ['Le Meurice, 228 rue de Rivoli, Paris', 'Le Meurice, Paris', undefined],
    ['2 place des Pyramides, Hôtel Regina, Paris', 'Hôtel Regina Louvre, Paris', undefined],
    ['101 Champs Elysee 75008', '101 Avenue des Champs-Élysées, Paris', undefined],
    ['20 avenue Pasteur, 17590 Ars-en-Ré, Île de Ré', 'Ars-en-Ré (17590)', undefined],
    ['12 boulevard Mendès France, Bussy-Saint-Georges, Marne-la-Vallée', 'Bussy-Saint-Georges (77600)', undefined],
    ['Cours Saleya, Vieux Nice', 'Cours Saleya, Nice', undefined],
    ['Vieux Nice', 'Vieux-Nice', undefined],
  ])('is more than the area that is named with it: %s', (address, label, isPartial) => {
    expect([placed(address).label, placed(address).isPartial]).toEqual([label, isPartial]);
  });

  it('may go on for a tenth beyond the highest number of the table, which is rounded', () => {
    const last = placed('40 rue Faidherbe, Lille');
    expect(placed('44 rue Faidherbe, Lille')).toEqual({ ...last, label: '44 Rue Faidherbe, Lille' });
    expect(placed('45 rue Faidherbe, Lille')).toMatchObject({ label: 'Rue Faidherbe, Lille', isPartial: true });
  });

  it('does not depend on accents, case, abbreviations or small words', () => {
    expect(
      labels([
        '12 rue du Faubourg Saint-Honoré, 75008 Paris',
        '12 RUE DU FBG ST HONORE PARIS 8E',
        '12, r. Faubourg St-Honoré, Paris',
        '12 bis rue du faubourg saint honore 75008',
        'Paris, rue du Faubourg Saint-Honoré 12',
        '75008 Paris, 12 fg St Honoré',
      ]),
    ).toEqual(Array(6).fill('12 Rue du Faubourg Saint-Honoré, Paris'));
    expect(labels(['5 av. du Gal Leclerc, 75014 Paris', '5 AVENUE DU GÉNÉRAL LECLERC PARIS'])).toEqual(
      Array(2).fill('5 Avenue du Général-Leclerc, Paris'),
    );
  });

  it('is the one of the town that the address names', () => {
    expect(
      labels([
        '10 rue de la République, Lyon',
        '10 rue de la République, 13002 Marseille',
        '10 avenue Jean Jaurès, 75019 Paris',
        '10 avenue Jean Jaurès, 69007 Lyon',
        '10 rue Royale, Paris',
        '10 rue Royale, 59800 Lille',
      ]),
    ).toEqual([
      '10 Rue de la République, Lyon',
      '10 Rue de la République, Marseille',
      '10 Avenue Jean-Jaurès, Paris',
      '10 Avenue Jean-Jaurès, Lyon',
      '10 Rue Royale, Paris',
      '10 Rue Royale, Lille',
    ]);
  });

  it('is not the one of the city next to the town that the address names', () => {
    expect(
      labels(['10 rue Victor Hugo, 69100 Villeurbanne', '10 avenue Victor Hugo, 92100 Boulogne-Billancourt']),
    ).toEqual(['Villeurbanne (69100)', 'Boulogne-Billancourt (92100)']);
    expect(placed('10 rue Sans-Pareille, 69002 Lyon').precision).toBe('postcode');
  });

  it('is refused without its town, unless everybody knows which one it is', () => {
    expect(isPlace(placeAddress('10 rue de la République', gazetteer))).toBe(false);
    expect(labels(['101 avenue des Champs-Élysées', '37 promenade des Anglais'])).toEqual([
      '101 Avenue des Champs-Élysées, Paris',
      '37 Promenade des Anglais, Nice',
    ]);
  });

  it('without a number is its middle, or its part in the district', () => {
    const [start, end] = ['1 rue de Vaugirard, Paris', '407 rue de Vaugirard, Paris'].map(placed) as [Place, Place];
    const middle = placed('rue de Vaugirard, Paris');
    expect(middle.label).toBe('Rue de Vaugirard, Paris');
    expect(Math.abs(greatCircleKm(start, middle) - greatCircleKm(middle, end))).toBeLessThan(0.1);
    expect(greatCircleKm(placed('rue de Vaugirard, 75006 Paris'), start)).toBeLessThan(1);
    expect(greatCircleKm(placed('rue de Vaugirard, 75015 Paris'), start)).toBeGreaterThan(2);
  });

  it('gives way to a place that the address names too', () => {
    expect(labels(['Hôtel Ritz, 15 place Vendôme, 75001 Paris', 'Gare de Lyon, 20 boulevard Diderot, Paris'])).toEqual([
      'Ritz Paris',
      'Gare de Lyon, Paris',
    ]);
  });

  it.each([
    ['228 rue de Rivoli, 75001 Paris', 'Le Meurice, Paris'],
    ['112 rue du Faubourg Saint-Honoré, 75008 Paris', 'Le Bristol Paris'],
    ['31 avenue George V, 75008 Paris', 'Four Seasons Hotel George V, Paris'],
    ['25 avenue Montaigne, 75008 Paris', 'Plaza Athénée, Paris'],
    ['45 boulevard Raspail, 75006 Paris', 'Hôtel Lutetia, Paris'],
    ['251 rue Saint-Honoré, 75001 Paris', 'Mandarin Oriental Paris'],
    ['5 rue de la Paix, 75002 Paris', 'Park Hyatt Paris-Vendôme'],
    ['37 avenue Hoche, 75008 Paris', 'Le Royal Monceau, Paris'],
    ['19 avenue Kléber, 75116 Paris', 'The Peninsula Paris'],
    ['40 boulevard Haussmann, 75009 Paris', 'Galeries Lafayette Haussmann, Paris'],
    ['116 avenue des Champs-Élysées, 75008 Paris', 'Lido de Paris'],
    ['12 avenue George V, 75008 Paris', 'Crazy Horse, Paris'],
    ['28 boulevard des Capucines, 75009 Paris', 'Olympia, Paris'],
    ['82 boulevard de Clichy, 75018 Paris', 'Moulin Rouge, Paris'],
    ['16 rue de Clichy, 75009 Paris', 'Casino de Paris'],
    ['77 rue de Varenne, 75007 Paris', 'Musée Rodin, Paris'],
    ['184 rue du Faubourg Saint-Antoine, 75012 Paris', 'Hôpital Saint-Antoine (Paris)'],
    ['10 boulevard Montmartre, 75009 Paris', 'Musée Grévin, Paris'],
    ['37 promenade des Anglais, 06000 Nice', 'Hôtel Negresco, Nice'],
    ['1 place du Capitole, Toulouse', 'Place du Capitole, Toulouse'],
  ])('agrees with the place that has its address: %s', (address, label) => {
    const known = KNOWN_PLACES.find((place) => place.label === label);
    expect(known).toBeDefined();
    expect(greatCircleKm(placed(address), known as Place & typeof known)).toBeLessThan(0.35);
  });
});

const DEPARTMENTS: Record<string, string> = {
  ...{ Paris: '75', Lyon: '69', Marseille: '13', Lille: '59' },
  ...{ Bordeaux: '33', Toulouse: '31', Nice: '06', Nantes: '44' },
};

/** What is wrong with a side of a street: a house far from the town, or houses too close or too far apart. */
function oddities({ name, town, sides }: Street): string[] {
  const centre = pointOfTown(`${town} ${DEPARTMENTS[town]}`, gazetteer) ?? { lat: 0, lng: 0 };
  const farOff = sides.flat().filter((anchor) => greatCircleKm(anchor, centre) > 9);
  const pairs = sides.flatMap((side) => side.slice(1).map((to, at) => ({ from: side[at] as typeof to, to })));
  const uneven = pairs.filter(({ from, to }) => {
    const numbers = to.number - from.number;
    const metresPerNumber = (greatCircleKm(from, to) * 1_000) / numbers;
    return numbers >= 10 && (metresPerNumber < 2.5 || metresPerNumber > 30);
  });
  return [
    ...farOff.map(({ number }) => `${name}, ${town}: ${number} is far off`),
    ...uneven.map(({ from, to }) => `${name}, ${town}: ${from.number} to ${to.number}`),
  ];
}

describe('the table of streets', () => {
  it('has each street once, in its town, with houses where houses can be', () => {
    const keys = STREETS.map(({ key, street }) => `${street.town}: ${key}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(STREETS.flatMap(({ street }) => oddities(street))).toEqual([]);
  });

  it('has streets that are found by each of their names beside their town', () => {
    const lost = STREETS.flatMap(({ key, street }) => {
      const number = street.sides[0]?.[0]?.number;
      const answer = placeAddress(`${number} ${key}, ${street.town}`, gazetteer);
      const isFound = isPlace(answer) && answer.label === `${number} ${street.name}, ${street.town}`;
      return isFound ? [] : `${number} ${key}, ${street.town}`;
    });
    expect(lost).toEqual([]);
  });
});

describe('a part of a big city', () => {
  it('is found beside its city only', () => {
    expect(
      labels([
        'Wazemmes, Lille',
        'Castellane, Marseille',
        'Chartrons, 33000 Bordeaux',
        'Cimiez, Nice',
        'Belleville, Paris',
      ]),
    ).toEqual([
      'Wazemmes (Lille)',
      'Castellane, Marseille',
      'Les Chartrons (Bordeaux)',
      'Cimiez (Nice)',
      'Belleville (Paris)',
    ]);
    expect(placed('Castellane').label).toBe('Castellane (04120)');
    expect(placed('Place de la République, Lille').label).toBe('Place de la République (Lille)');
    expect(placed('Place de la République, 75003 Paris').label).toBe('Place de la République (Paris)');
  });

  it('is a district by its number, however it is written', () => {
    const texts = ['Paris 8e', '8ème arrondissement, Paris', '75008', 'paris viii', '8eme arr. de Paris', 'Paris 08'];
    expect(labels(texts)).toEqual(texts.map(() => 'Paris 8e Arrondissement (75008)'));
  });
});

describe('names that two cities share', () => {
  it('mean the station of the city that is meant', () => {
    expect(
      labels([
        'Gare de Lyon',
        'gare lyon part-dieu',
        'Gare de Lyon Part-Dieu',
        'Gare de Lyon, Lyon',
        'gare de lyon perrache',
      ]),
    ).toEqual([
      'Gare de Lyon, Paris',
      'Gare de Lyon-Part-Dieu',
      'Gare de Lyon-Part-Dieu',
      'Gare de Lyon-Part-Dieu',
      'Gare de Lyon-Perrache',
    ]);
  });
});
