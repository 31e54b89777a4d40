import type { Place } from '../../src/places/place.ts';

export const at = (lat: number, lng: number): Place => ({ label: 'here', precision: 'coordinates', lat, lng });
/** The great circle between them has 22.7 km. */
export const RIVOLI = at(48.8556, 2.3601);
export const ROISSY = at(49.0047, 2.5711);

// Answers in the shapes that the providers document, with the members that we do not read left in.

export const banFeature = (properties: Record<string, unknown> = {}, coordinates: unknown = [2.360094, 48.855424]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties: {
    label: '10 Rue de Rivoli 75004 Paris',
    score: 0.9712,
    housenumber: '10',
    id: '75104_8249_00010',
    banId: '0f3b0c1e-8a52-4c39-9d0a-5ad1e1d2a9b7',
    name: '10 Rue de Rivoli',
    postcode: '75004',
    citycode: '75104',
    x: 653054.42,
    y: 6862072.11,
    city: 'Paris',
    district: 'Paris 4e Arrondissement',
    context: '75, Paris, Île-de-France',
    type: 'housenumber',
    importance: 0.7641,
    street: 'Rue de Rivoli',
    _type: 'address',
    ...properties,
  },
});

export const featureCollection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });

export const nominatimMatch = (members: Record<string, unknown> = {}) => ({
  place_id: 88715228,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'node',
  osm_id: 1376961070,
  lat: '48.8554240',
  lon: '2.3600940',
  category: 'place',
  type: 'house',
  place_rank: 30,
  importance: 0.0000841,
  addresstype: 'place',
  name: '',
  display_name: '10, Rue de Rivoli, Paris 4e Arrondissement, Paris, Île-de-France, 75004, France',
  address: {
    house_number: '10',
    road: 'Rue de Rivoli',
    suburb: 'Paris 4e Arrondissement',
    city: 'Paris',
    state: 'Île-de-France',
    postcode: '75004',
    country: 'France',
    country_code: 'fr',
  },
  boundingbox: ['48.8553740', '48.8554740', '2.3600440', '2.3601440'],
  ...members,
});

export const photonFeature = (
  properties: Record<string, unknown> = {},
  coordinates: unknown = [2.360094, 48.855424],
) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties: {
    osm_type: 'N',
    osm_id: 1376961070,
    osm_key: 'place',
    osm_value: 'house',
    type: 'house',
    housenumber: '10',
    street: 'Rue de Rivoli',
    postcode: '75004',
    district: 'Paris 4e Arrondissement',
    city: 'Paris',
    state: 'Île-de-France',
    country: 'France',
    countrycode: 'FR',
    ...properties,
  },
});

export const osrmAnswer = (route: Record<string, unknown> = {}, snapped: [unknown, unknown] = [4.1, 12.7]) => ({
  code: 'Ok',
  routes: [
    {
      legs: [{ steps: [], weight: 2104.3, summary: '', duration: 2100, distance: 28410.5 }],
      weight_name: 'routability',
      weight: 2104.3,
      duration: 2100,
      distance: 28410.5,
      ...route,
    },
  ],
  waypoints: snapped.map((distance) => ({ hint: 'aBcD', distance, location: [2.36, 48.85], name: 'Rue de Rivoli' })),
});

export const valhallaAnswer = (summary: Record<string, unknown> = {}, trip: Record<string, unknown> = {}) => {
  const whole = {
    has_time_restrictions: false,
    has_toll: false,
    has_highway: true,
    has_ferry: false,
    min_lat: 48.855,
    min_lon: 2.36,
    max_lat: 49.005,
    max_lon: 2.572,
    time: 2100,
    length: 28.41,
    cost: 2400.1,
    ...summary,
  };
  return {
    trip: {
      locations: [
        { type: 'break', lat: 48.8554, lon: 2.36, original_index: 0 },
        { type: 'break', lat: 49.0047, lon: 2.5711, original_index: 1 },
      ],
      legs: [{ summary: whole, shape: '_icuwA_h~vC?_yF' }],
      summary: whole,
      status_message: 'Found route between points',
      status: 0,
      units: 'kilometers',
      language: 'en-US',
      ...trip,
    },
  };
};

export const valhallaError = (error_code: number, error: string) => ({
  error_code,
  error,
  status_code: 400,
  status: 'Bad Request',
});
