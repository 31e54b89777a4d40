import { isIPv6 } from 'node:net';

/**
 * What the IP limit counts by: an IPv4 address as it is, an IPv6 address by its /64, because one subscriber holds at
 * least a whole /64 and could otherwise use a fresh address for every request.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  return `${firstFourGroups(address.split('%')[0] ?? address)}::/64`;
}

function firstFourGroups(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted quad at the end stands for two groups.
  const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - width)).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
