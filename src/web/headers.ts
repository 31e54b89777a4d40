import type { FastifyReply } from 'fastify';

/** A page may load styles and scripts, send requests and submit forms to this origin only. */
const policy = (images: string) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src ${images}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const POLICIES = {
  served: policy("'self'"),
  /** For a page whose stylesheet embeds images. */
  drawn: policy("'self' data:"),
};
export type Images = keyof typeof POLICIES;

const PAGE_HEADERS = {
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  vary: 'accept-language, cookie',
};

export const applyPageHeaders = (reply: FastifyReply, images: Images = 'served'): FastifyReply =>
  reply.headers({ ...PAGE_HEADERS, 'content-security-policy': POLICIES[images] });
