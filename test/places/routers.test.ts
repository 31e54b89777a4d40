import { describe, expect, it } from 'vitest';
import { PlacesUnavailable } from '../../src/places/place.ts';
import { osrmRouter } from '../../src/places/providers/osrm.ts';
import { valhallaRouter } from '../../src/places/providers/valhalla.ts';
import { at, osrmAnswer, RIVOLI, ROISSY, valhallaAnswer, valhallaError } from '../support/providersAnswers.ts';
import { askAt, json, providerServerForFile, text } from '../support/providersServer.ts';

const server = await providerServerForFile();

const osrm = (from = RIVOLI, to = ROISSY) => osrmRouter(askAt(server)).route(from, to);
const valhalla = (from = RIVOLI, to = ROISSY) => valhallaRouter(askAt(server)).route(from, to);

describe('the osrm router', () => {
  it('asks for the drive and reads metres and seconds', async () => {
    server.will(json(osrmAnswer()));
    expect(await osrm()).toEqual({ distanceKm: 28.4105, durationMinutes: 35, isEstimated: false });
    expect(server.requests[0]?.url.pathname).toBe('/route/v1/driving/2.360100,48.855600;2.571100,49.004700');
    expect(server.requests[0]?.url.searchParams.get('overview')).toBe('false');
  });

  it('asks for roads within 2 km of the places only', async () => {
    server.will(json(osrmAnswer()));
    await osrm();
    expect(server.requests[0]?.url.searchParams.get('radiuses')).toBe('2000;2000');
  });

  it.each<[number, number]>([
    [2000.1, 0],
    [0, 2000.1],
  ])('knows of no road if the server finds one farther away all the same: %d m and %d m', async (...metres) => {
    server.will(json(osrmAnswer({}, metres)));
    expect(await osrm()).toBeUndefined();
    server.will(json(osrmAnswer({}, [2000, 2000])));
    expect(await osrm()).toMatchObject({ distanceKm: 28.4105 });
  });

  it('writes the smallest coordinates as plain decimals', async () => {
    server.will(json({ code: 'NoRoute' }, 400));
    await osrm(at(1e-7, -1e-7), at(0, 0));
    expect(server.requests[0]?.url.pathname).toBe('/route/v1/driving/-0.000000,0.000000;0.000000,0.000000');
  });

  it.each([
    ['NoRoute', 'Impossible route between points'],
    ['NoSegment', 'Could not find a matching segment for coordinate 1'],
  ])('knows of no road on %s', async (code, message) => {
    server.will(json({ code, message }, 400));
    expect(await osrm()).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['InvalidQuery', json({ code: 'InvalidQuery', message: 'Query string malformed close to position 12' }, 400)],
    ['TooBig', json({ code: 'TooBig', message: 'Too many trace coordinates' }, 400)],
    ['NoRoute behind a server error', json({ code: 'NoRoute' }, 500)],
    ['NoRoute behind a refusal', json({ code: 'NoRoute' }, 403)],
    ['no JSON', text('<html></html>')],
    ['no routes', json({ ...osrmAnswer(), routes: [] })],
    ['a distance in words', json(osrmAnswer({ distance: '28410' }))],
    ['no distance', json(osrmAnswer({ distance: null }))],
    ['no waypoints', json({ ...osrmAnswer(), waypoints: undefined })],
    ['a negative way to the road', json(osrmAnswer({}, [-20_000, 0]))],
    ['a code that is none', json({ ...osrmAnswer(), code: 'Perhaps' })],
    ['404', json({ message: 'no Route matched with those values' }, 404)],
    ['429', json({ message: 'Too Many Requests' }, 429)],
  ])('cannot tell on %s', async (_, reaction) => {
    server.will(reaction);
    await expect(osrm()).rejects.toThrow(PlacesUnavailable);
  });

  it('lets the way to the road make up for a road shorter than the great circle', async () => {
    server.will(json(osrmAnswer({ distance: 20_000 }, [900, 900])));
    expect(await osrm()).toMatchObject({ distanceKm: 20 });
    server.will(json(osrmAnswer({ distance: 20_000 }, [500, 500])));
    await expect(osrm()).rejects.toThrow(PlacesUnavailable);
  });
});

describe('the valhalla router', () => {
  it('asks for the drive by car and reads kilometres and seconds', async () => {
    server.will(json(valhallaAnswer()));
    expect(await valhalla()).toEqual({ distanceKm: 28.41, durationMinutes: 35, isEstimated: false });
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      body: {
        locations: [
          { lat: 48.8556, lon: 2.3601, search_cutoff: 2000 },
          { lat: 49.0047, lon: 2.5711, search_cutoff: 2000 },
        ],
        costing: 'auto',
        units: 'km',
      },
    });
    expect(server.requests[0]?.url.pathname).toBe('/route');
  });

  it.each([
    [154, 'Path distance exceeds the max distance limit'],
    [170, 'Locations are in unconnected regions. Go check/edit the map at osm.org'],
    [171, 'No suitable edges near location'],
    [442, 'No path could be found for input'],
  ])('knows of no road on error %i', async (code, message) => {
    server.will(json(valhallaError(code, message), 400));
    expect(await valhalla()).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['a costing it does not have', json(valhallaError(125, 'No costing method found'), 400)],
    ['the error of no path behind a server error', json(valhallaError(442, 'No path could be found'), 500)],
    ['no JSON', text('<html></html>')],
    ['no trip', json({})],
    ['miles', json(valhallaAnswer({}, { units: 'miles' }))],
    ['a status that is not 0', json(valhallaAnswer({}, { status: 207 }))],
    ['a length in words', json(valhallaAnswer({ length: '28.4' }))],
    ['no time', json(valhallaAnswer({ time: null }))],
    ['429', json({ error: 'slow down' }, 429)],
  ])('cannot tell on %s', async (_, reaction) => {
    server.will(reaction);
    await expect(valhalla()).rejects.toThrow(PlacesUnavailable);
  });
});

describe('an implausible road', () => {
  const IMPOSSIBLE: [string, number, number][] = [
    ['a negative length', -1, 600],
    ['a negative time', 28_000, -1],
    ['no time for a real length', 28_000, 0],
    ['faster than 200 km/h', 28_000, 500],
    ['slower than a walk', 28_000, 40_000],
    ['shorter than a straight line', 15_000, 1200],
    ['longer than half the Earth', 20_000_001, 1_000_000],
  ];

  it.each(IMPOSSIBLE)('is refused from either router: %s', async (_, metres, seconds) => {
    server.will(json(osrmAnswer({ distance: metres, duration: seconds })));
    await expect(osrm()).rejects.toThrow(PlacesUnavailable);
    server.will(json(valhallaAnswer({ length: metres / 1000, time: seconds })));
    await expect(valhalla()).rejects.toThrow(PlacesUnavailable);
  });

  it('is refused when it is a number too large for JSON readers', async () => {
    server.will((response) =>
      response.end(JSON.stringify(osrmAnswer({ distance: 'HUGE' })).replace('"HUGE"', '1e999')),
    );
    await expect(osrm()).rejects.toThrow(PlacesUnavailable);
  });

  it('is not one of no length between two addresses of the same house', async () => {
    server.will(json(osrmAnswer({ distance: 0, duration: 0 }, [5, 5])));
    expect(await osrm(RIVOLI, RIVOLI)).toEqual({ distanceKm: 0, durationMinutes: 0, isEstimated: false });
  });
});
