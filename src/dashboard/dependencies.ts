import type { Passwords } from '../accounts/passwords.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import type { RateLimits } from '../limits/rateLimits.ts';
import type { Geocoder, Suggest } from '../places/place.ts';
import type { Quoter } from '../quotes/quoter.ts';
import type { Booker } from '../trips/booker.ts';
import type { TripLister } from '../trips/tripLister.ts';
import type { WebhookTargets } from '../webhooks/targets.ts';
import type { EndpointTester } from '../webhooks/webhooks.ts';

export interface DashboardDependencies {
  database: Database;
  book: Booker;
  clock: Clock;
  geocoder: Geocoder;
  limits: RateLimits;
  listTrips: TripLister;
  passwords: Passwords;
  publicUrl(): string;
  quote: Quoter;
  suggest: Suggest;
  testEndpoint: EndpointTester;
  webhookTargets: WebhookTargets;
  /** Whether SMTP_URL is set: without it, owners pass on their invitations, and the operator links for forgotten passwords. */
  sendsMail: boolean;
}
