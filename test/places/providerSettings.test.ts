import { describe, expect, it } from 'vitest';
import { OperatorFault } from '../../src/fault.ts';
import { parseProviderUrls } from '../../src/providerSettings.ts';
import { loadSettings } from '../../src/start/settings.ts';

function faultOf(environment: Record<string, string>): string {
  try {
    loadSettings(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorFault);
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(environment)} was accepted`);
}

const EMBEDDED = { name: 'embedded', url: undefined };

describe('the settings of the providers', () => {
  it('know where the national address base is', () => {
    const { geocoders } = loadSettings({ GEOCODER: 'ban, Embedded' });
    expect(geocoders).toEqual([{ name: 'ban', url: 'https://data.geopf.fr/geocodage' }, EMBEDDED]);
  });

  it.each([
    ['ban', 'http://addok:7878'],
    ['nominatim', 'https://nominatim.example.com/'],
    ['photon', 'http://127.0.0.1:2322'],
  ])('take the URL of %s', (name, url) => {
    const { geocoders } = loadSettings({ GEOCODER: `${name},embedded`, GEOCODER_URL: url });
    expect(geocoders).toEqual([{ name, url }, EMBEDDED]);
  });

  it.each(['osrm', 'valhalla'])('take the URL of %s', (name) => {
    const { routers } = loadSettings({ ROUTER: name, ROUTER_URL: 'http://127.0.0.1:5000' });
    expect(routers).toEqual([{ name, url: 'http://127.0.0.1:5000' }]);
  });

  it('take NAME=URL pairs, in any order, with commas in the URLs, and a default for the one not named', () => {
    const { geocoders } = loadSettings({
      GEOCODER: 'ban,photon,nominatim',
      GEOCODER_URL: 'nominatim=https://n.example.com/?bbox=1,2 , PHOTON=http://p.example.com',
    });
    expect(geocoders).toEqual([
      { name: 'ban', url: 'https://data.geopf.fr/geocodage' },
      { name: 'photon', url: 'http://p.example.com' },
      { name: 'nominatim', url: 'https://n.example.com/?bbox=1,2' },
    ]);
  });

  it('take pairs of names with digits and hyphens', () => {
    const known = { here7: {}, 'open-route': {} };
    const urls = parseProviderUrls('here7=http://a/?x=1,2,Open-Route=http://b', ['here7', 'open-route'], known);
    expect(urls).toEqual([
      { name: 'here7', url: 'http://a/?x=1,2' },
      { name: 'open-route', url: 'http://b' },
    ]);
    expect(parseProviderUrls('here7=http://a', ['here7'], known)).toEqual([{ name: 'here7', url: 'http://a' }]);
  });

  it.each([
    [
      { GEOCODER: 'google' },
      /^settings: GEOCODER must be one of ban, nominatim, photon, embedded.*\(it is "google"\)$/,
    ],
    [{ GEOCODER: 'constructor' }, /GEOCODER must be one of/],
    [{ GEOCODER: 'ban,,embedded' }, /GEOCODER must be one of/],
    [{ GEOCODER: 'ban,ban' }, /GEOCODER must be .* without repeats/],
    [{ ROUTER: 'ban' }, /ROUTER must be one of .*embedded/],
    [{ GEOCODER: 'photon' }, /GEOCODER_URL is required: photon has no default URL/],
    [{ ROUTER: 'osrm,embedded' }, /ROUTER_URL is required: osrm/],
    [{ ROUTER: 'osrm,valhalla', ROUTER_URL: 'osrm=http://a' }, /ROUTER_URL is required: valhalla/],
    [{ ROUTER: 'osrm', ROUTER_URL: 'localhost:5000' }, /ROUTER_URL must be a URL that begins with http/],
    [{ ROUTER: 'osrm', ROUTER_URL: 'ftp://a' }, /ROUTER_URL must be a URL that begins with http/],
    [{ ROUTER: 'osrm', ROUTER_URL: 'http://a%zz@b' }, /ROUTER_URL must be a URL that begins with http/],
    [{ ROUTER: 'osrm', ROUTER_URL: 'osrm=' }, /ROUTER_URL must be a URL/],
    [{ ROUTER: 'osrm,valhalla', ROUTER_URL: 'http://a' }, /ROUTER_URL must be NAME=URL pairs.* osrm and valhalla/],
    [{ ROUTER: 'osrm', ROUTER_URL: 'valhalla=http://a' }, /ROUTER_URL names valhalla, which is not configured/],
    [{ GEOCODER_URL: 'http://a' }, /GEOCODER_URL is set, but only the embedded one is used/],
    [{ PLACES_TIMEOUT_MS: '9' }, /PLACES_TIMEOUT_MS must be a whole number of milliseconds from 10 to 60000/],
    [{ PLACES_TIMEOUT_MS: '60001' }, /PLACES_TIMEOUT_MS must be/],
    [{ PLACES_TIMEOUT_MS: '2s' }, /PLACES_TIMEOUT_MS must be/],
  ])('refuse %j', (environment, fault) => {
    expect(faultOf(environment)).toMatch(fault);
  });

  it('report all faults at once, and an unknown name before its URL', () => {
    const fault = faultOf({ GEOCODER: 'x', GEOCODER_URL: 'y', ROUTER: 'osrm', PORT: 'z' });
    expect(fault).toMatch(/PORT .*; GEOCODER must .*; ROUTER_URL is required/);
    expect(fault).not.toMatch(/GEOCODER_URL/);
  });

  it('do not repeat a URL, which may carry a password', () => {
    expect(faultOf({ ROUTER: 'osrm', ROUTER_URL: 'ftp://me:secret@a' })).not.toMatch(/secret/);
  });
});
