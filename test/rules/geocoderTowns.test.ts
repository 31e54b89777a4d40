import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../../src/places/embeddedPlaces.ts';
import { isPlace } from '../../src/places/place.ts';

const { geocoder } = embeddedPlaces(new URL('../../dist/places/gazetteer.json', import.meta.url));

async function answer(address: string): Promise<string> {
  const place = await geocoder.place(address);
  return isPlace(place) ? `${place.label}, ${place.precision}` : place.reason;
}

async function expectAnswers(expected: Record<string, string>) {
  const given = await Promise.all(Object.keys(expected).map(async (address) => [address, await answer(address)]));
  expect(Object.fromEntries(given)).toEqual(expected);
}

const UNKNOWN = 'no place is known by that name; add the town or its postcode';

describe('a town', () => {
  it('is the one beside the last postcode, and never claims an exact address', () =>
    expectAnswers({
      '12 rue de la Paix, 95700 Roissy-en-France': 'Roissy-en-France (95700), commune',
      'Bât. C, 14 allée des Tilleuls 69100 VILLEURBANNE tel 06 12 34 56 78': 'Villeurbanne (69100), commune',
      'Chez Mme Durand, 7 chemin des Vignes, 21200 Beaune, France': 'Beaune (21200), commune',
      '20 promenade de la Mer, 06000 Nice': 'Nice (06000), postcode',
      'Beaune 21200': 'Beaune (21200), commune',
      'F-06400 Cannes': 'Cannes (06400), postcode',
    }));

  it('is not a village with a long name that a building is called after', () =>
    expectAnswers({
      'Clinique Saint-Vincent de Paul, Rouen': 'Rouen (76000), commune',
      'Clinique, Saint-Vincent de Paul 40990': 'Saint-Vincent-de-Paul (40990), commune',
    }));

  it('is Monaco after its postcode, also without a comma', () =>
    expectAnswers({
      '10 rue Grimaldi 98000 Monaco': 'Monaco, city',
      '10 rue de Rivoli 98000 Monaco': 'Monaco, city',
    }));

  it('may have its département after it, even one that is a direction too', () =>
    expectAnswers({
      'Bachy Nord': 'Bachy (59830), commune',
      'Saint-Aubin Nord': 'Saint-Aubin (59440), postcode',
    }));

  it('is not the one a street is called after', () =>
    expectAnswers({
      'rue de Marseille, 75010 Paris': 'Paris 10e Arrondissement (75010), postcode',
      '12 avenue de Lyon, Toulouse': 'Toulouse (31000), commune',
      '3 rue de Paris Lille': '3 Rue de Paris, Lille, address',
      '2 quai de Nantes, Amiens': 'Amiens (80000), commune',
      'Café de Paris, Nantes': 'Nantes (44000), commune',
    }));

  it('is found without accents, hyphens or capitals, abbreviated, and without its article', () =>
    expectAnswers({
      'SAINT ETIENNE': 'Saint-Étienne (42000), commune',
      'st etienne': 'Saint-Étienne (42000), commune',
      'neuilly s/seine': 'Neuilly-sur-Seine (92200), commune',
      'aulnay s/s bois': 'Aulnay-sous-Bois (93600), commune',
      Mans: 'Le Mans (72000), commune',
      'La Baule': 'La Baule-Escoublac (44500), commune',
      'villeneuve d ascq': "Villeneuve-d'Ascq (59491), commune",
    }));

  it('in metropolitan France goes before its namesake overseas, unless the address says otherwise', () =>
    expectAnswers({
      'Saint-Denis': 'Saint-Denis (93200), commune',
      'Saint-Denis (974)': 'Saint-Denis (97400), commune',
      'Saint-Denis, La Réunion': 'Saint-Denis (97400), commune',
      '97400 Saint-Denis': 'Saint-Denis (97400), postcode',
      'Saint-Denis, Réunion': 'Saint-Denis (97400), commune',
      'Saint-Denis Réunion': 'Saint-Denis (97400), commune',
      'Hôtel Novotel Saint-Denis, Réunion': 'Saint-Denis (97400), commune',
      'Saint-Louis, Réunion': 'Saint-Louis (97421), commune',
      'Saint-Benoît, Réunion': 'Saint-Benoît (97437), commune',
      'Saint-Denis, Reunion Island': 'Saint-Denis (97400), commune',
      'Saint-François': '"st francois" may be Saint-François, Le Pin (03130), Saint-François (97118); add the postcode',
      'Grand-Bourg': '"grand bourg" may be Le Grand-Bourg (23240), Grand-Bourg (97112); add the postcode',
      'Le Port': '"le port" may be Le Port (09320), Le Port (97420); add the postcode',
    }));

  it('without its article is not seen in the name of a person or thing', () =>
    expectAnswers({
      'Hôpital Robert Debré': 'Hôpital Robert-Debré, Paris, place',
      'Chez Robert': UNKNOWN,
      'Centre Robert Schuman': UNKNOWN,
      'Lycée François 1er': UNKNOWN,
      'Monsieur François Martin': UNKNOWN,
      'Port de plaisance': UNKNOWN,
      'Capitainerie du Port': UNKNOWN,
      'CHU du Havre': 'Le Havre (76600), commune',
    }));

  it('of which another is called for short is doubtful also among other words', () =>
    expectAnswers({
      'Hôtel Ibis Clermont': '"clermont" may be Clermont (60600), Clermont-Ferrand (63000); add the postcode',
      'CHU Clermont': '"clermont" may be Clermont (60600), Clermont-Ferrand (63000); add the postcode',
    }));

  it('is chosen among namesakes by a département, as number or name', () =>
    expectAnswers({
      'Montreuil (62)': 'Montreuil-sur-Mer (62170), commune',
      'Villeneuve, Aveyron': 'Villeneuve (12260), commune',
      'Vienne, Isère': 'Vienne (38200), commune',
      'Neuilly 92': 'Neuilly-sur-Seine (92200), commune',
    }));

  it('goes before the city it is a suburb of', () =>
    expectAnswers({
      'Boulogne-Billancourt, Paris': 'Boulogne-Billancourt (92100), commune',
      'Bron, Lyon': 'Bron (69500), commune',
    }));

  it('of a former name is still found, and shows what it is part of', () =>
    expectAnswers({ '74600 Seynod': 'Seynod, Annecy (74600), commune' }));

  it('without a point of its own claims no more than its postcode, or says that it is placed roughly', () =>
    expectAnswers({
      '01400 Sulignat': 'Sulignat (01400), postcode',
      '12 rue du Moulin, 05320 La Grave': 'La Grave (05320), roughly, postcode',
    }));
});

describe('a district', () => {
  it('of Paris, Lyon and Marseille is found however it is written', () =>
    expectAnswers({
      'Paris 8e': 'Paris 8e Arrondissement (75008), postcode',
      'Paris 75008': 'Paris 8e Arrondissement (75008), postcode',
      '75 008 Paris': 'Paris 8e Arrondissement (75008), postcode',
      'paris 15': 'Paris 15e Arrondissement (75015), postcode',
      '8th arrondissement, Paris': 'Paris 8e Arrondissement (75008), postcode',
      'Lyon 3ème': 'Lyon 3e Arrondissement (69003), postcode',
      'Marseille 13008': 'Marseille 8e Arrondissement (13008), postcode',
      'Paris XVI': 'Paris 16e Arrondissement (75016), postcode',
      'Paris IXe': 'Paris 9e Arrondissement (75009), postcode',
      '75116 Paris': 'Paris 16e Arrondissement (75116), postcode',
    }));

  it('is not read from the number of a département or a house', () =>
    expectAnswers({
      'Marseille (13)': 'Marseille (13), commune',
      'Paris (75)': 'Paris (75), commune',
      'Lyon, 3 rue Pasteur': 'Lyon (69), commune',
    }));
});

describe('CEDEX', () => {
  it('lines resolve to their town, and to its district where they tell it', () =>
    expectAnswers({
      '17 boulevard Pataplan, 75181 Paris Cedex 04': 'Paris 4e Arrondissement (75004), postcode',
      'CS 70001, 35042 Rennes Cedex': 'Rennes (35000), commune',
      '31000 Toulouse Cedex 6': 'Toulouse (31000), postcode',
      'BP 75008, 44000 Nantes': 'Nantes (44000), postcode',
    }));
});

describe('a postcode', () => {
  it('alone, or beside a name it does not know, is enough', () =>
    expectAnswers({
      '33000': 'Bordeaux (33000), postcode',
      '33000 Bordaux': 'Bordeaux (33000), postcode',
      '69003': 'Lyon 3e Arrondissement (69003), postcode',
      '34 quai du Pataplan 44000': 'Nantes (44000), postcode',
    }));

  it('that contradicts the town beside it is reported', () =>
    expectAnswers({
      '75008 Lyon': 'the postcode 75008 and Lyon (69) do not agree',
      '13999 Lyon': 'the postcode 13999 and Lyon (69) do not agree',
      '12 rue de la République 69002 Paris': 'the postcode 69002 and Paris (75) do not agree',
      'Paris, 12 rue de la République, 69002': 'the postcode 69002 and Paris (75) do not agree',
      '33999 Marseille': 'the postcode 33999 and Marseille (13) do not agree',
    }));

  it('of Saint-Martin and Saint-Barthélemy is known', () =>
    expectAnswers({
      '97150': 'Saint-Martin (97150), postcode',
      '97150 Marigot': 'Marigot, Saint-Martin, place',
      '97133 Saint-Barthélemy': 'Saint-Barthélemy (97133), commune',
    }));
});

describe('a city abroad', () => {
  it('is found in its own language, in French and in English', () =>
    expectAnswers({
      Londres: 'Londres, Royaume-Uni, city',
      London: 'Londres, Royaume-Uni, city',
      'Bruxelles, Belgique': 'Bruxelles, Belgique, city',
      '1201 Geneva, Switzerland': 'Genève, Suisse, city',
      '20121 Milano': 'Milan, Italie, city',
      Monaco: 'Monaco, city',
    }));

  it('comes after French towns, but before a village when it is a hundred times its size', () =>
    expectAnswers({
      Vienne: 'Vienne (38200), commune',
      'Vienne, Autriche': 'Vienne, Autriche, city',
      Cologne: 'Cologne, Allemagne, city',
      '32430 Cologne': 'Cologne (32430), roughly, postcode',
    }));
});

describe('an address that means no one place', () => {
  it('names the candidates with their postcodes, at most five', async () => {
    expect(await answer('Sainte-Colombe')).toMatch(
      /^"ste colombe" may be (Sainte-Colombe \(\d{5}\)(, )?){2,5}; add the postcode$/,
    );
    const reason = await answer('Villeneuve');
    expect(reason.match(/\(\d{5}\)/g)).toHaveLength(5);
    expect(reason).toMatch(/^"villeneuve" may be Villeneuve-d'Ascq \(59491\), .* and others; add the postcode$/);
  });

  it('of which one gives an airport its name, though it is smaller', async () => {
    const reason = '"roissy" may be Roissy-en-Brie (77680), Roissy-en-France (95700); add the postcode';
    expect(await answer('12 allée du Verger, Roissy')).toBe(reason);
    expect(await answer('12 allée du Verger, 95700 Roissy')).toBe('Roissy-en-France (95700), commune');
  });

  it('as a street without a town is refused, and asks for the town', async () => {
    const streets = [
      'rue de Paris',
      '12 rue Victor Hugo',
      '12 rue George Sand',
      'rue Jean de la Fontaine',
      '12 rue du Vieux Port',
      '18 avenue Foch',
      '5 rue de la Paix',
    ];
    for (const street of streets)
      expect(await answer(street)).toBe('its town was not understood; write it after a comma, with its postcode');
  });

  it('as an unknown name is refused, also with a country', async () => {
    for (const name of ['Xyzzyville', 'chez moi', 'Hôtel de Lyon', '99999', '', '?!', '東京']) {
      expect(await answer(name)).toBe('no place is known by that name; add the town or its postcode');
    }
    expect(await answer('Xyzzyville, Suisse')).toBe('no city is known by that name in Suisse');
  });
});
