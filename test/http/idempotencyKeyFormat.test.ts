import { describe, expect, it } from 'vitest';
import { expectFaults } from '../support/client.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const FAULT = ['Idempotency-Key must be 8 to 200 characters of A-Z a-z 0-9 _ - : .'];

const wellFormed = [
  ['of 8 characters', 'a2345678'],
  ['of 200 characters', 'b'.repeat(200)],
  ['of capital letters', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['of small letters', 'abcdefghijklmnopqrstuvwxyz'],
  ['of digits', '0123456789'],
  ['of the four signs', '_-:._-:.'],
  ['that is a UUID', '6f1c1a3e-5a53-4f7e-9b0b-2f5a4c3d2e1f'],
] as const;

const malformed = [
  ['that is empty', ''],
  ['of 7 characters', '1234567'],
  ['of 201 characters', 'b'.repeat(201)],
  ...[...'/+@,=*#~!$%&()<>[]{}|^`\'";?\\'].map((sign) => [`with ${sign}`, `1234567${sign}8`] as const),
  ['with a space', '1234 5678'],
  ['with a tab', '1234\t5678'],
  ['with a letter outside ASCII', '1234567é'],
] as const;

describe('the Idempotency-Key', () => {
  it.each(wellFormed)('of a booking and of a cancellation may be one %s', async (_, key) => {
    const headers = { 'idempotency-key': key };
    expect((await account.api.create({}, headers)).status).toBe(201);
    const other = await service.account();
    const { _id } = await other.api.createdTrip();
    expect((await other.api.cancel(_id, { headers })).status).toBe(200);
  });

  it.each(malformed)('of neither may be one %s', async (_, key) => {
    const headers = { 'idempotency-key': key };
    for (const answer of [await account.api.create({}, headers), await account.api.cancel('0'.repeat(24), { headers })])
      expectFaults(answer, FAULT);
  });

  it('must not be sent twice in one request', async () => {
    const { status, body } = await sendRaw(
      service.url,
      [
        'POST /v1/trips HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${account.apiKey}`,
        'Idempotency-Key: one-of-two-keys',
        'Idempotency-Key: two-of-two-keys',
        'Content-Type: application/json',
        'Content-Length: 2',
        'Connection: close',
        '',
        '{}',
      ].join('\r\n'),
    );
    expect([status, body.code, body.message]).toEqual([400, 'VALIDATION_FAILED', FAULT]);
  });
});
