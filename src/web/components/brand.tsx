import type { ComponentChildren } from 'preact';
import { ICON_PATH } from '../assets.ts';

/** The name of the service, with a link to the first page. */
export function Brand({ href, children }: { href: string; children?: ComponentChildren }) {
  return (
    <a class="brand" href={href}>
      <img src={ICON_PATH} alt="" width="28" height="28" />
      Trip Booking
      {children}
    </a>
  );
}
