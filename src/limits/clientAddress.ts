import { isIPv4, isIPv6 } from 'node:net';

/** Shared by all who come without an address that can be read, so that nobody escapes by writing nonsense. */
const NO_ADDRESS = 'no address';

/**
 * What the IP limit counts by: an IPv4 address as it is, an IPv6 address by its /64, because one subscriber holds at
 * least a whole /64 and could otherwise use a fresh address for every request. However it is written, an address counts
 * as one: some proxies append the port, which changes with every connection.
 */
export function addressKey(text: string | undefined): string {
  const address = withoutPort(text ?? '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return NO_ADDRESS;
  const groups = eightGroups(address.split('%')[0] ?? '');
  if (isMappedIPv4(groups)) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function withoutPort(text: string): string {
  const [, inBrackets, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return inBrackets ?? dotted ?? text;
}

/** The sixteen-bit groups of an IPv6 address, with the zeros that `::` stands for. */
function eightGroups(address: string): number[] {
  const [before = [], after = []] = address.split('::').map(groupsIn);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const groupsIn = (part: string): number[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => (group.includes('.') ? quadGroups(group) : [parseInt(group, 16)]));

/** A dotted quad at the end stands for two groups. */
function quadGroups(quad: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = quad.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

const isMappedIPv4 = (groups: number[]) => groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

const bytesOf = (group: number) => [group >> 8, group & 0xff];
