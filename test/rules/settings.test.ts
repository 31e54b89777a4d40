import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { OperatorFault } from '../../src/fault.ts';
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

describe('settings', () => {
  const DEFAULTS = {
    geocoders: [{ name: 'embedded', url: undefined }],
    routers: [{ name: 'embedded', url: undefined }],
    placesTimeoutMs: 2000,
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    databasePool: 10,
    databasePooler: 'none',
    databaseLayout: 'single',
    dataDir: './data',
    redisUrl: undefined,
    publicUrl: undefined,
    logLevel: 'info',
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    drainSeconds: 0,
    ipLimit: { requests: 600, seconds: 60 },
    tierLimits: new Map([
      ['STANDARD', { requests: 120, seconds: 60 }],
      ['PRO', { requests: 1200, seconds: 60 }],
    ]),
    trustedProxies: [],
    workers: 1,
    webhookTargets: 'public',
    mail: undefined,
    retentionMonths: undefined,
    securityContact: undefined,
    exportsTraces: false,
    misspelt: [],
  };

  it('have the documented defaults', () => {
    expect(loadSettings({})).toStrictEqual(DEFAULTS);
  });

  it('are all in the tables of docs/operations.md or docs/providers.md', () => {
    const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
    const documented = read('docs/operations.md') + read('docs/providers.md');
    const names = [...read('src/start/settings.ts').matchAll(/\bread(?:Providers)?\('([A-Z_]+)'/g)].map(
      ([, name]) => name,
    );
    expect(names).toContain('PORT');
    expect(names.filter((name) => !new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm').test(documented))).toEqual([]);
  });

  it('take an empty value for an absent one', () => {
    const names = ['PORT', 'HOST', 'DATABASE_URL', 'DATA_DIR', 'REDIS_URL', 'PUBLIC_URL', 'LOG_LEVEL', 'METRICS_PORT'];
    const more = ['RATE_LIMIT_IP', 'RATE_LIMIT_TIERS', 'TRUST_PROXY'];
    const empty = Object.fromEntries([...names, ...more].flatMap((name) => [[name, name.length % 2 ? '' : '  ']]));
    expect(loadSettings(empty)).toEqual(DEFAULTS);
  });

  it('cannot be changed once they are read', () => {
    expect(Object.isFrozen(loadSettings({}))).toBe(true);
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['PORT', ' 8080 ', { port: 8080 }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0', metricsHost: '0.0.0.0' }],
    ['DATABASE_URL', 'postgres://u:p@db/trips', { databaseUrl: 'postgres://u:p@db/trips' }],
    ['DATABASE_URL', 'postgresql://u@%2Ftmp/trips', { databaseUrl: 'postgresql://u@%2Ftmp/trips' }],
    ['DATA_DIR', '/var/lib/trips', { dataDir: '/var/lib/trips' }],
    ['REDIS_URL', 'redis://127.0.0.1:6379', { redisUrl: 'redis://127.0.0.1:6379' }],
    ['REDIS_URL', 'rediss://:p@cache/0', { redisUrl: 'rediss://:p@cache/0' }],
    ['PUBLIC_URL', 'https://api.example.com//', { publicUrl: 'https://api.example.com' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['DATABASE_POOL', '2', { databasePool: 2 }],
    ['METRICS_HOST', '10.0.0.1', { metricsHost: '10.0.0.1' }],
    ['DRAIN_SECONDS', '15', { drainSeconds: 15 }],
    ['METRICS_PORT', '9090', { metricsPort: 9090 }],
    ['RATE_LIMIT_IP', '1/1', { ipLimit: { requests: 1, seconds: 1 } }],
    ['RATE_LIMIT_IP', 'off', { ipLimit: undefined }],
    ['RATE_LIMIT_TIERS', 'gold=5/10', { tierLimits: new Map([['GOLD', { requests: 5, seconds: 10 }]]) }],
    ['RATE_LIMIT_TIERS', 'off', { tierLimits: new Map() }],
    ['WEBHOOK_TARGETS', 'any', { webhookTargets: 'any' }],
    ['RETENTION_MONTHS', '36', { retentionMonths: 36 }],
    ['SECURITY_CONTACT', 'mailto:security@example.com', { securityContact: 'mailto:security@example.com' }],
    ['SECURITY_CONTACT', 'https://example.com/report', { securityContact: 'https://example.com/report' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', { exportsTraces: true }],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'https://collector/v1/traces', { exportsTraces: true }],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf', {}],
    ['DATABASE_LAYOUT', 'single', { databaseLayout: 'single' }],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8,::1', { trustedProxies: ['loopback', '10.0.0.0/8', '::1'] }],
  ])('%s may be “%s”', (name, text, expected) => {
    expect(loadSettings({ [name]: text })).toEqual({ ...DEFAULTS, ...expected });
  });

  it('for traces can be switched off without removing them', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    expect(loadSettings({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).exportsTraces).toBe(false);
  });

  it('for mail come together', () => {
    const mail = { SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'Trips <trips@example.com>' };
    expect(loadSettings(mail).mail).toEqual({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM });
    for (const name of ['SMTP_URL', 'MAIL_FROM'] as const)
      expect(faultOf({ [name]: mail[name] })).toContain('SMTP_URL and MAIL_FROM must be set together');
    expect(faultOf({ ...mail, MAIL_FROM: 'nobody' })).toBe(
      'settings: MAIL_FROM must be an e-mail address, such as Trips <trips@example.com> (it is "nobody")',
    );
    const fault = faultOf({ ...mail, SMTP_URL: 'http://u:secret@mail.example' });
    expect(fault).toContain('SMTP_URL must be a URL that begins with smtp:// or smtps://');
    expect(fault).not.toContain('secret');
    for (const known of ['requireTLS=true', 'tls.servername=mail.example', 'name=us.example'])
      expect(loadSettings({ ...mail, SMTP_URL: `smtp://mail.example?${known}` }).mail?.smtpUrl).toContain(known);
    for (const name of ['requiretls', 'secure'])
      expect(faultOf({ ...mail, SMTP_URL: `smtp://u:secret@mail.example?${name}=true` })).toBe(
        `settings: SMTP_URL has the parameter ${name}, which has no effect; write requireTLS=true or smtps://`,
      );
    for (const value of ['', '=', '=yes'])
      expect(faultOf({ ...mail, SMTP_URL: `smtp://u:secret@mail.example?requireTLS${value}` })).toBe(
        'settings: SMTP_URL must have requireTLS=true or requireTLS=false',
      );
  });

  const PORT = 'must be a port number from 0 to 65535';
  const RATE = 'must be REQUESTS/SECONDS, such as 600/60, or off';
  const TIERS = 'must be TIER=REQUESTS/SECONDS, separated by commas, or off';
  const PROXIES = 'must list addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal';

  it.each([
    ...['65536', '-1', '80.5', '1e3', '0x50', 'http', '3000;'].map((text) => ['PORT', text, PORT]),
    ...['70000', 'yes'].map((text) => ['METRICS_PORT', text, PORT]),
    ...['loud', 'INFO'].map((text) => [
      'LOG_LEVEL',
      text,
      'must be one of trace, debug, info, warn, error, fatal, silent',
    ]),
    ...['1', '501', 'ten'].map((text) => ['DATABASE_POOL', text, 'must be a whole number from 2 to 500']),
    ...['session', 'pgbouncer'].map((text) => ['DATABASE_POOLER', text, 'must be one of none, transaction']),
    ...['-1', '1.5', '3601'].map((text) => ['DRAIN_SECONDS', text, 'must be a whole number of seconds from 0 to 3600']),
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/json: traces are sent over HTTP as JSON'],
    ...['security@example.com', 'http://example.com', 'mailto:x', 'https://a b'].map((text) => [
      'SECURITY_CONTACT',
      text,
      'must be a URL such as mailto:security@example.com or https://example.com/security',
    ]),
    ...['0', '1.5', '241', 'two'].map((text) => [
      'RETENTION_MONTHS',
      text,
      'must be a whole number of months from 1 to 240',
    ]),
    ...['cluster', 'CITUS'].map((text) => ['DATABASE_LAYOUT', text, 'must be one of single, citus']),
    ...['all', 'PUBLIC'].map((text) => ['WEBHOOK_TARGETS', text, 'must be one of public, any']),
    ...['600', '0/60', '600/0', '-1/60', '1.5/60', 'a/b', '600/60/1', 'none'].map((text) => [
      'RATE_LIMIT_IP',
      text,
      RATE,
    ]),
    ...['STANDARD', 'STANDARD=', '=1/1', '1=1/1', 'STANDARD=1/1,', 'A=1/1;B=2/2', 'A=off', 'A=120', 'A=0/60'].map(
      (text) => ['RATE_LIMIT_TIERS', text, TIERS],
    ),
    ...[
      'proxy.example.com',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.0/',
      '/8',
      '10.0.0.0/8/8',
      'true',
      '10.0.0',
    ].map((text) => ['TRUST_PROXY', text, PROXIES]),
  ] as [string, string, string][])('%s may not be “%s”', (name, text, rule) => {
    expect(faultOf({ [name]: text })).toBe(`settings: ${name} ${rule} (it is "${text}")`);
  });

  it.each([
    ['DATABASE_URL', 'mysql://user:hunter2@db/trips', 'postgres:// or postgresql://'],
    ['DATABASE_URL', 'user:hunter2@db/trips', 'postgres:// or postgresql://'],
    ['REDIS_URL', 'http://:hunter2@cache', 'redis:// or rediss://'],
    ['REDIS_URL', 'redis://:hunter2@cache:port', 'redis:// or rediss://'],
    ['PUBLIC_URL', 'ftp://user:hunter2@api', 'http:// or https://'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://:hunter2@collector', 'http:// or https://'],
  ])('never repeat a URL, which may hold a password: %s', (name, text, beginnings) => {
    const message = faultOf({ [name]: text });
    expect(message).toBe(`settings: ${name} must be a URL that begins with ${beginnings}`);
    expect(message).not.toContain('hunter2');
  });

  it.each(['https://trips.example/path', 'https://trips.example/?a=b', 'https://trips.example/#a'])(
    'refuse the PUBLIC_URL %s, where pages and links would not work',
    (url) => {
      expect(faultOf({ PUBLIC_URL: url })).toBe(
        'settings: PUBLIC_URL must have no path, query or fragment: the service is at the root of its host',
      );
    },
  );

  it.each([
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSAE_URL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['RETENTION_MONTH', 'RETENTION_MONTHS'],
    ['RATE_LIMITS_IP', 'RATE_LIMIT_IP'],
    ['REDIS_URL_FIEL', 'REDIS_URL_FILE'],
  ])('say that %s is nearly %s', (name, setting) => {
    expect(loadSettings({ [name]: 'x' }).misspelt).toEqual([`${name} is not a setting; did you mean ${setting}?`]);
  });

  it('say nothing about names of ordinary environments', () => {
    const names =
      'PATH HOME HOSTNAME HOSTS PORTS WORKER ROUTE USER SHELL LANG TERM PWD OLDPWD SHLVL EDITOR LOGNAME MAIL TZ';
    const more =
      'DATABASE_PORT DATABASE_HOST DATABASE_NAME REDIS_PORT REDIS_HOST SMTP_HOST SMTP_PORT METRICS_PATH PUBLIC_KEY';
    const tools =
      'NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS INIT_CWD INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY PGHOST PGUSER';
    const cloud = 'KUBERNETES_PORT KUBERNETES_SERVICE_HOST HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy XDG_DATA_DIRS';
    const otel = 'OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TIMEOUT';
    const ordinary = `${names} ${more} ${tools} ${cloud} ${otel}`.split(' ').map((name) => [name, 'x']);
    expect(loadSettings({ ...Object.fromEntries(ordinary), DATA_DIR: '/d', LOG_LEVEL: 'warn' }).misspelt).toEqual([]);
  });

  it('take a cluster only with the address of one', () => {
    expect(faultOf({ DATABASE_LAYOUT: 'citus' })).toBe('settings: DATABASE_LAYOUT=citus needs DATABASE_URL');
    const url = 'postgres://u@db/trips';
    expect(loadSettings({ DATABASE_LAYOUT: 'citus', DATABASE_URL: url })).toMatchObject({ databaseLayout: 'citus' });
  });

  it('tell all their faults at once, in one line', () => {
    const broken = { PORT: 'x', DATABASE_URL: 'x', REDIS_URL: 'x', PUBLIC_URL: 'x', LOG_LEVEL: 'x', METRICS_PORT: 'x' };
    const message = faultOf({ ...broken, RATE_LIMIT_IP: 'x', RATE_LIMIT_TIERS: 'x', TRUST_PROXY: 'x' });
    for (const name of [...Object.keys(broken), 'RATE_LIMIT_IP', 'RATE_LIMIT_TIERS', 'TRUST_PROXY']) {
      expect(message).toContain(`${name} must`);
    }
    expect(message).not.toContain('\n');
  });

  it.each([
    ['SMTP_URL and MAIL_FROM must be set together', { SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM'],
    ['SMTP_URL and MAIL_FROM must be set together', { MAIL_FROM: 'trips@example.com' }, 'SMTP_URL'],
    ['DATABASE_POOLER needs DATABASE_URL', { DATABASE_POOLER: 'transaction' }, 'DATABASE_URL'],
    ['DATABASE_LAYOUT=citus needs DATABASE_URL', { DATABASE_LAYOUT: 'citus' }, 'DATABASE_URL'],
  ])('tell beside other faults that %s, with %j alone, but not if %s is there and wrong', (fault, given, other) => {
    const faults = faultOf({ ...given, LOG_LEVEL: 'loud' });
    expect(faults).toContain('LOG_LEVEL must');
    expect(faults).toContain(fault);
    expect(faultOf({ ...given, [other]: 'x' })).toMatch(new RegExp(`^settings: ${other} must [^;]+$`));
  });

  it('take a URL with a password from a file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'trips-secrets-'));
    const file = (name: string, text: string) => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    try {
      const DATABASE_URL_FILE = file('database', 'postgres://u:p@db/trips\n');
      const REDIS_URL_FILE = file('redis', ' redis://:p@cache\r\n');
      expect(loadSettings({ DATABASE_URL_FILE, REDIS_URL_FILE, DATABASE_POOLER: 'transaction' })).toEqual({
        ...DEFAULTS,
        databaseUrl: 'postgres://u:p@db/trips',
        redisUrl: 'redis://:p@cache',
        databasePooler: 'transaction',
      });
      expect(faultOf({ DATABASE_URL_FILE, DATABASE_URL: 'postgres://other/trips' })).toBe(
        'settings: DATABASE_URL and DATABASE_URL_FILE must not both be set',
      );
      expect(faultOf({ REDIS_URL_FILE: file('empty', '\n') })).toBe('settings: REDIS_URL_FILE names an empty file');
      expect(faultOf({ DATABASE_URL_FILE: '/nowhere/url', DATABASE_POOLER: 'transaction' })).toMatch(
        /^settings: DATABASE_URL_FILE cannot be read \(ENOENT[^;]+$/,
      );
      expect(faultOf({ DATABASE_URL_FILE: file('wrong', 'hunter2') })).toBe(
        'settings: DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
      );
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('refuse a pooler before the embedded database', () => {
    expect(faultOf({ DATABASE_POOLER: 'transaction' })).toBe('settings: DATABASE_POOLER needs DATABASE_URL');
  });

  it('refuse one port for callers and metrics, but let the system choose both', () => {
    expect(faultOf({ PORT: '3000', METRICS_PORT: '3000' })).toBe('settings: METRICS_PORT must differ from PORT');
    expect(loadSettings({ PORT: '0', METRICS_PORT: '0' })).toMatchObject({ port: 0, metricsPort: 0 });
    expect(loadSettings({ PORT: '3000', METRICS_PORT: '3000', METRICS_HOST: '10.0.0.1' }).metricsPort).toBe(3000);
  });
});
