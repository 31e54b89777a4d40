import { describe, expect, it } from 'vitest';
import { isPublicAddress, urlFault } from '../../src/webhooks/targets.ts';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2001:4860:4860::8888', '::ffff:8.8.8.8'])(
    '%s is',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...['127.0.0.1', '127.255.0.9', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '224.0.0.1', '239.1.1.1', '255.255.255.255', '240.0.0.1'],
    ...['192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255'],
    ...['::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::1', '2002:808:808::1', '2001:0:1::1'],
    ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1', '2001:db8::1', '100::1', '4000::1'],
    ...['', 'localhost', '1.2.3', '0x7f.1', '017700000001', '2130706433'],
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('urlFault', () => {
  it.each([
    ...[
      'https://partner.example',
      'https://partner.example:443/a?b=c',
      'https://partner.example:8443/',
      'HTTPS://P.EXAMPLE/',
    ],
    ...['https://8.8.8.8/', 'https://[2606:4700:4700::1111]/', 'https://exämple.fr/'],
  ])('allows %s', (url) => {
    expect(urlFault(url, 'public')).toBeUndefined();
  });

  it.each([
    ...[
      'https://127.0.0.1',
      'https://127.1',
      'https://2130706433',
      'https://0x7f000001',
      'https://0177.0.0.1',
      'https://[::1]',
    ],
    ...[
      'https://[::ffff:127.0.0.1]',
      'https://169.254.169.254/latest',
      'https://localhost',
      'https://LOCALHOST.',
      'https://a.localhost',
    ],
    ...['https://intranet', 'https://intranet./', 'https://①②⑦.0.0.1'],
    ...[
      'http://partner.example',
      'ftp://partner.example',
      'file:///etc/passwd',
      'javascript:alert(1)',
      '//partner.example',
      '',
    ],
    ...[
      'https://u@partner.example',
      'https://u:p@partner.example',
      'https://:p@partner.example',
      'https://a b.example',
      'https://',
    ],
    ...[
      'https://partner.example:80',
      'https://partner.example:22',
      'https://partner.example:1023',
      'https://partner.example:0',
    ],
    ...[
      ' https://partner.example',
      'https://partner.example\n',
      'https://partner.example/\ta',
      'https:/partner.example',
    ],
  ])('refuses %j', (url) => {
    expect(urlFault(url, 'public')).toEqual(expect.any(String));
  });

  it('allows plain HTTP and any host where targets may be any, but no credentials', () => {
    for (const url of ['http://127.0.0.1:80/', 'https://localhost:22/', 'http://intranet'])
      expect(urlFault(url, 'any')).toBeUndefined();
    for (const url of ['http://u:p@127.0.0.1/', 'ftp://127.0.0.1/', 'x'])
      expect(urlFault(url, 'any')).toEqual(expect.any(String));
  });
});
