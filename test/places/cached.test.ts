import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlacesUnavailable } from '../../src/places/place.ts';
import { banGeocoder } from '../../src/places/providers/ban.ts';
import { cachedGeocoder, cachedRouter } from '../../src/places/providers/cached.ts';
import { osrmRouter } from '../../src/places/providers/osrm.ts';
import { at, banFeature, featureCollection, osrmAnswer, RIVOLI, ROISSY } from '../support/providersAnswers.ts';
import {
  askAt,
  EPOCH_MS,
  json,
  type ProviderServer,
  type Reaction,
  startProviderServer,
} from '../support/providersServer.ts';

const MINUTE_MS = 60_000;
const ADDRESS = '10 Rue de Rivoli, 75004 Paris';
const FOUND = json(featureCollection(banFeature()));
const NOT_FOUND = json(featureCollection());

let server: ProviderServer;
let nowMs: number;
beforeEach(async () => {
  nowMs = EPOCH_MS;
  server = await startProviderServer();
});
afterEach(() => server.close());

const clock = () => new Date(nowMs);
const geocoder = () => cachedGeocoder(banGeocoder(askAt(server, { clock })), clock);
const router = () => cachedRouter(osrmRouter(askAt(server, { clock })), clock);

describe('the memory of a geocoder', () => {
  it('answers a question asked before without asking again, for a day', async () => {
    server.will(FOUND);
    const { place } = geocoder();
    const first = await place(ADDRESS);
    nowMs += 24 * 60 * MINUTE_MS - 1;
    expect(await place(ADDRESS)).toEqual(first);
    expect(server.requests).toHaveLength(1);
    nowMs += 2;
    await place(ADDRESS);
    expect(server.requests).toHaveLength(2);
  });

  it('takes other capitals and spaces for the same question', async () => {
    server.will(FOUND);
    const { place } = geocoder();
    await place(ADDRESS);
    await place(`  ${ADDRESS.toUpperCase().replaceAll(' ', '  ')} `);
    expect(server.requests).toHaveLength(1);
    await place('12 Rue de Rivoli, 75004 Paris');
    expect(server.requests).toHaveLength(2);
  });

  it('keeps "no such address" for ten minutes only', async () => {
    server.will(NOT_FOUND, FOUND);
    const { place } = geocoder();
    expect(await place(ADDRESS)).toHaveProperty('reason');
    nowMs += 10 * MINUTE_MS - 1;
    expect(await place(ADDRESS)).toHaveProperty('reason');
    expect(server.requests).toHaveLength(1);
    nowMs += 2;
    expect(await place(ADDRESS)).toHaveProperty('lat');
  });

  it('keeps no failure', async () => {
    server.will(json({}, 404), json({ features: 'rubbish' }), FOUND);
    const { place } = geocoder();
    await expect(place(ADDRESS)).rejects.toThrow(PlacesUnavailable);
    await expect(place(ADDRESS)).rejects.toThrow(PlacesUnavailable);
    expect(await place(ADDRESS)).toHaveProperty('lat');
  });

  it('asks once for the same question asked by many at the same time', async () => {
    server.will(FOUND);
    const { place } = geocoder();
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(ADDRESS)));
    expect(server.requests).toHaveLength(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toHaveProperty('lat');
  });

  it('fails all who share a question that fails, and asks again for the next', async () => {
    server.will(json({}, 404), FOUND);
    const { place } = geocoder();
    const outcomes = await Promise.allSettled([place(ADDRESS), place(ADDRESS)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(server.requests).toHaveLength(1);
    expect(await place(ADDRESS)).toHaveProperty('lat');
  });

  it('does not share between different questions', async () => {
    const echo: Reaction = (response) => {
      const asked = new URL(response.req.url ?? '', 'http://localhost').searchParams.get('q');
      json(featureCollection(banFeature({ label: asked })))(response);
    };
    server.will(echo);
    const { place } = geocoder();
    const questions = Array.from({ length: 20 }, (_, number) => `${number + 1} Rue de Rivoli, Paris`);
    const answers = await Promise.all(questions.map(place));
    expect(answers.map((answer) => 'label' in answer && answer.label)).toEqual(questions);
  });
});

describe('the memory of a router', () => {
  it('answers for the same two places to a metre, and not for the way back', async () => {
    server.will(json(osrmAnswer()));
    const { route } = router();
    const first = await route(RIVOLI, ROISSY);
    expect(await route(at(48.855601, 2.360101), { ...ROISSY, label: 'Terminal 2E' })).toEqual(first);
    expect(server.requests).toHaveLength(1);
    await route(ROISSY, RIVOLI);
    await route(at(48.8557, 2.3601), ROISSY);
    expect(server.requests).toHaveLength(3);
  });

  it('keeps "no road" for ten minutes only', async () => {
    server.will(json({ code: 'NoRoute' }, 400), json(osrmAnswer()));
    const { route } = router();
    expect(await route(RIVOLI, ROISSY)).toBeUndefined();
    expect(await route(RIVOLI, ROISSY)).toBeUndefined();
    expect(server.requests).toHaveLength(1);
    nowMs += 10 * MINUTE_MS + 1;
    expect(await route(RIVOLI, ROISSY)).toMatchObject({ distanceKm: 28.4105 });
  });
});
