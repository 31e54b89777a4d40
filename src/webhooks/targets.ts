import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where events may be sent: to public addresses over HTTPS, or anywhere, for development. */
export const WEBHOOK_TARGETS = ['public', 'any'] as const;
export type WebhookTargets = (typeof WEBHOOK_TARGETS)[number];

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Neither this machine nor any private or special network, however the address is written. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text); // an IPv4 address mapped to IPv6 is judged as IPv4
  if (address.range() !== 'unicast') return false;
  // Everything else of IPv6 is special, or leads to an IPv4 address that nobody has checked.
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** Why events may not be sent to a URL, in the words of the API. */
export const URL_FAULTS = {
  NOT_ABSOLUTE: 'The URL must be absolute and begin with https://.',
  HAS_CREDENTIALS: 'The URL must not contain a user name or a password.',
  NOT_HTTPS: 'The URL must begin with https://.',
  PORT_NOT_ALLOWED: 'The URL must use port 443, or port 1024 or above.',
  HOST_NOT_PUBLIC: 'The URL must have a host on the public internet.',
} as const;
type UrlFault = keyof typeof URL_FAULTS;

/** Why events may not be sent to this URL; undefined if they may. Addresses of names are checked when a connection is made. */
export function urlFault(text: string, targets: WebhookTargets): UrlFault | undefined {
  const url = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return 'NOT_ABSOLUTE';
  if (url.username !== '' || url.password !== '') return 'HAS_CREDENTIALS';
  if (targets === 'any') return undefined;
  if (url.protocol !== 'https:') return 'NOT_HTTPS';
  if (url.port !== '' && Number(url.port) < 1024) return 'PORT_NOT_ALLOWED';
  const host = url.hostname.replace(/^\[|\]$/g, ''); // an IPv6 address has brackets
  const isPublicHost = isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
  return isPublicHost ? undefined : 'HOST_NOT_PUBLIC';
}

/** A name without a dot is known to a local network only. The root's dot at its end does not count. */
function isPublicName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !name.endsWith('.localhost');
}
