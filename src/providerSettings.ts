export interface ProviderSetting<Name extends string = string> {
  name: Name;
  /** Undefined for the embedded one alone. */
  url: string | undefined;
}

export interface KnownProvider {
  isEmbedded?: true;
  /** Where it is asked when the operator gives no address. */
  defaultUrl?: string;
}
type Known<Name extends string> = Record<Name, KnownProvider>;

/** The providers there are. createPlaces must have a creator for each name here, or it does not compile. */
export const GEOCODERS = {
  ban: { defaultUrl: 'https://data.geopf.fr/geocodage' },
  nominatim: {},
  photon: {},
  embedded: { isEmbedded: true },
} as const satisfies Known<string>;
export const ROUTERS = { osrm: {}, valhalla: {}, embedded: { isEmbedded: true } } as const satisfies Known<string>;

export type GeocoderName = keyof typeof GEOCODERS;
export type RouterName = keyof typeof ROUTERS;

/** "ban,embedded": names in the order in which they are asked. */
export function parseProviderNames<Name extends string>(text: string, known: Known<Name>): Name[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase() as Name);
  const areGood = names.every((name) => Object.hasOwn(known, name)) && new Set(names).size === names.length;
  if (!areGood)
    throw new Error(`must be one of ${Object.keys(known).join(', ')}, or several separated by commas, without repeats`);
  return names;
}

/** One URL for the one provider that has one, or NAME=URL pairs. */
export function parseProviderUrls<Name extends string>(
  text: string,
  names: readonly Name[],
  known: Known<Name>,
): ProviderSetting<Name>[] {
  const remote = names.filter((name) => !known[name].isEmbedded);
  const urls = text === '' ? new Map<string, string>() : readUrls(text, remote);
  return names.map((name) => {
    const url = urls.get(name) ?? known[name].defaultUrl;
    if (url === undefined && remote.includes(name)) throw new Error(`is required: ${name} has no default URL`);
    return { name, url: url === undefined ? undefined : checkedUrl(url) };
  });
}

/** NAME= before a URL. Names may have digits and hyphens. */
const NAME = '[a-z][a-z0-9-]*=';
const BEGINS_WITH_NAME = new RegExp(`^${NAME}`, 'i');
const COMMA_BEFORE_NAME = new RegExp(`\\s*,\\s*(?=${NAME})`, 'i');

function readUrls(text: string, remote: readonly string[]): Map<string, string> {
  const isPairs = BEGINS_WITH_NAME.test(text);
  const [only, ...others] = remote;
  if (only === undefined) throw new Error('is set, but only the embedded one is used');
  if (!isPairs && others.length > 0) {
    throw new Error(`must be NAME=URL pairs separated by commas, for ${remote.join(' and ')}`);
  }
  if (!isPairs) return new Map([[only, text]]);
  // A URL may have commas of its own: only one before the next NAME= ends it.
  const pairs = text.split(COMMA_BEFORE_NAME).map((pair): [string, string] => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals).toLowerCase(), pair.slice(equals + 1)];
  });
  const stranger = pairs.find(([name]) => !remote.includes(name));
  if (stranger) throw new Error(`names ${stranger[0]}, which is not configured`);
  return new Map(pairs);
}

function checkedUrl(url: string): string {
  if (!isHttpUrl(url)) throw new Error('must be a URL that begins with http:// or https://');
  return url;
}

function isHttpUrl(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    decodeURIComponent(`${username}${password}`); // a stray percent sign throws
    return protocol === 'http:' || protocol === 'https:';
  } catch {
    return false;
  }
}
