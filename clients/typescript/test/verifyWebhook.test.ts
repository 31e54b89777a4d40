import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Trip, verifyWebhook, WebhookVerificationError } from '../src/index.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const body = JSON.stringify({ _id: 'e1', type: 'trip.created', data: { trip: { _id: 't1', note: 'Aéroport' } } });

function signed(text: string, by = secret, at = new Date()) {
  return {
    'webhook-id': 'e1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('e1', at, text),
  };
}

describe('a delivery', () => {
  it('gives its event, typed by its type', () => {
    const event = verifyWebhook(body, signed(body), secret);
    expect(event).toEqual(JSON.parse(body));
    if (event.type !== 'webhook.test') expectTypeOf(event.data.trip).toEqualTypeOf<Trip>();
  });

  it('is read from text or bytes, and from headers of every kind', () => {
    const headers = signed(body);
    expect(verifyWebhook(Buffer.from(body), new Headers(headers), secret)._id).toBe('e1');
    expect(verifyWebhook(new TextEncoder().encode(body), { ...headers, cookie: undefined }, secret)._id).toBe('e1');
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(verifyWebhook(body, upper, secret)._id).toBe('e1');
  });

  it('passes with one of several secrets, and with one of several signatures', () => {
    const next = newSecret();
    expect(verifyWebhook(body, signed(body, next), [secret, next])._id).toBe('e1');
    expect(verifyWebhook(body, signed(body), [secret, next])._id).toBe('e1');
    const both = `${signed(body, next)['webhook-signature']} ${signed(body)['webhook-signature']}`;
    expect(verifyWebhook(body, { ...signed(body), 'webhook-signature': both }, secret)._id).toBe('e1');
  });

  it('says what to pass if the body was parsed already', () => {
    const parsed = JSON.parse(body) as unknown as string;
    expect(() => verifyWebhook(parsed, signed(body), secret)).toThrow(/^the body must be the text or the bytes/);
  });

  it.each(['', 'whsec_abc'])('names the secret if it is not a whole one: %j', (cut) => {
    expect(() => verifyWebhook(body, signed(body), cut)).toThrow(/^the webhook secret must be the complete whsec_/);
  });

  it.each([
    ['is changed', () => verifyWebhook(body.replace('t1', 't2'), signed(body), secret), 'No matching signature found'],
    [
      'is signed by another',
      () => verifyWebhook(body, signed(body, newSecret()), [secret, newSecret()]),
      'No matching signature found',
    ],
    [
      'is another event’s',
      () => verifyWebhook(body, { ...signed(body), 'webhook-id': 'e2' }, secret),
      'No matching signature found',
    ],
    [
      'is old',
      () => verifyWebhook(body, signed(body, secret, new Date(Date.now() - 301_000)), secret),
      'Message timestamp too old',
    ],
    ['is not signed', () => verifyWebhook(body, { 'webhook-id': 'e1' }, secret), 'Missing required headers'],
    ['has no secret to be checked with', () => verifyWebhook(body, signed(body), []), 'No secret to verify with'],
  ])('that %s is refused', (_, verify, reason) => {
    expect(verify).toThrow(new WebhookVerificationError(reason));
  });
});
