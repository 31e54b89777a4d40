import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress } from './clientAddress.ts';

/** Addresses that begin alike: the address of the network, and how many bits of it count. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address or a network such as 10.0.0.0/8; undefined if the text is neither, or means every address. */
export function parseNetwork(text: string): Network | undefined {
  const [address = ''] = text.split('/');
  if (isIP(address) === 0) return undefined; // ipaddr.js alone would also take 10.1 and 0x7f.1
  if (address === text) {
    const parsed = ipaddr.process(address);
    return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
  }
  if (!ipaddr.isValidCIDR(text)) return undefined;
  const [base, bits] = asIPv4(ipaddr.parseCIDR(text));
  return bits > 0 ? [base, bits] : undefined;
}

/**
 * What somebody may mean by 10.0.0.5/8, which looks like one address but contains 16 million: 10.0.0.5 or 10.0.0.0/8. Undefined for
 * a network without bits beyond its prefix.
 */
export function meantByNetwork([base, bits]: Network): { address: string; network: string } | undefined {
  const { IPv4, IPv6 } = ipaddr;
  const first = (base.kind() === 'ipv4' ? IPv4 : IPv6).networkAddressFromCIDR(`${base}/${bits}`);
  const isFirst = String(first.toByteArray()) === String(base.toByteArray()); // as text, it may also name a zone
  return isFirst ? undefined : { address: String(base), network: `${first}/${bits}` };
}

const MAPPED_BITS = 96;

/** Clients with an IPv4 address in IPv6 are known by their IPv4 address; so are such networks. */
function asIPv4([base, bits]: Network): Network {
  const isMapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? [base.toIPv4Address(), bits - MAPPED_BITS] : [base, bits];
}

/** Whether an address, in any notation, is in one of the networks. */
export function isWithin(networks: readonly Network[], text: string): boolean {
  const address = parseAddress(text);
  return (
    address !== undefined &&
    networks.some(([base, bits]) => address.kind() === base.kind() && address.match(base, bits))
  );
}
