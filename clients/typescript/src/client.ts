import { Catalogue, Clients, Quotes } from './catalogue.ts';
import { Events } from './events.ts';
import { createTransport, type TripBookingOptions } from './transport.ts';
import { Trips } from './trips.ts';
import type { PricingScheme, ServiceTier, Vehicle } from './types.ts';
import { WebhookEndpoints } from './webhookEndpoints.ts';

/**
 * The Trip Booking API of one account.
 *
 *     const api = new TripBooking({ baseUrl: 'https://trips.example', apiKey: process.env.TRIPS_API_KEY });
 *     const trip = await api.trips.create({ … });
 */
export class TripBooking {
  readonly trips: Trips;
  readonly quotes: Quotes;
  readonly serviceTiers: Catalogue<ServiceTier>;
  readonly pricingSchemes: Catalogue<PricingScheme>;
  readonly vehicles: Catalogue<Vehicle>;
  readonly clients: Clients;
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;

  constructor(options: TripBookingOptions) {
    const send = createTransport(options);
    this.trips = new Trips(send);
    this.quotes = new Quotes(send);
    this.serviceTiers = new Catalogue(send, '/v1/service-tiers');
    this.pricingSchemes = new Catalogue(send, '/v1/pricing-schemes');
    this.vehicles = new Catalogue(send, '/v1/vehicles');
    this.clients = new Clients(send);
    this.events = new Events(send);
    this.webhookEndpoints = new WebhookEndpoints(send);
  }
}
