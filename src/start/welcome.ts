import { hasAccounts } from '../accounts/accountStore.ts';
import { createDemoAccount, type DemoAccount } from '../accounts/demoAccount.ts';
import { invitationUrl } from '../accounts/invitations.ts';
import { bookingExample } from '../contract/openapi/examples.ts';
import type { OpenDatabase } from '../database/open.ts';
import { flushed } from './log.ts';
import type { StartContext } from './service.ts';
import { DEFAULT_DATA_DIR, DEFAULT_PORT, publicUrlOf, type Settings } from './settings.ts';

/** Prints where the service listens. The first start on an empty embedded database also creates a demo account. */
export async function printWelcome(
  boundPort: number | undefined,
  { settings, clock, log }: StartContext,
  { database, isEmbedded }: OpenDatabase,
): Promise<void> {
  const address = publicUrlOf({ ...settings, publicUrl: undefined }, boundPort);
  const isFirstStart = isEmbedded && !(await hasAccounts(database));
  await flushed(log); // earlier log lines come first
  const command = demoCommand(address, settings);
  // A database of one's own is for real accounts.
  if (!isFirstStart) return void process.stdout.write(welcomeBack(address, isEmbedded ? command : undefined));
  const demo = await createDemoAccount(database, clock, { role: 'DRIVER', apiTier: 'STANDARD', isVatExempt: false });
  process.stdout.write(
    firstSteps(address, demo, { publicUrl: publicUrlOf(settings, boundPort), command, now: clock() }),
  );
}

/** A key, and a call that works when pasted. */
function firstSteps(
  address: string,
  { account, key, invitation }: DemoAccount,
  { publicUrl, command, now }: { publicUrl: string; command: string; now: Date },
): string {
  const invite = command.replace(/demo$/, `accounts invite ${account.accountId} --email ${invitation?.email}`);
  // Whoever reads a collected log would have the link too, so only a terminal shows it.
  const dashboard =
    invitation && process.stdout.isTTY
      ? `Its dashboard, with a link that works once:\n\n  ${invitationUrl(publicUrl, invitation)}`
      : `Its dashboard is ${publicUrl}/app. This prints a link to it that works once:\n\n  ${invite}`;
  const tomorrow = new Date(now.getTime() + 24 * 3_600_000).toISOString();
  const body = JSON.stringify({ ...bookingExample, scheduledAt: tomorrow });
  return `
Trip Booking API is listening on ${address}

A demo account was created (${account.role}, ${account.accountId}). Its API key, shown only once:

  ${key.apiKey}

Book a first trip:

  curl -s -X POST ${address}/v1/trips \\
    -H 'Authorization: Bearer ${key.apiKey}' \\
    -H 'Idempotency-Key: my-first-booking' \\
    -H 'Content-Type: application/json' \\
    -d '${body}'

${dashboard}

Guides and API reference: ${address}/docs
Another demo account and key: ${command}

`;
}

function welcomeBack(address: string, command: string | undefined): string {
  const demo = command === undefined ? '' : `A new key for a new demo account: ${command}\n`;
  return `\nTrip Booking API is listening on ${address}\n${demo}\n`;
}

/** The command finds its database and makes its links by its own settings, so it needs the same ones as the service. */
function demoCommand(address: string, { dataDir, publicUrl }: Settings): string {
  const { port } = new URL(address);
  const settings = {
    ...(dataDir !== DEFAULT_DATA_DIR && { DATA_DIR: dataDir }),
    ...(publicUrl === undefined ? port !== DEFAULT_PORT && { PORT: port } : { PUBLIC_URL: publicUrl }),
  };
  const words = Object.entries(settings).map(([name, value]) => `${name}=${shellWord(value)} `);
  return `${words.join('')}npm run -s trips -- demo`;
}

const shellWord = (text: string) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
