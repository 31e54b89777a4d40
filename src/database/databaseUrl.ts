/** What DATABASE_URL says, as far as the driver does not read it itself. */
export interface DatabaseAddress {
  /** One URL per host, in the order in which they are tried. */
  connectionStrings: [string, ...string[]];
  /** Hosts that refuse writes, such as standbys, are passed over. */
  isReadWrite: boolean;
  /** Further settings for each session. */
  options: string | undefined;
}

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const WRITABLE = ['read-write', 'primary'];
/** The driver takes them all for verify-full, and says so outside the log. */
const SSL_MODES_FOR_VERIFY_FULL = ['allow', 'prefer', 'require', 'verify-ca'];

const SSL_MODES = ['disable', ...SSL_MODES_FOR_VERIFY_FULL, 'no-verify', 'verify-full'];

const isPostgres = (text: string) => /^postgres(?:ql)?:\/\//.test(text);
const NOT_ENCODED =
  'is not a valid URL; in the password, write @ as %40, / as %2F, # as %23, : as %3A, ? as %3F and % as %25';

/** Parameters about TLS. Another one that looks like it is a mistake: with a misspelt sslmode, the connection would have no TLS. */
const ABOUT_TLS = /ssl|tls|mode/i;
const KNOWN_ABOUT_TLS = [
  ...['ssl', 'sslmode', 'sslnegotiation', 'sslcompression', 'sslcert', 'sslkey', 'sslkeylogfile', 'sslpassword'],
  ...['sslcertmode', 'sslrootcert', 'sslcrl', 'sslcrldir', 'sslsni', 'ssl_min_protocol_version'],
  ...['ssl_max_protocol_version', 'gssencmode'],
];

/**
 * Reads a URL as libpq does: several hosts with commas between them, `target_session_attrs`, and sockets as
 * `postgresql://user@/database?host=/directory`. Of several hosts, only one that accepts writes is used.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const [, scheme, user, authority = '', path = '', query = ''] = PARTS.exec(text) ?? [];
  if (scheme === undefined)
    throw new Error(isPostgres(text) ? NOT_ENCODED : 'must be a URL that begins with postgres:// or postgresql://');
  const parameters = new URLSearchParams(query);
  if (isCut(user, path, parameters) || !isDecodable(user)) throw new Error(NOT_ENCODED);
  const sslMode = readSslMode(parameters);
  const take = (name: string) => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value ?? undefined;
  };
  const attributes = take('target_session_attrs') ?? 'any';
  if (![...WRITABLE, 'any'].includes(attributes))
    throw new Error('must have target_session_attrs=read-write or none, since the service writes');
  const options = take('options');
  const hosts = readHosts(authority, take('host'), take('port'));
  if (SSL_MODES_FOR_VERIFY_FULL.includes(sslMode ?? '') && !parameters.has('uselibpqcompat'))
    parameters.set('sslmode', 'verify-full');
  // libpq's word for the certificates of the system, with which the driver verifies by default.
  if (parameters.get('sslrootcert') === 'system') {
    parameters.delete('sslrootcert');
    parameters.set('sslmode', 'verify-full');
  }
  const rest = `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
  const [first = '', ...others] = hosts.map((host) => `${scheme}${user === undefined ? '' : `${user}@`}${host}${rest}`);
  return {
    connectionStrings: [first, ...others],
    isReadWrite: hosts.length > 1 || WRITABLE.includes(attributes),
    options,
  };
}

/** Values of these may have an @ of their own, if the database's name comes before them. */
const MAY_HAVE_AT = /^(?:user|password|host|options|application_name|passfile|ssl\w+)$/;

/** After an unencoded / or ? the rest of the password would be read as a path or a parameter, and be quoted as one. */
function isCut(user: string | undefined, path: string, parameters: URLSearchParams): boolean {
  const isOwn = (name: string) => user !== undefined || (path !== '' && MAY_HAVE_AT.test(name));
  const rest = [...parameters].map(([name, value]) => (isOwn(name) ? name : name + value));
  return [path, ...rest].some((part) => part.includes('@'));
}

/** The driver takes a % that begins no escape as it is. */
function isDecodable(text = ''): boolean {
  try {
    decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

function readSslMode(parameters: URLSearchParams): string | null {
  const unknown = [...parameters.keys()].find((name) => ABOUT_TLS.test(name) && !KNOWN_ABOUT_TLS.includes(name));
  if (unknown !== undefined)
    throw new Error(`has the parameter ${unknown}, which has no effect; sslmode decides on TLS`);
  const sslMode = parameters.get('sslmode');
  if (sslMode !== null && !SSL_MODES.includes(sslMode))
    throw new Error(`has sslmode=${sslMode}, which is none of ${SSL_MODES.join(', ')}`);
  return sslMode;
}

/** Every host as it stands in a URL, with its port. */
function readHosts(authority: string, host: string | undefined, port: string | undefined): string[] {
  const ports = port?.split(',') ?? [];
  const names = (host?.split(',').map(encodeHost) ?? authority.split(',')).map((name) => name.trim());
  if (names.length > 1 && names.includes('')) throw new Error('must name a host on either side of each comma');
  if (ports.length > 1 && ports.length !== names.length) throw new Error('must have one port, or one for each host');
  const hosts = names.map((name, index) => withPort(name, ports[index] ?? ports[0]));
  for (const each of hosts) checkHost(each);
  return hosts;
}

/** A directory with a socket, or a name. */
const encodeHost = (host: string) =>
  /^[\w.-]+$/.test(host) ? host : host.includes(':') ? `[${host}]` : encodeURIComponent(host);

function withPort(name: string, port: string | undefined): string {
  if (port === undefined || port === '') return name;
  return `${name || 'localhost'}:${port}`;
}

function checkHost(host: string): void {
  const [, , port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(host) ?? [];
  const isPort =
    port === undefined || port === '' || (/^\d+$/.test(port) && Number(port) > 0 && Number(port) <= 65_535);
  if (!isPort) throw new Error('must have ports from 1 to 65535');
  if (host !== '' && !URL.canParse(`postgres://${host}/`))
    throw new Error('must have host names that can be used in a URL');
}
