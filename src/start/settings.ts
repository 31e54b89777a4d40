import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isEmail } from '../contract/values.ts';
import { POOLERS, type Pooler } from '../database/connect.ts';
import { MIN_POOL_SIZE, POOL_SIZE } from '../database/connection.ts';
import { parseDatabaseUrl } from '../database/databaseUrl.ts';
import { LAYOUTS, type Layout } from '../database/layout/placement.ts';
import { OperatorFault } from '../fault.ts';
import type { RateRule } from '../limits/counting.ts';
import { parseNetwork } from '../limits/networks.ts';
import type { MailSettings } from '../mail/mailer.ts';
import {
  GEOCODERS,
  type GeocoderName,
  type KnownProvider,
  type ProviderSetting,
  parseProviderNames,
  parseProviderUrls,
  ROUTERS,
  type RouterName,
} from '../providerSettings.ts';
import { WEBHOOK_TARGETS, type WebhookTargets } from '../webhooks/targets.ts';
import { misspeltSetting } from './misspelling.ts';

export const DEFAULT_PORT = '3000';
export const DEFAULT_DATA_DIR = './data';

export interface Settings {
  port: number;
  host: string;
  /** Processes that serve requests. 1 means a single process, without a primary. */
  workers: number;
  databaseUrl: string | undefined;
  /** Connections per process. */
  databasePool: number;
  databasePooler: Pooler;
  databaseLayout: Layout;
  dataDir: string;
  redisUrl: string | undefined;
  publicUrl: string | undefined;
  logLevel: string;
  metricsPort: number | undefined;
  metricsHost: string;
  /** How long the service still accepts requests after SIGTERM, while it says that it is not ready. */
  drainSeconds: number;
  /** Undefined means no limit. */
  ipLimit: RateRule | undefined;
  tierLimits: ReadonlyMap<string, RateRule>;
  trustedProxies: readonly string[];
  /** In the order in which they are tried. */
  geocoders: readonly ProviderSetting<GeocoderName>[];
  routers: readonly ProviderSetting<RouterName>[];
  /** Per provider, for the first attempt and its retry together. */
  placesTimeoutMs: number;
  webhookTargets: WebhookTargets;
  /** After their last trip, riders are erased. Undefined means never. */
  retentionMonths: number | undefined;
  /** For security.txt: a mailto: or https: URL. */
  securityContact: string | undefined;
  /** Undefined means that the service sends no mail. */
  mail: MailSettings | undefined;
  /** Whether traces are exported. Everything else about them is in OTEL_ variables that OpenTelemetry reads itself. */
  exportsTraces: boolean;
  /** What to tell the operator about names in the environment that are nearly those of settings. */
  misspelt: readonly string[];
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const MAX_WORKERS = 64;
const MAX_POOL_SIZE = 500;
const MAX_DRAIN_SECONDS = 3_600;
const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'];
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

type Environment = Record<string, string | undefined>;

/** Reads and checks all settings. All faults are reported together, in one line. */
export function loadSettings(given: Environment): Settings {
  const faults: string[] = [];
  const environment = { ...given, ...readSecretFiles(given, faults) };
  const names = new Set([...SECRETS.map((name) => `${name}_FILE`), 'OTEL_SDK_DISABLED']);
  const read = <Value>(name: string, fallback: string, parse: (text: string) => Value): Value => {
    names.add(name);
    const text = environment[name]?.trim() || fallback;
    try {
      return parse(text);
    } catch (error) {
      // A URL may contain a password, so it is not printed.
      const isSecret = SECRETS.includes(name) || /_(URL|ENDPOINT)$/.test(name);
      faults.push(`${name} ${(error as Error).message}${isSecret ? '' : ` (it is "${text}")`}`);
      return undefined as Value;
    }
  };
  const readProviders = <Name extends string>(
    name: string,
    known: Record<Name, KnownProvider>,
  ): ProviderSetting<Name>[] => {
    const names: Name[] | undefined = read(name, 'embedded', (text) => parseProviderNames(text, known));
    return names === undefined ? [] : read(`${name}_URL`, '', (text) => parseProviderUrls(text, names, known));
  };
  /** Whether there is a value, even a wrong one, which is a fault of its own. */
  const isSet = (name: string) =>
    [name, ...(SECRETS.includes(name) ? [`${name}_FILE`] : [])].some((each) => given[each]?.trim());
  const readMail = (): MailSettings | undefined => {
    const smtpUrl = read('SMTP_URL', '', parseSmtpUrl);
    const from = read('MAIL_FROM', '', parseSender);
    if (isSet('SMTP_URL') !== isSet('MAIL_FROM')) faults.push('SMTP_URL and MAIL_FROM must be set together');
    return smtpUrl !== undefined && from !== undefined ? { smtpUrl, from } : undefined;
  };
  const host = read('HOST', '127.0.0.1', String);
  const readTracing = (): boolean => {
    const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].map((name) =>
      read(name, '', (text) => parseUrl(text, ['http:', 'https:'])),
    );
    for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'])
      read(name, 'http/json', parseTraceProtocol);
    const isDisabled = environment.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true';
    return !isDisabled && endpoints.some((endpoint) => endpoint !== undefined);
  };
  const settings: Settings = {
    port: read('PORT', DEFAULT_PORT, parsePort),
    host,
    workers: read('WORKERS', '1', parseWorkers),
    databaseUrl: read('DATABASE_URL', '', parseDatabase),
    databasePool: read('DATABASE_POOL', `${POOL_SIZE}`, parsePool),
    databasePooler: read('DATABASE_POOLER', 'none', (text) => oneOf(POOLERS, text)),
    databaseLayout: read('DATABASE_LAYOUT', 'single', (text) => oneOf(LAYOUTS, text)),
    dataDir: read('DATA_DIR', DEFAULT_DATA_DIR, String),
    redisUrl: read('REDIS_URL', '', (text) => parseUrl(text, ['redis:', 'rediss:'])),
    publicUrl: read('PUBLIC_URL', '', parsePublicUrl),
    logLevel: read('LOG_LEVEL', 'info', parseLogLevel),
    metricsPort: read('METRICS_PORT', '', (text) => (text === '' ? undefined : parsePort(text))),
    metricsHost: read('METRICS_HOST', host, String),
    drainSeconds: read('DRAIN_SECONDS', '0', parseDrain),
    ipLimit: read('RATE_LIMIT_IP', '600/60', parseRate),
    tierLimits: read('RATE_LIMIT_TIERS', 'STANDARD=120/60,PRO=1200/60', parseTiers),
    trustedProxies: read('TRUST_PROXY', '', parseProxies),
    geocoders: readProviders('GEOCODER', GEOCODERS),
    routers: readProviders('ROUTER', ROUTERS),
    placesTimeoutMs: read('PLACES_TIMEOUT_MS', '2000', parseTimeout),
    webhookTargets: read('WEBHOOK_TARGETS', 'public', (text) => oneOf(WEBHOOK_TARGETS, text)),
    retentionMonths: read('RETENTION_MONTHS', '', parseMonths),
    securityContact: read('SECURITY_CONTACT', '', parseContact),
    mail: readMail(),
    exportsTraces: readTracing(),
    misspelt: [],
  };
  settings.misspelt = Object.keys(given).flatMap((name) => {
    const meant = misspeltSetting(name, names);
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
  });
  if (settings.databasePooler === 'transaction' && !isSet('DATABASE_URL'))
    faults.push('DATABASE_POOLER needs DATABASE_URL');
  if (settings.databaseLayout === 'citus' && !isSet('DATABASE_URL'))
    faults.push('DATABASE_LAYOUT=citus needs DATABASE_URL');
  if (settings.databaseLayout === 'citus' && settings.databasePooler === 'transaction')
    faults.push('DATABASE_LAYOUT=citus does not work with DATABASE_POOLER=transaction');
  if (settings.port > 0 && settings.port === settings.metricsPort && settings.metricsHost === host)
    faults.push('METRICS_PORT must differ from PORT');
  if (faults.length > 0) throw new OperatorFault(`settings: ${faults.join('; ')}`);
  return Object.freeze(settings);
}

/** Settings with passwords can come from files instead, such as DATABASE_URL from the one named in DATABASE_URL_FILE. */
function readSecretFiles(environment: Environment, faults: string[]): Environment {
  const read: Environment = {};
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`]?.trim() || undefined;
    if (file === undefined) continue;
    if (environment[name]?.trim()) faults.push(`${name} and ${name}_FILE must not both be set`);
    try {
      read[name] = readFileSync(file, 'utf8');
      if (read[name]?.trim() === '') faults.push(`${name}_FILE names an empty file`);
    } catch (error) {
      faults.push(`${name}_FILE cannot be read (${(error as Error).message})`);
    }
  }
  return read;
}

/** PUBLIC_URL, or the address on which the service listens. */
export function publicUrlOf(
  { publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  boundPort = port,
) {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error('must be a port number from 0 to 65535');
  return port;
}

function parseWorkers(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), MAX_WORKERS);
  const workers = Number(text);
  if (!/^\d+$/.test(text) || workers < 1 || workers > MAX_WORKERS) {
    throw new Error(`must be a whole number from 1 to ${MAX_WORKERS}, or auto`);
  }
  return workers;
}

function parseUrl(text: string, protocols: string[]): string | undefined {
  if (text === '') return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new Error(`must be a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`);
  }
  return text;
}

const SMTP_TLS = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'];

/** The mail library ignores parameters and values that it does not know: a password could be sent without TLS. */
function parseSmtpUrl(text: string): string | undefined {
  const url = parseUrl(text, ['smtp:', 'smtps:']);
  for (const [name, value] of url === undefined ? [] : new URL(url).searchParams) {
    const isKnown = SMTP_TLS.includes(name) || name.startsWith('tls.');
    if (/tls|ssl|secure/i.test(name) && !isKnown)
      throw new Error(`has the parameter ${name}, which has no effect; write requireTLS=true or smtps://`);
    if (SMTP_TLS.includes(name) && !['true', 'false'].includes(value))
      throw new Error(`must have ${name}=true or ${name}=false`);
  }
  return url;
}

/** Pages, links and cookies are at the root of the host. */
function parsePublicUrl(text: string): string | undefined {
  const url = parseUrl(text, ['http:', 'https:']);
  if (url === undefined) return undefined;
  const { pathname } = new URL(url);
  if (!/^\/*$/.test(pathname) || /[?#]/.test(url))
    throw new Error('must have no path, query or fragment: the service is at the root of its host');
  return url.replace(/\/+$/, '');
}

function parseDatabase(text: string): string | undefined {
  if (text === '') return undefined;
  parseDatabaseUrl(text);
  return text;
}

function parsePool(text: string): number {
  const connections = Number(text);
  if (!/^\d+$/.test(text) || connections < MIN_POOL_SIZE || connections > MAX_POOL_SIZE)
    throw new Error(`must be a whole number from ${MIN_POOL_SIZE} to ${MAX_POOL_SIZE}`);
  return connections;
}

function parseDrain(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds > MAX_DRAIN_SECONDS)
    throw new Error(`must be a whole number of seconds from 0 to ${MAX_DRAIN_SECONDS}`);
  return seconds;
}

function parseTimeout(text: string): number {
  const milliseconds = Number(text);
  if (!/^\d+$/.test(text) || milliseconds < 10 || milliseconds > 60_000) {
    throw new Error('must be a whole number of milliseconds from 10 to 60000');
  }
  return milliseconds;
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const value = values.find((each) => each === text);
  if (!value) throw new Error(`must be one of ${values.join(', ')}`);
  return value;
}

function parseMonths(text: string): number | undefined {
  if (text === '') return undefined;
  const months = Number(text);
  if (!/^\d+$/.test(text) || months < 1 || months > 240)
    throw new Error('must be a whole number of months from 1 to 240');
  return months;
}

function parseContact(text: string): string | undefined {
  if (text === '') return undefined;
  const isMail = text.startsWith('mailto:') && isEmail(text.slice('mailto:'.length));
  const isPage = text.startsWith('https://') && URL.canParse(text) && !/\s/.test(text);
  if (!isMail && !isPage)
    throw new Error('must be a URL such as mailto:security@example.com or https://example.com/security');
  return text;
}

/** OTLP/HTTP receivers accept JSON wherever they accept protobuf. */
function parseTraceProtocol(text: string): string {
  if (!/^http\/(json|protobuf)$/.test(text)) throw new Error('must be http/json: traces are sent over HTTP as JSON');
  return text;
}

/** `trips@example.com` or `Chauffeurs du Nord <trips@example.com>`. */
function parseSender(text: string): string | undefined {
  if (text === '') return undefined;
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text;
  if (!isEmail(address)) throw new Error('must be an e-mail address, such as Trips <trips@example.com>');
  return text;
}

function parseLogLevel(text: string): string {
  if (!LOG_LEVELS.includes(text)) throw new Error(`must be one of ${LOG_LEVELS.join(', ')}`);
  return text;
}

function parseRate(text: string): RateRule | undefined {
  if (text === 'off') return undefined;
  const rule = readRule(text);
  if (!rule) throw new Error('must be REQUESTS/SECONDS, such as 600/60, or off');
  return rule;
}

function readRule(text: string): RateRule | undefined {
  const [, requests, seconds] = /^(\d{1,9})\/(\d{1,6})$/.exec(text) ?? [];
  const rule = { requests: Number(requests), seconds: Number(seconds) };
  return rule.requests > 0 && rule.seconds > 0 ? rule : undefined;
}

function parseTiers(text: string): ReadonlyMap<string, RateRule> {
  if (text === 'off') return new Map();
  const tiers = new Map<string, RateRule>();
  for (const part of text.split(',')) {
    const [, name, rate] = /^\s*([A-Za-z][A-Za-z0-9_-]*)=(\S+)\s*$/.exec(part) ?? [];
    const rule = name && rate ? readRule(rate) : undefined;
    if (!name || !rule) throw new Error('must be TIER=REQUESTS/SECONDS, separated by commas, or off');
    tiers.set(name.toUpperCase(), rule);
  }
  return tiers;
}

function parseProxies(text: string): string[] {
  const proxies = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const proxy of proxies) {
    if (!PROXY_NAMES.includes(proxy) && !parseNetwork(proxy)) {
      throw new Error(`must list addresses, networks such as 10.0.0.0/8, or ${PROXY_NAMES.join(', ')}`);
    }
  }
  return proxies;
}
