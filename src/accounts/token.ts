import { randomBytes } from 'node:crypto';
import { sha256 } from '../sha256.ts';

/** The secret in a link or a cookie: 32 random bytes, of which only the hash is stored. */
interface NewToken {
  token: string;
  tokenSha256: Buffer;
}

const FORMAT = /^[A-Za-z0-9_-]{43}$/;

export function newToken(): NewToken {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenSha256: hashToken(token) };
}

const hashToken = (token: string): Buffer => sha256(token);

/** The hash of a presented token; undefined if the text cannot be one. */
export const parseToken = (text: string | undefined): Buffer | undefined =>
  text !== undefined && FORMAT.test(text) ? hashToken(text) : undefined;
