import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Shared by all clients whose address cannot be read, so that nobody escapes the limit by sending nonsense. */
const NO_ADDRESS = 'no address';

/**
 * What the IP limit counts by: an IPv4 address as it is, an IPv6 address by its /64, because one subscriber holds at
 * least a /64 and could otherwise use a new address for every request. Every notation of an address gives the same key;
 * some proxies append the port, which changes with every connection.
 */
export function addressKey(text: string | undefined): string {
  const parsed = parseAddress(text ?? '');
  if (!parsed) return NO_ADDRESS;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** The address of a client in any notation; an IPv4 address in IPv6 is an IPv4 address. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = withoutPort(text);
  if (isIP(address) === 0) return undefined; // ipaddr.js alone would also take 10.1 and 0x7f.1
  return ipaddr.process(address.replace(/%.*$/, '')); // a link-local address may name its interface
}

function withoutPort(text: string): string {
  const [, inBrackets, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return inBrackets ?? dotted ?? text;
}
