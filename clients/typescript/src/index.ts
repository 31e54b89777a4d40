export type { Catalogue, Clients, Quotes } from './catalogue.ts';
export { TripBooking } from './client.ts';
export { isCode, TripBookingConnectionError, TripBookingError, TripBookingTimeoutError } from './errors.ts';
export type { Events, FollowOptions } from './events.ts';
export type { Attempt, CallOptions, KeyedCallOptions, TripBookingOptions } from './transport.ts';
export type { Trips } from './trips.ts';
export type * from './types.ts';
export { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './verifyWebhook.ts';
export type { WebhookEndpoints } from './webhookEndpoints.ts';
