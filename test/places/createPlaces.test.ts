import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Place, PlacesUnavailable, type Road, type Unplaced } from '../../src/places/place.ts';
import { createPlaces } from '../../src/places/providers/createPlaces.ts';
import { loadSettings } from '../../src/start/settings.ts';
import {
  banFeature,
  featureCollection,
  osrmAnswer,
  photonFeature,
  RIVOLI,
  ROISSY,
  valhallaAnswer,
} from '../support/providersAnswers.ts';
import { EPOCH_MS, json, type ProviderServer, type Reaction, startProviderServer } from '../support/providersServer.ts';

let first: ProviderServer;
let second: ProviderServer;
let said: string[];
beforeEach(async () => {
  first = await startProviderServer();
  second = await startProviderServer();
  said = [];
});
afterEach(() => Promise.all([first.close(), second.close()]));

const ADDRESS = '10 Rue de Rivoli, 75004 Paris';
const EMBEDDED_PLACE: Place = { label: 'Paris 4e', precision: 'postcode', lat: 48.8543, lng: 2.3577 };
const EMBEDDED_ROAD: Road = { distanceKm: 30, durationMinutes: 40, isEstimated: true };
const DOWN = json({}, 503);

interface Embedded {
  placed?: Place | Unplaced;
  road?: Road | undefined;
}

/** The places of these settings; the embedded pair gives the answers given here. */
function placesFor(env: Record<string, string>, { placed = EMBEDDED_PLACE, road }: Embedded = { road: EMBEDDED_ROAD }) {
  const say = (...line: unknown[]) => void said.push(String(line.at(-1)));
  return createPlaces({
    version: '9.9',
    settings: loadSettings(env),
    embedded: { geocoder: { place: async () => placed }, router: { route: async () => road } },
    clock: () => new Date(EPOCH_MS),
    log: { warn: say, info: say },
  });
}

const urls = (one: string, other: string) => `${one}=${first.url},${other}=${second.url}`;

describe('a chain of geocoders', () => {
  const banKnows = json(featureCollection(banFeature()));
  const banDoesNot = json(featureCollection());
  const photonKnows = json(featureCollection(photonFeature()));
  const photonDoesNot = json(featureCollection());
  const BAN = { label: '10 Rue de Rivoli 75004 Paris' };
  const PHOTON = { label: '10 Rue de Rivoli, 75004 Paris, France' };
  const PHOTON_HAS_NONE = { reason: 'OpenStreetMap has no such address or place' };

  it.each<[string, Reaction, Reaction, object | 'unavailable', number]>([
    ['the first knows it', banKnows, photonKnows, BAN, 0],
    ['the first knows it and the second is down', banKnows, DOWN, BAN, 0],
    ['the first does not know it', banDoesNot, photonKnows, PHOTON, 1],
    ['the first is down', DOWN, photonKnows, PHOTON, 1],
    ['neither knows it', banDoesNot, photonDoesNot, PHOTON_HAS_NONE, 1],
    ['the first is down and the second does not know it', DOWN, photonDoesNot, 'unavailable', 1],
    ['the first does not know it and the second is down', banDoesNot, DOWN, 'unavailable', 2],
    ['both are down', DOWN, DOWN, 'unavailable', 2],
  ])('when %s', async (_, ban, photon, expected, askedOfSecond) => {
    first.will(ban);
    second.will(photon);
    const { geocoder } = placesFor({ GEOCODER: 'ban,photon', GEOCODER_URL: urls('ban', 'photon') });
    if (expected === 'unavailable') await expect(geocoder.place(ADDRESS)).rejects.toThrow(PlacesUnavailable);
    else expect(await geocoder.place(ADDRESS)).toMatchObject(expected);
    expect(second.requests).toHaveLength(askedOfSecond);
  });

  it('asks in the order of the setting', async () => {
    first.will(banKnows);
    second.will(photonKnows);
    const { geocoder } = placesFor({ GEOCODER: 'photon,ban', GEOCODER_URL: urls('ban', 'photon') });
    expect(await geocoder.place(ADDRESS)).toMatchObject(PHOTON);
    expect(first.requests).toHaveLength(0);
  });

  it('falls back to the embedded one', async () => {
    first.will(DOWN);
    const { geocoder } = placesFor({ GEOCODER: 'ban,embedded', GEOCODER_URL: first.url });
    expect(await geocoder.place(ADDRESS)).toEqual(EMBEDDED_PLACE);
  });

  it('hides no fault of ours: only a provider that is unavailable is passed over', async () => {
    first.will(banKnows);
    const { geocoder } = createPlaces({
      version: '9.9',
      settings: loadSettings({ GEOCODER: 'embedded,ban', GEOCODER_URL: first.url }),
      embedded: {
        geocoder: { place: () => Promise.reject(new RangeError('a fault of ours')) },
        router: { route: async () => undefined },
      },
      clock: () => new Date(EPOCH_MS),
      log: { warn: () => {}, info: () => {} },
    });
    await expect(geocoder.place(ADDRESS)).rejects.toThrow(RangeError);
    expect(first.requests).toHaveLength(0);
  });

  it('never asks a service for coordinates, which need no search', async () => {
    const { geocoder } = placesFor({ GEOCODER: 'ban', GEOCODER_URL: first.url });
    for (const literal of ['48.8556,2.3601', ' +48.8556 , 2.3601 ', '(48.8556, 2.3601)', '48.8556 2.3601']) {
      expect(await geocoder.place(literal)).toMatchObject({ lat: 48.8556, lng: 2.3601, precision: 'coordinates' });
    }
    expect(first.requests).toHaveLength(0);
  });

  it.each(['  ', '??', ' ,;- ', '…'])('never asks a service for "%s", which names nothing', async (address) => {
    first.will(json({ message: 'missing search term' }, 400));
    for (const GEOCODER of ['ban', 'nominatim', 'photon', 'photon,embedded']) {
      const { geocoder } = placesFor({ GEOCODER, GEOCODER_URL: `${GEOCODER.split(',')[0]}=${first.url}` });
      expect(await geocoder.place(address)).toHaveProperty('reason');
    }
    expect(first.requests).toHaveLength(0);
    expect(said).toEqual([]);
  });

  it.each<[Place['precision'], boolean]>([
    ['station', true],
    ['airport', true],
    ['place', true],
    ['commune', false],
    ['postcode', false],
    ['city', false],
  ])('takes the embedded one’s %s before it asks anybody: %s', async (precision, isTaken) => {
    first.will(banKnows);
    const placed: Place = { label: 'Gare Montparnasse', precision, lat: 48.8412, lng: 2.3206 };
    const { geocoder } = placesFor({ GEOCODER: 'ban,embedded', GEOCODER_URL: first.url }, { placed });
    expect(await geocoder.place('Montparnasse, Paris')).toMatchObject(isTaken ? placed : BAN);
    expect(first.requests).toHaveLength(isTaken ? 0 : 1);
  });

  it.each(['Hôtel Montparnasse, 10 rue de Rivoli, Paris', '10 bis, rue de Rivoli, Paris Montparnasse'])(
    'asks for the exact address first when there is one: "%s"',
    async (address) => {
      first.will(banKnows);
      const placed: Place = { label: 'Gare Montparnasse', precision: 'station', lat: 48.8412, lng: 2.3206 };
      const { geocoder } = placesFor({ GEOCODER: 'ban,embedded', GEOCODER_URL: first.url }, { placed });
      expect(await geocoder.place(address)).toMatchObject(BAN);
    },
  );

  it('does not ask the embedded one when the setting leaves it out', async () => {
    first.will(banKnows);
    const placed: Place = { label: 'Gare de Lyon', precision: 'station', lat: 48.8443, lng: 2.3744 };
    const { geocoder } = placesFor({ GEOCODER: 'ban', GEOCODER_URL: first.url }, { placed });
    expect(await geocoder.place('Rue de Rivoli, Paris')).toMatchObject(BAN);
  });

  it('is the embedded one alone by default', async () => {
    const { geocoder, router } = placesFor({});
    expect(await geocoder.place(ADDRESS)).toEqual(EMBEDDED_PLACE);
    expect(await router.route(RIVOLI, ROISSY)).toEqual(EMBEDDED_ROAD);
  });
});

describe('a chain of routers', () => {
  const osrmKnows = json(osrmAnswer());
  const noRoute = json({ code: 'NoRoute', message: 'Impossible route between points' }, 400);
  const valhallaKnows = json(valhallaAnswer());

  it.each<[string, Reaction, Reaction, object | undefined | 'unavailable']>([
    ['the first measured it', osrmKnows, DOWN, { distanceKm: 28.4105, isEstimated: false }],
    ['the first has no road', noRoute, valhallaKnows, { distanceKm: 28.41, isEstimated: false }],
    ['the first is down', DOWN, valhallaKnows, { distanceKm: 28.41, isEstimated: false }],
    ['neither has a road', noRoute, json({ error_code: 442 }, 400), undefined],
    ['the first is down and the second has no road', DOWN, json({ error_code: 442 }, 400), 'unavailable'],
    ['the first has no road and the second is down', noRoute, DOWN, 'unavailable'],
    ['both are down', DOWN, DOWN, 'unavailable'],
  ])('when %s', async (_, osrm, valhalla, expected) => {
    first.will(osrm);
    second.will(valhalla);
    const { router } = placesFor({ ROUTER: 'osrm,valhalla', ROUTER_URL: urls('osrm', 'valhalla') });
    if (expected === 'unavailable') await expect(router.route(RIVOLI, ROISSY)).rejects.toThrow(PlacesUnavailable);
    else if (expected === undefined) expect(await router.route(RIVOLI, ROISSY)).toBeUndefined();
    else expect(await router.route(RIVOLI, ROISSY)).toMatchObject(expected);
  });

  it('falls back to the estimate, which says that it is one', async () => {
    first.will(DOWN);
    const { router } = placesFor({ ROUTER: 'osrm,embedded', ROUTER_URL: first.url });
    expect(await router.route(RIVOLI, ROISSY)).toEqual(EMBEDDED_ROAD);
  });
});

describe('the operator', () => {
  it('reads once in the log that a provider is unavailable and once that it is back, though the chain hides it', async () => {
    first.will(json({}, 404), json({}, 404), json(featureCollection(banFeature())));
    const { geocoder } = placesFor({ GEOCODER: 'ban,embedded', GEOCODER_URL: first.url });
    for (let number = 1; number <= 4; number++) await geocoder.place(`${number} Rue de Rivoli, Paris`);
    expect(first.requests).toHaveLength(4);
    expect(said).toEqual([expect.stringMatching(/^ban is unavailable/), 'ban is back']);
  });

  it('is named to the provider by PUBLIC_URL', async () => {
    first.will(json(featureCollection(banFeature())));
    const env = { GEOCODER: 'ban', GEOCODER_URL: first.url };
    await placesFor({ ...env, PUBLIC_URL: 'https://api.example.com' }).geocoder.place(ADDRESS);
    await placesFor(env).geocoder.place(ADDRESS);
    expect(first.requests.map(({ headers }) => headers['user-agent'])).toEqual([
      'trip-booking-api/9.9 (+https://api.example.com)',
      'trip-booking-api/9.9',
    ]);
  });

  it('decides how long a provider may take', async () => {
    first.will(() => {});
    const env = { GEOCODER: 'ban', GEOCODER_URL: first.url, PLACES_TIMEOUT_MS: '50' };
    const startedMs = performance.now();
    await expect(placesFor(env).geocoder.place(ADDRESS)).rejects.toThrow(PlacesUnavailable);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });
});
