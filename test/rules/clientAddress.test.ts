import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKey } from '../../src/limits/clientAddress.ts';

describe('what the address limit counts by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1%br-lan', 'fe80:0:0:0::/64'],
    ['fe80::1%eth0.100', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::/64'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:ffff:cb00:7107', '203.0.113.7'],
    ['::203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:54321', '203.0.113.7'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:54321', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.7]:54321', '203.0.113.7'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it('all addresses of one /64 count together, however they are written, and apart from the next /64', () => {
    const group = fc.integer({ min: 1, max: 0xffff });
    const four = fc.tuple(group, group, group, group);
    fc.assert(
      fc.property(four, four, four, (network, host, otherHost) => {
        const text = (groups: number[]) => groups.map((each) => each.toString(16)).join(':');
        const key = addressKey(`${text(network)}:${text(host)}`);
        const inFull = [...network, ...otherHost].map((each) => each.toString(16).padStart(4, '0').toUpperCase());
        expect(addressKey(inFull.join(':'))).toBe(key);
        expect(addressKey(`${text(network)}::${host[3].toString(16)}`)).toBe(key);
        const next = [network[0], network[1], network[2], network[3] === 1 ? 2 : network[3] - 1];
        expect(addressKey(`${text(next)}:${text(host)}`)).not.toBe(key);
      }),
    );
  });

  it('every IPv4 address counts by itself, plain or mapped', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(addressKey(address)).toBe(address);
        expect(addressKey(`::ffff:${address}`)).toBe(address);
      }),
    );
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.007',
    '203.0.113.7.8',
    '2001:db8',
    '[203.0.113.7',
    'x:1',
    undefined,
  ])('what is no address counts together with all that is none: %s', (text) => {
    expect(addressKey(text)).toBe('no address');
  });

  it('a port changes nothing, so a new connection is no new address', () => {
    const port = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV6(), port, (four, six, number) => {
        expect(addressKey(`${four}:${number}`)).toBe(addressKey(four));
        expect(addressKey(`[${six}]:${number}`)).toBe(addressKey(six));
      }),
    );
  });

  it('no IPv6 address makes it throw or lose its shape', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(addressKey(address)).toMatch(/^([0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64|\d+(\.\d+){3})$/);
      }),
      { numRuns: 1_000 },
    );
  });
});
