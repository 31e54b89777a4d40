import { describe, expect, it } from 'vitest';
import { isWithin, meantByNetwork, type Network, parseNetwork } from '../../src/limits/networks.ts';

const networks = (...texts: string[]): Network[] => texts.map((text) => parseNetwork(text) as Network);

describe('allowed networks', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['203.0.113.7', '203.0.113.7:51234', true],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['::ffff:10.0.0.0/104', '10.255.0.1', true],
    ['2001:db8::/32', '2001:0db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1', '2001:db8::1', true],
    ['2001:db8::1', '2001:db8::2', false],
    ['2001:db8::/112', '2001:db8::ffff', true],
    ['2001:db8::/112', '2001:db8::1:0', false],
    ['2001:db8::/32', '32.1.13.184', false],
    ['10.0.0.0/8', 'a00::1', false],
    ['10.0.0.0/8', 'not an address', false],
    ['10.0.0.0/8', '', false],
  ])('%s and %s: %s', (network, address, isIn) => {
    expect(isWithin(networks(network), address)).toBe(isIn);
  });

  it('one of several is enough, and none lets nobody in', () => {
    expect(isWithin(networks('192.0.2.1', '10.0.0.0/8'), '10.1.1.1')).toBe(true);
    expect(isWithin([], '10.1.1.1')).toBe(false);
  });

  it.each([
    ['10.0.0.5/8', { address: '10.0.0.5', network: '10.0.0.0/8' }],
    ['203.0.113.128/25', undefined],
    ['203.0.113.129/24', { address: '203.0.113.129', network: '203.0.113.0/24' }],
    ['::ffff:10.0.0.5/104', { address: '10.0.0.5', network: '10.0.0.0/8' }],
    ['2001:DB8:0::1/32', { address: '2001:db8::1', network: '2001:db8::/32' }],
    ['2001:db8:8000::/33', undefined],
    ['10.0.0.0/8', undefined],
    ['10.0.0.5/32', undefined],
    ['10.0.0.5', undefined],
    ['2001:db8::1', undefined],
    ['2001:db8::1/128', undefined],
    ['fe80::1%eth0', undefined],
  ])('what is meant by %s, if not all of it: %o', (text, meant) => {
    expect(meantByNetwork(parseNetwork(text) as Network)).toEqual(meant);
  });

  it('of IPv6 that contain all addresses of IPv4, and more, stay networks of IPv6', () => {
    expect(parseNetwork('::ffff:0.0.0.0/95')?.[1]).toBe(95);
  });

  it.each(['', '10.1', '0x7f.1', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/0', '::/0', '::ffff:0.0.0.0/96', 'example.com'])(
    '"%s" is none',
    (text) => {
      expect(parseNetwork(text)).toBeUndefined();
    },
  );
});
