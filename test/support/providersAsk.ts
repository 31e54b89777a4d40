import { type Ask, createAsk, type ProviderAddress } from '../../src/places/providers/http.ts';
import type { ProviderServer } from './providersServer.ts';

export const EPOCH_MS = Date.parse('2027-03-01T08:00:00.000Z');

/** Questions to the local server, patient enough for a busy machine. */
export const askAt = (server: ProviderServer, address: Partial<ProviderAddress> = {}): Ask =>
  createAsk({
    name: 'provider',
    url: server.url,
    timeoutMs: 10_000,
    userAgent: 'trip-booking-api/test',
    clock: () => new Date(EPOCH_MS),
    ...address,
  });
