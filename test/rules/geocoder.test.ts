import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../../src/places/embeddedPlaces.ts';
import { KNOWN_PLACES } from '../../src/places/gazetteer/knownPlaces.ts';
import { isPlace, type Place } from '../../src/places/place.ts';

const { geocoder } = embeddedPlaces(new URL('../../dist/places/gazetteer.json', import.meta.url));

async function placed(address: string): Promise<Place> {
  const answer = await geocoder.place(address);
  if (!isPlace(answer)) throw new Error(`${address}: ${answer.reason}`);
  return answer;
}

async function expectLabels(expected: Record<string, string>): Promise<void> {
  const addresses = Object.keys(expected);
  const labels = await Promise.all(addresses.map(async (address) => [address, (await placed(address)).label]));
  expect(Object.fromEntries(labels)).toEqual(expected);
}

async function refusal(address: string): Promise<string> {
  const answer = await geocoder.place(address);
  return isPlace(answer) ? `placed at ${answer.label}` : answer.reason;
}

describe('coordinates', () => {
  it('are taken as they are, with or without spaces and brackets', async () => {
    for (const text of ['48.8556,2.3601', ' 48.8556 , 2.3601 ', '(48.8556; 2.3601)', '48.8556 2.3601']) {
      expect(await placed(text)).toEqual({
        label: '48.8556, 2.3601',
        lat: 48.8556,
        lng: 2.3601,
        precision: 'coordinates',
      });
    }
    expect(await placed('-20.88,55.45')).toMatchObject({ lat: -20.88, lng: 55.45 });
  });

  it('are refused beyond the poles and the date line', async () => {
    for (const text of ['95.2, 2.35', '48.85, 181.5', '-90.5,0.1', '200,300', '(0; 200)']) {
      expect(await refusal(text)).toBe('coordinates are latitude, longitude: from -90 to 90, and from -180 to 180');
    }
  });

  it('are not seen in house numbers and telephone numbers', async () => {
    for (const text of ['12, 5', '06 12 34 56 78', '75, 16']) expect(await refusal(text)).toMatch(/no place is known/);
    await expectLabels({ '75 008': 'Paris 8e Arrondissement (75008)', '13 800': 'Istres (13800)' });
  });

  it('have decimals', async () => {
    const reason = 'no place is known by that name; coordinates have decimals, as in 48.8556,2.3601';
    for (const text of ['49,2', '0;0', '(49, -2)']) expect(await refusal(text)).toBe(reason);
    expect(await placed('49,2.5')).toMatchObject({ lat: 49, lng: 2.5, precision: 'coordinates' });
  });
});

describe('airports', () => {
  it('are found by name, by code alone, and by code or name with a terminal', async () => {
    await expectLabels({
      'CDG 2E': 'Aéroport Paris-Charles-de-Gaulle, terminal 2E',
      cdg2e: 'Aéroport Paris-Charles-de-Gaulle, terminal 2E',
      'Roissy terminal 2 E': 'Aéroport Paris-Charles-de-Gaulle, terminal 2E',
      'Terminal 2E, Aéroport Charles de Gaulle': 'Aéroport Paris-Charles-de-Gaulle, terminal 2E',
      'CDG T1': 'Aéroport Paris-Charles-de-Gaulle, terminal 1',
      cdg: 'Aéroport Paris-Charles-de-Gaulle',
    });
    await expectLabels({
      'Orly 4': 'Aéroport Paris-Orly, terminal 4',
      'NCE T2': "Aéroport Nice Côte d'Azur, terminal 2",
      'Aéroport de Nice': "Aéroport Nice Côte d'Azur",
      'Geneva airport': 'Aéroport de Genève',
      LYS: 'Aéroport Lyon-Saint-Exupéry',
    });
  });

  it('put each terminal at its own place', async () => {
    expect(await placed('CDG 1')).toMatchObject({ lat: 49.0139, lng: 2.542, precision: 'airport' });
    expect(await placed('CDG 2G')).toMatchObject({ lat: 49.0049, lng: 2.6005, precision: 'airport' });
  });

  it.each([
    ['CDG terminal 9', 'Aéroport Paris-Charles-de-Gaulle', true],
    ['CDG 2Z', 'Aéroport Paris-Charles-de-Gaulle', true],
    ['CDG 2 Z', 'Aéroport Paris-Charles-de-Gaulle, terminal 2', true],
    ['CDG T9', 'Aéroport Paris-Charles-de-Gaulle', true],
    ['CDG terminal E', 'Aéroport Paris-Charles-de-Gaulle', true],
    ['Aéroport Charles de Gaulle terminal 22', 'Aéroport Paris-Charles-de-Gaulle', true],
    ['Orly 7', 'Aéroport Paris-Orly', true],
    ['Orly, 7', 'Aéroport Paris-Orly', true],
    ['Aéroport de Nice, terminal 5', "Aéroport Nice Côte d'Azur", true],
    ['Orly 94', 'Aéroport Paris-Orly', undefined],
    ['au terminal à CDG', 'Aéroport Paris-Charles-de-Gaulle', undefined],
    ['CDG vol 7', 'Aéroport Paris-Charles-de-Gaulle', undefined],
    ['CDG, 6 rue des Bruyères, 95700 Roissy', 'Aéroport Paris-Charles-de-Gaulle', undefined],
    ['Orly terminal 4 hall 7', 'Aéroport Paris-Orly, terminal 4', undefined],
    ['GVA T1', 'Aéroport de Genève', undefined], // none of its terminals is known
  ])('say whether a terminal was not understood: %s', async (address, label, isPartial) => {
    const place = await placed(address);
    expect([place.label, place.isPartial, place.precision]).toEqual([label, isPartial, 'airport']);
  });

  it('that nobody wrote down by hand are found by their town or code', async () => {
    expect(await placed('Aéroport de Brive')).toMatchObject({ label: 'Brive-Souillac (BVE)', precision: 'airport' });
    expect(await placed('aéroport MAD')).toMatchObject({ precision: 'airport' });
  });

  it('are not seen in the words of an address that are codes too', async () => {
    await expectLabels({
      'Mrs Smith, Hôtel Ritz, 15 place Vendôme, 75001 Paris': 'Ritz Paris',
      'Mr & Mrs Brown, CDG T2E': 'Aéroport Paris-Charles-de-Gaulle, terminal 2E',
      'Mr and Mrs Dupont, Gare de Lyon, Paris': 'Gare de Lyon, Paris',
      'MME DUPONT, AEROPORT DE NICE T2': "Aéroport Nice Côte d'Azur, terminal 2",
      'AEROPORT DE NICE, VOL BA342': "Aéroport Nice Côte d'Azur",
      'VOL AF1234 AEROPORT NICE TERMINAL 2': "Aéroport Nice Côte d'Azur, terminal 2",
      'AEROPORT DE NICE, FRA': "Aéroport Nice Côte d'Azur",
      'MRS T2': 'Aéroport Marseille Provence, terminal 2',
      'AEROPORT MRS': 'Aéroport Marseille Provence',
    });
  });

  it('by their code do not outweigh the town that an address names beside it', async () => {
    await expectLabels({
      'Appartement proche CDG, 12 rue de la Paix, 77000 Melun': 'Melun (77000)',
      'Lycée CDG, Compiègne': 'Compiègne (60200)',
      'CDG, Paris': 'Aéroport Paris-Charles-de-Gaulle',
    });
  });

  it('are not the stadium, person or town that they are named after', async () => {
    await expectLabels({
      'Aéroport Roland Garros': 'Aéroport de La Réunion Roland-Garros',
      'Aéroport Roland Garros, La Réunion': 'Aéroport de La Réunion Roland-Garros',
      'Aéroport Félix Eboué': 'Aéroport de Cayenne Félix-Éboué',
      'Aéroport Aimé Césaire': 'Aéroport Martinique Aimé-Césaire',
      'Aéroport de Saint-Denis': 'Aéroport de La Réunion Roland-Garros',
      'Aéroport, 31700 Blagnac': 'Aéroport Toulouse-Blagnac',
      'Roland Garros': 'Stade Roland-Garros, Paris',
    });
    expect(await refusal('Aéroport de Londres')).toMatch(/^"londres" has several airports: .*; give the code$/);
    // Codes are in capitals; these are words.
    for (const text of ['sea terminal', 'ber terminal 1']) expect(await refusal(text)).toMatch(/no place is known/);
    for (const text of ['Aéroport de Grenade', 'Aéroport Bellecour', 'Aéroport Jean Moulin'])
      expect(await refusal(text)).toBe('no airport is known by that name; give its code, or the town and its postcode');
  });

  it('are found by the names that need no word for an airport', async () => {
    await expectLabels({
      'Charles de Gaulle terminal 2F': 'Aéroport Paris-Charles-de-Gaulle, terminal 2F',
      'Charles-de-Gaulle T2': 'Aéroport Paris-Charles-de-Gaulle, terminal 2',
      'Amsterdam Schiphol': "Aéroport d'Amsterdam-Schiphol",
      'Bastia Poretta': 'Aéroport de Bastia-Poretta',
      Satolas: 'Aéroport Lyon-Saint-Exupéry',
      'Bâle-Mulhouse': 'EuroAirport Bâle-Mulhouse-Fribourg',
    });
  });

  it('give way to the town of the same name in a postal address', async () => {
    await expectLabels({
      '23 rue du Commerce, Orly': 'Orly (94310)',
      '94310 Orly': 'Orly (94310)',
      'Orly ville': 'Orly (94310)',
      Orly: 'Aéroport Paris-Orly',
    });
  });
});

describe('known places', () => {
  it('are found as riders write them in French and English', async () => {
    await expectLabels({
      'eiffel tower paris': 'Tour Eiffel, Paris',
      'La Défense': 'La Défense',
      Disneyland: 'Disneyland Paris',
      'palace of versailles': 'Château de Versailles',
      'les 2 alpes': 'Les Deux Alpes',
      AccorArena: 'Accor Arena, Paris',
    });
  });

  it('are found by a name that contains their town, also if that is written apart', async () => {
    await expectLabels({
      'Ritz, Paris': 'Ritz Paris',
      'Ritz, 15 place Vendôme, 75001 Paris': 'Ritz Paris',
      'Zénith, 75019 Paris': 'Zénith de Paris',
      'Cathédrale, Reims': 'Cathédrale de Reims',
      'Grand Palais, Lille': 'Lille Grand Palais',
      'gare TGV, Avignon': "Gare d'Avignon TGV",
      'Château, 78000 Versailles': 'Château de Versailles',
      'Ritz, Lyon': 'Lyon (69)',
      'Lyon, Paris': 'Paris (75)',
      'Paris, Lyon': 'Paris (75)',
      'Mairie, 75012 Paris': 'Paris 12e Arrondissement (75012)',
    });
  });

  it('are in the town that is named, not in another one that has their name', async () => {
    await expectLabels({
      'Cathédrale Saint-Etienne Toulouse': 'Toulouse (31000)',
      'Toulouse, cathédrale Saint-Etienne': 'Toulouse (31000)',
      'Eglise Saint Etienne Lille': 'Lille (59000)',
      'Le Saint-James Bouliac': 'Bouliac (33270)',
      'Nantes Beaulieu': 'Île de Nantes',
      'Nantes gare nord': 'Gare de Nantes',
      'gare Lyon Pardieu': 'Gare de Lyon-Part-Dieu',
      'Saint Exupéry TGV': 'Gare de Lyon-Saint-Exupéry TGV',
      '140 avenue Champs Elysée, Paris': '140 Avenue des Champs-Élysées, Paris',
      '2 Champs Elysées Paris': '2 Avenue des Champs-Élysées, Paris',
      'Palais Longchamp': 'Palais Longchamp, Marseille',
    });
  });

  it('give way to a town that is named and lies elsewhere', async () => {
    await expectLabels({
      'Hôtel du Louvre, 69002 Lyon': 'Lyon 2e Arrondissement (69002)',
      'Place de la Bastille, Grenoble': 'Grenoble (38000)',
    });
  });

  it('with a name that many towns have count only beside their own town', async () => {
    expect(await placed('Opéra, Paris')).toMatchObject({ label: 'Opéra Garnier, Paris', precision: 'place' });
    expect(await placed('place de la Bourse, Bordeaux')).toMatchObject({ label: 'Place de la Bourse (Bordeaux)' });
    expect(await refusal('Opéra')).toMatch(/no place is known/);
  });

  it('with a name that many towns have are not those of the next town', async () => {
    await expectLabels({
      'Hôtel de Paris, Nice': 'Nice (06000)',
      'Hotel Paris Nice': 'Nice (06000)',
      'Hôtel Paris Cannes': 'Cannes (06400)',
      'Hôtel de Paris, Monaco': 'Hôtel de Paris Monte-Carlo',
      'Monaco Casino': 'Monte-Carlo, Monaco',
      'Port Fréjus': 'Port-Fréjus, Fréjus',
      'Port, Sainte-Maxime': 'Sainte-Maxime (83120)',
    });
  });

  it('are not those named after them, or of their name in the next town', async () => {
    await expectLabels({
      'Musée des Confluences, Lyon': 'Musée des Confluences, Lyon',
      'Musée des Confluences, 86 quai Perrache, 69002 Lyon': 'Musée des Confluences, Lyon',
      'centre commercial Confluence': 'Centre commercial Confluence, Lyon',
      'Élysée Montmartre, Paris': 'Élysée Montmartre, Paris',
      'Radisson Blu Marseille Vieux-Port': 'Radisson Blu Marseille Vieux-Port',
      'Gare Saint-Sauveur, Lille': 'Gare Saint-Sauveur, Lille',
      'Hôpital Rangueil, Toulouse': 'CHU de Rangueil, Toulouse',
      'Darwin, Bordeaux': 'Darwin (Bordeaux)',
      'Grand Trianon, Versailles': 'Grand Trianon, Versailles',
      'Hôtel Carlton, Nice': 'Nice (06000)',
      'Hôtel Majestic, Nice': 'Nice (06000)',
      'Hôtel Carlton, Cannes': 'Hôtel Carlton (Cannes)',
      'Palais du Pharo, 58 boulevard Charles Livon, 13007 Marseille': 'Palais du Pharo, Marseille',
      'Stade de la Beaujoire': 'Stade de la Beaujoire, Nantes',
    });
    expect(await placed('Musée des Confluences')).toMatchObject({ lat: 45.7327, lng: 4.818, precision: 'place' });
  });

  it('go before the villages that have their name, unless a postcode says otherwise', async () => {
    await expectLabels({
      'Les Halles': 'Forum des Halles, Paris',
      Gerland: 'Gerland (Lyon)',
      Madeleine: 'Place de la Madeleine, Paris',
      Passy: 'Passy, Paris',
      '74190 Passy': 'Passy (74190)',
      'Port Camargue': 'Port-Camargue, Le Grau-du-Roi',
      'Cannes la Bocca': 'Cannes-la-Bocca',
    });
  });

  it('are not the hotels named after them', async () => {
    await expectLabels({
      'Ibis Orly, 91200 Athis-Mons': 'Athis-Mons (91200)',
      'Novotel Paris Orly Rungis, 1 rue du Pont des Halles, 94150 Rungis': 'Rungis (94150)',
      'Kyriad Roissy Villepinte, 93420 Villepinte': 'Villepinte (93420)',
      'Château de Versailles Hotel, 75015 Paris': 'Paris 15e Arrondissement (75015)',
      'Ibis Aéroport Orly, 91200 Athis-Mons': 'Aéroport Paris-Orly',
      'Ibis Orly 4, 94390 Orly': 'Aéroport Paris-Orly, terminal 4',
      'Hilton Orly, 94390 Orly': 'Aéroport Paris-Orly', // a postcode of the airport alone
    });
  });

  it('stay airports for a flight, or for a person to be met there', async () => {
    await expectLabels({
      'Orly, Air France vol 6123, 94390 Orly': 'Aéroport Paris-Orly',
      'Air France Orly vol 6123, 91200 Athis-Mons': 'Aéroport Paris-Orly',
      'Orly, arrivées Dupont, 94390 Orly': 'Aéroport Paris-Orly',
      'Charles de Gaulle, sortie Air France, 95700 Roissy': 'Aéroport Paris-Charles-de-Gaulle',
      'Roissy CDG, M. Dupont, 95700 Roissy-en-France': 'Aéroport Paris-Charles-de-Gaulle',
      'Mme Kerzner, Orly, 94390 Orly': 'Aéroport Paris-Orly',
      'Nice Côte d’Azur, Kerzner, 06200 Nice': "Aéroport Nice Côte d'Azur",
    });
  });

  it.each([
    ['Ibis Orly', 'Aéroport Paris-Orly', true],
    ['Aéroports de Paris Orly', 'Aéroport Paris-Orly', undefined],
    ['Ibis CDG', 'Aéroport Paris-Charles-de-Gaulle', true],
    // The name of a hotel in town does not explain one at the airport.
    ['Pullman Toulouse Airport', 'Aéroport Toulouse-Blagnac', true],
    ['Negresco Nice Airport', "Aéroport Nice Côte d'Azur", true],
    ['Le Meurice CDG', 'Aéroport Paris-Charles-de-Gaulle', true],
    ['Lyon Airport', 'Aéroport Lyon-Saint-Exupéry', undefined],
    ['LYS terminal 1', 'Aéroport Lyon-Saint-Exupéry, terminal 1', undefined],
    ['BOD hall A', 'Aéroport Bordeaux-Mérignac, terminal A', undefined],
    ['NTE T1', 'Aéroport Nantes Atlantique', undefined],
    ['Novotel Paris Gare de Lyon, 2 rue Hector Malot, 75012 Paris', 'Gare de Lyon, Paris', true],
    ['Tour Montparnasse Résidence, 92130 Issy-les-Moulineaux', 'Tour Montparnasse, Paris', true],
    ['Ibis Gare du Nord, 59000 Lille', 'Gare de Lille-Flandres', true],
    ['Gare de Lyon, 20 boulevard Diderot, Paris', 'Gare de Lyon, Paris', undefined],
    ['devant la gare de Lyon, sortie 3, hall 1', 'Gare de Lyon, Paris', undefined],
    ['CDG terminal 2E porte 8 vol AF1234', 'Aéroport Paris-Charles-de-Gaulle, terminal 2E', undefined],
    ['Roissy terminal 2 E', 'Aéroport Paris-Charles-de-Gaulle, terminal 2E', undefined],
    ['aéroport (BIQ)', 'Aéroport Biarritz Pays Basque', undefined],
    ['Ibis, Rungis', 'Rungis (94150)', undefined],
    // A village and a quarter of the same name explain a word only if they are there.
    ['Gare de Toulouse Saint-Agne', 'Gare de Toulouse-Matabiau', true],
    ['Gare du Luxembourg, Paris', 'Gare du Luxembourg, Paris', undefined],
    // CHR is an airport's code too, far from there.
    ['Gare Lille CHR', 'Gare de Lille-Flandres', true],
    // Not the name of a station there, but the direction of an entrance, a département, or a name that is known.
    ['Gare du Nord, Lyon', 'Gare de Lyon-Part-Dieu', true],
    ["Gare de l'Est, 59000 Lille", 'Gare de Lille-Flandres', true],
    ["Gare de l'Ouest, Bordeaux", 'Gare de Bordeaux-Saint-Jean', true],
    ['Gare du Rhône, Lyon', 'Gare de Lyon-Part-Dieu', true],
    ['Gare de la Vienne, Poitiers', 'Gare de Poitiers', true],
    ['Gare SNCF du Nord, Lyon', 'Gare de Lyon-Part-Dieu', true],
    ["Gare TGV de l'Est, Lille", 'Gare de Lille-Flandres', true],
    // Stations of their own, which the table does not have; villages of these names are near.
    ['Gare Saint-André, Lille', 'Gare de Lille-Flandres', true],
    ['Gare Saint-Sébastien, Nantes', 'Gare de Nantes', true],
    ['Gare de Saint-Cyr, Lyon', 'Gare de Lyon-Part-Dieu', true],
    ['Gare de Lille Porte de Douai', 'Gare de Lille-Porte-de-Douai', undefined],
    ['Gare de Nantes Pont Rousseau', 'Gare de Rezé-Pont-Rousseau', undefined],
    // Entrances, not stations of their own.
    ['Gare Montparnasse porte Océane', 'Gare Montparnasse, Paris', undefined],
    ['Gare Part-Dieu Porte du Rhône', 'Gare de Lyon-Part-Dieu', undefined],
    ["Gare Saint-Charles sortie Porte d'Aix", 'Gare de Marseille-Saint-Charles', undefined],
    // A country by its code, and the title of whoever is met.
    ['Gare du Nord, 75010 Paris, FRA', 'Gare du Nord, Paris', undefined],
    ['CDG T2, FRA', 'Aéroport Paris-Charles-de-Gaulle, terminal 2', undefined],
    ['Gare de Bruxelles-Midi, BEL', 'Gare de Bruxelles-Midi', undefined],
    ['Gare de Lyon, Paris mme', 'Gare de Lyon, Paris', undefined],
    // The postcode is that of a district where the place cannot be.
    ['Place Vendôme, 75020 Paris', 'Place Vendôme, Paris', true],
    ['Tour Eiffel 75019 Paris', 'Tour Eiffel, Paris', true],
    ['Gare Part-Dieu, 69009 Lyon', 'Gare de Lyon-Part-Dieu', true],
    ['Vieux-Port 13016 Marseille', 'Vieux-Port de Marseille', true],
    ['Place Vendôme, 75001 Paris', 'Place Vendôme, Paris', undefined],
    ['Gare Montparnasse, 75014 Paris', 'Gare Montparnasse, Paris', undefined], // at its edge
    ['Gare de Lyon, 75012 Paris', 'Gare de Lyon, Paris', undefined],
    ['Vieux-Port 13007 Marseille', 'Vieux-Port de Marseille', undefined],
    ['Hôpital Édouard-Herriot, 69003 Lyon', 'Hôpital Édouard-Herriot, Lyon', undefined],
    ['Hôpital Nord, 13015 Marseille', 'Hôpital Nord, Marseille', undefined],
    ['Gare de Lyon porte 3, Paris', 'Gare de Lyon, Paris', undefined],
    ['Gare de Lyon porte B', 'Gare de Lyon, Paris', undefined],
    ['Gare de Lille porte nord', 'Gare de Lille-Flandres', undefined],
    ['Gare de Lyon place Louis Armand, Paris', 'Gare de Lyon, Paris', undefined],
    ['Gare Saint-Paul, 69005 Lyon', 'Gare de Lyon-Saint-Paul', undefined],
    ['Gare SNCF Lille', 'Gare de Lille-Flandres', undefined],
    ['Gare de Lyon, Paris, sortie nord', 'Gare de Lyon, Paris', undefined],
    ['Gare de Nantes, gare sud', 'Gare de Nantes', undefined],
    ['Gare de Nantes, accès sud', 'Gare de Nantes', undefined],
    ['Gare de Lille, Nord', 'Gare de Lille-Flandres', undefined],
    ['Gare Part-Dieu, Rhône', 'Gare de Lyon-Part-Dieu', undefined],
    ["Gare de l'Est, sortie est, Paris", "Gare de l'Est, Paris", undefined],
    ['Gare de Luxembourg', 'Gare de Luxembourg', undefined],
    // Without its town, a famous street may be one of another town's that follows.
    ['10 rue de Rivoli Megève', '10 Rue de Rivoli, Paris', true],
    ['12 rue de Rivoli Hotel Machin', '12 Rue de Rivoli, Paris', true],
    ['12 bis rue de Rivoli batiment B, 3e étage', '12 Rue de Rivoli, Paris', undefined],
    ['101 av des Champs Elysees', '101 Avenue des Champs-Élysées, Paris', undefined],
    ['CDG Terminal Nord', 'Aéroport Paris-Charles-de-Gaulle', undefined],
    ['CDG T2E, CDG', 'Aéroport Paris-Charles-de-Gaulle, terminal 2E', undefined],
    ['Bastille Montmartre, Paris', 'Place de la Bastille, Paris', true],
    ["Disneyland Paris, Val d'Europe", 'Disneyland Paris', undefined],
    ['Tour Eiffel, Champ de Mars, Paris', 'Tour Eiffel, Paris', undefined],
    // It names a country, a town or a district in which the place is not.
    ['Aéroport de Valence, Espagne', 'Valence-Chabeuil Airport (VAF)', true],
    ['Hôtel Martinez, 06000 Nice', 'Hôtel Martinez, Cannes', true],
    ['Place de la Bourse, Mérignac', 'Place de la Bourse (Bordeaux)', true],
    ['Place Bellecour, 69100 Villeurbanne', 'Place Bellecour, Lyon', true],
    ['Gare Montparnasse, Versailles', 'Gare Montparnasse, Paris', true],
    ['Stade de France, Paris', 'Stade de France, Saint-Denis', undefined],
    ['Parc des Princes, 92100 Boulogne-Billancourt', 'Parc des Princes, Paris', undefined],
    ['Gare du Nord, Paris 15e', 'Gare du Nord, Paris', true],
    ['Gare de Lyon, Paris 12e', 'Gare de Lyon, Paris', undefined],
    ['Tour Eiffel Paris XVIIIe', 'Tour Eiffel, Paris', true],
  ])('say whether some of the address was not understood: %s', async (address, label, isPartial) => {
    const place = await placed(address);
    expect([place.label, place.isPartial]).toEqual([label, isPartial]);
  });

  it.each([
    ['24 rue de rivoli', 'Paris'],
    ['24 rue de rivoli, Paris', undefined],
    ['24 rue de rivoli, 75004', undefined],
    ['12 place Vendôme', 'Paris'],
    ['Paris, 12 place Vendôme', undefined],
    ['12 place Vendôme, 75001', undefined],
    ['3 place Bellecour', 'Lyon'],
    ['Gare de Lyon, hall 2', 'Paris'],
    ['Gare de Lyon, sortie nord', 'Paris'],
    ['Gare de Lyon-Part-Dieu, hall 2', undefined],
    ['Orly 4, porte 12', undefined],
  ])('say which town the address leaves out: %s', async (address, town) => {
    expect((await placed(address)).assumedTown).toBe(town);
  });

  it('are understood in full by all of their names', async () => {
    const names = KNOWN_PLACES.flatMap(({ names }) => names);
    const places = await Promise.all(names.map((name) => geocoder.place(name)));
    expect(names.filter((_, index) => isPlace(places[index] as Place) && (places[index] as Place).isPartial)).toEqual(
      [],
    );
  });

  it('are chosen from the particular to the general', async () => {
    expect(await placed('Tour Initiale, 92919 Paris La Défense')).toMatchObject({ label: 'Tour Initiale, La Défense' });
  });
});

describe('stations', () => {
  it('tell Gare de Lyon in Paris from the stations of Lyon', async () => {
    expect(await placed('Gare de Lyon')).toMatchObject({ label: 'Gare de Lyon, Paris', precision: 'station' });
    await expectLabels({
      'Lyon Part-Dieu': 'Gare de Lyon-Part-Dieu',
      'gare de Lyon Perrache': 'Gare de Lyon-Perrache',
      'Gare SNCF, 69003 Lyon': 'Gare de Lyon-Part-Dieu',
      'Gare de Lyon, Lyon': 'Gare de Lyon-Part-Dieu',
    });
  });

  it('are not placed in France if another country is named', async () => {
    for (const address of ['Gare de Valence, Espagne', 'Gare du Nord, Belgique', '12 rue de Rivoli, Paris, Belgique'])
      expect(await refusal(address)).toMatch(/^no city is known by that name in (Espagne|Belgique)$/);
    await expectLabels({ 'Gare de Bâle, Suisse': 'Gare de Bâle CFF', 'Courmayeur, Italie': 'Courmayeur, Italie' });
  });

  it('are not seen in the name of a street', async () => {
    await expectLabels({
      'place de la Gare, Annecy': 'Annecy (74000)',
      'rue de la gare 44000 Nantes': 'Nantes (44000)',
      '12 avenue de la Gare, Pau': 'Pau (64000)',
    });
    expect(await refusal('place de la Gare')).toBe(
      'its town was not understood; write it after a comma, with its postcode',
    );
  });

  it('are in the département that is named, and are not where ships leave', async () => {
    await expectLabels({
      'Gare de Saint-Denis, La Réunion': 'Gare, Saint-Denis (97400)',
      'Gare de Lyon (69)': 'Gare de Lyon-Part-Dieu',
      'Gare maritime de Calais': 'Port de Calais, terminal ferry',
    });
  });

  it('that are not known exactly are placed at their town and claim no more', async () => {
    expect(await placed('Gare de Vierzon')).toMatchObject({ label: 'Gare, Vierzon (18100)', precision: 'commune' });
    expect(await placed('Gare de Lyom, Paris')).toMatchObject({ label: 'Paris (75)', precision: 'commune' });
  });
});
