import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../src/errors.ts';
import { validationOptions } from '../../src/gates/validation.ts';

/** What the handler receives of a body under a schema, or the faults that the caller receives. */
async function send(properties: Record<string, unknown>, body: Record<string, unknown>, rules = {}) {
  const app = fastify(validationOptions);
  app.post('/', { schema: { body: { type: 'object', properties, ...rules } } }, async (request) => request.body);
  app.setErrorHandler((error: ApiError, _request, reply) => reply.code(error.statusCode).send(error.publicMessage));
  return (await app.inject({ method: 'POST', url: '/', payload: body })).json();
}

describe('a body under its schema', () => {
  it('is not coerced', async () => {
    expect(await send({ count: { type: 'integer' } }, { count: '1' })).toEqual(['count must be an integer']);
  });

  it('keeps its members, and gets none', async () => {
    const properties = { known: { type: 'string', default: 'set', example: 'a' } };
    expect(await send(properties, { other: 1 })).toEqual({ other: 1 });
  });

  it('is refused with all its faults, unknown members among them', async () => {
    const properties = { count: { type: 'integer' }, note: { type: 'string' } };
    const faults = await send(properties, { count: 'a', note: 1, other: 1 }, { additionalProperties: false });
    expect(faults).toHaveLength(3);
    expect(faults).toContain('other is not a known member');
  });

  it('is refused with the members to choose from', async () => {
    const rules = { anyOf: [{ required: ['phone'] }, { required: ['email'] }] };
    expect(await send({ phone: { type: 'string' }, email: { type: 'string' } }, {}, rules)).toEqual([
      'body must have at least one of phone and email',
    ]);
  });

  // What Ajv's own formats would let through, except for the e-mail addresses, of which they say the same.
  it.each([
    ['email', 'a@b..c', 'rider@example.com'],
    ['date-time', '2027-03-14T23:59:60Z', '2027-03-14T23:59:59Z'],
    ['date', '0000-01-01', '2028-02-29'],
  ])('has a format checked by the rules of the contract: %s', async (format, invalid, valid) => {
    const properties = { value: { type: 'string', format } };
    expect(await send(properties, { value: valid })).toEqual({ value: valid });
    expect(await send(properties, { value: invalid })).toHaveLength(1);
  });
});
