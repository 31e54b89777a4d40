import type { IncomingMessage } from 'node:http';

/** How often a header was sent. The name is given in lower case; comparing lengths first spares most conversions. */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}
