import type { DemoAccount } from './accounts/demoAccount.ts';
import { invitationUrl } from './accounts/invitations.ts';
import { bookingExample } from './contract/openapi/examples.ts';
import { USUAL_PORT } from './settings.ts';

/** What the first start on an empty embedded database prints: a key, and a call that works when pasted. */
export function firstSteps(
  address: string,
  { account, key, invitation }: DemoAccount,
  publicUrl: string,
  now: Date,
): string {
  const tomorrow = new Date(now.getTime() + 24 * 3_600_000).toISOString();
  const body = JSON.stringify({ ...bookingExample, scheduledAt: tomorrow });
  return `
Trip Booking API is listening on ${address}

A demo account was made for you (${account.role}, ${account.accountId}). Its API key, shown only this once:

  ${key.apiKey}

Book a first trip:

  curl -s -X POST ${address}/v1/trips \\
    -H 'Authorization: Bearer ${key.apiKey}' \\
    -H 'Idempotency-Key: my-first-booking' \\
    -H 'Content-Type: application/json' \\
    -d '${body}'

Its dashboard, with a link that works once:

  ${invitation ? invitationUrl(publicUrl, invitation) : `${publicUrl}/app`}

Guides and the reference of all calls: ${address}/docs
Another demo account and key: ${demoCommand(address)}

`;
}

export function welcomeBack(address: string): string {
  return `\nTrip Booking API is listening on ${address}\nA new key for a new demo account: ${demoCommand(address)}\n\n`;
}

/** The links that it prints go by its own settings. */
function demoCommand(address: string): string {
  const { port } = new URL(address);
  return `${port === USUAL_PORT ? '' : `PORT=${port} `}npm run -s trips -- demo`;
}
