import type { FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_PATTERN } from '../contract/common.ts';
import { IDEMPOTENCY_KEY } from '../contract/values.ts';
import { ApiError, validationFailed } from '../errors.ts';

const WELL_FORMED = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/**
 * Both run before the body is read: whether the key is present and well-formed never depends on the rest of the
 * request.
 */
export function requireIdempotencyKey(request: FastifyRequest): void {
  if (request.headers['idempotency-key'] === undefined) throw new ApiError('IDEMPOTENCY_KEY_REQUIRED');
  checkIdempotencyKey(request);
}

export function checkIdempotencyKey(request: FastifyRequest): void {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && !WELL_FORMED.test(String(key))) {
    throw validationFailed([
      `Idempotency-Key must be ${IDEMPOTENCY_KEY.min} to ${IDEMPOTENCY_KEY.max} characters of A-Z a-z 0-9 _ - : .`,
    ]);
  }
}

export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  return key === undefined ? undefined : String(key);
}
