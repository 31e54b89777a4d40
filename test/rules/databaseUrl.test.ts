import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../src/database/databaseUrl.ts';

describe('DATABASE_URL', () => {
  it.each([
    ['postgres://u:p@a:5432/db', ['postgres://u:p@a:5432/db']],
    [
      'postgresql://u:p@a:5432,b:5433,c/db?target_session_attrs=read-write&connect_timeout=2',
      [
        'postgresql://u:p@a:5432/db?connect_timeout=2',
        'postgresql://u:p@b:5433/db?connect_timeout=2',
        'postgresql://u:p@c/db?connect_timeout=2',
      ],
    ],
    ['postgres://u@[::1]:5432,[::2]/db', ['postgres://u@[::1]:5432/db', 'postgres://u@[::2]/db']],
    ['postgresql://u@/db?host=/run/postgresql', ['postgresql://u@%2Frun%2Fpostgresql/db']],
    ['postgresql://u@/db?host=/a,/b&port=5433', ['postgresql://u@%2Fa:5433/db', 'postgresql://u@%2Fb:5433/db']],
    ['postgresql://u@/db?host=a,b&port=1,2', ['postgresql://u@a:1/db', 'postgresql://u@b:2/db']],
    ['postgres://u@%2Frun%2Fpostgresql/db', ['postgres://u@%2Frun%2Fpostgresql/db']],
    ['postgres://u:p@ss@a/db', ['postgres://u:p@ss@a/db']],
    ['postgres:///db', ['postgres:///db']],
    ['postgres://u:100%@a/db', ['postgres://u:100%@a/db']],
    ['postgres://a:5432/db?user=app@server&password=x', ['postgres://a:5432/db?user=app%40server&password=x']],
    ['postgres:///db?host=/run/pg@14', ['postgres://%2Frun%2Fpg%4014/db']],
    ['postgres://a/db?sslrootcert=/etc/ca@home.crt', ['postgres://a/db?sslrootcert=%2Fetc%2Fca%40home.crt']],
    ['postgres://u:p@a/db?sslrootcert=/etc/ca@home.crt', ['postgres://u:p@a/db?sslrootcert=%2Fetc%2Fca%40home.crt']],
  ])('%s leads to %j', (url, hosts) => {
    expect(parseDatabaseUrl(url).connectionStrings).toEqual(hosts);
  });

  it('leads to a host that accepts writes, if it names several or asks for that', () => {
    expect(parseDatabaseUrl('postgres://a/db').isReadWrite).toBe(false);
    expect(parseDatabaseUrl('postgres://a/db?target_session_attrs=primary').isReadWrite).toBe(true);
    expect(parseDatabaseUrl('postgres://a,b/db').isReadWrite).toBe(true);
  });

  it('verifies the server’s certificate in every mode that asks for TLS', () => {
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
      expect(parseDatabaseUrl(`postgres://a/db?sslmode=${mode}`).connectionStrings).toEqual([
        'postgres://a/db?sslmode=verify-full',
      ]);
    for (const query of ['sslmode=disable', 'sslmode=no-verify', 'sslmode=require&uselibpqcompat=true'])
      expect(parseDatabaseUrl(`postgres://a/db?${query}`).connectionStrings).toEqual([`postgres://a/db?${query}`]);
  });

  it('verifies with the certificates of the system if it says so', () => {
    for (const query of ['sslrootcert=system', 'sslmode=require&sslrootcert=system'])
      expect(parseDatabaseUrl(`postgres://a/db?${query}`).connectionStrings).toEqual([
        'postgres://a/db?sslmode=verify-full',
      ]);
  });

  it('keeps settings for sessions beside those of the service', () => {
    expect(parseDatabaseUrl('postgres://a/db?options=-c%20search_path%3Dtrips')).toEqual({
      connectionStrings: ['postgres://a/db'],
      isReadWrite: false,
      options: '-c search_path=trips',
    });
  });

  it.each([
    ['mysql://a/db', 'must be a URL that begins with postgres:// or postgresql://'],
    ['a:5432/db', 'must be a URL that begins with postgres:// or postgresql://'],
    ...[
      ...['p@ss/w#1', '12?secret', 'sec?ret', '12/secret', 'sec/ret', 'p@ss?x', 'secret%abc', 'x%e9'],
      ...['12?sslmode=secret', '12?cd==', '12?sec&ret=x', '12/x?cd==', 'sec?ret=x', '12?mode=secret'],
    ].map((password) => [
      `postgresql://u:${password}@localhost/db?sslmode=verify-full&sslrootcert=/etc/ca.crt`,
      'is not a valid URL; in the password, write @ as %40, / as %2F, # as %23, : as %3A, ? as %3F and % as %25',
    ]),
    [
      'postgres://a/db?sslmode=verify_full',
      'has sslmode=verify_full, which is none of disable, allow, prefer, require, verify-ca, no-verify, verify-full',
    ],
    [
      'postgres://a/db?sslmode=',
      'has sslmode=, which is none of disable, allow, prefer, require, verify-ca, no-verify, verify-full',
    ],
    ['postgres://a/db?sslmod=verify-full', 'has the parameter sslmod, which has no effect; sslmode decides on TLS'],
    ['postgres://a/db?requiressl=1', 'has the parameter requiressl, which has no effect; sslmode decides on TLS'],
    ['postgres://a:port/db', 'must have ports from 1 to 65535'],
    ['postgres://a:99999,b/db', 'must have ports from 1 to 65535'],
    ['postgres://a,/db', 'must name a host on either side of each comma'],
    ['postgres://u@/db?host=a,b,c&port=1,2', 'must have one port, or one for each host'],
    ['postgres://a b/db', 'must have host names that can be used in a URL'],
    [
      'postgres://a/db?target_session_attrs=standby',
      'must have target_session_attrs=read-write or none, since the service writes',
    ],
  ])('%s is refused: it %s', (url, fault) => {
    expect(() => parseDatabaseUrl(url)).toThrow(new Error(fault));
  });
});
