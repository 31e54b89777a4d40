import type { FastifyReply } from 'fastify';

/** Everything a page may do: take styles and scripts from here, ask here, send forms here. */
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
  /** For a page whose stylesheet brings its pictures along. */
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
