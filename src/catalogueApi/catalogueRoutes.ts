import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { pageOfPricingSchemes } from '../catalogue/pricingSchemeStore.ts';
import { findRider, pageOfRiders, type RiderListing } from '../catalogue/riderStore.ts';
import { pageOfServiceTiers } from '../catalogue/serviceTierStore.ts';
import { pageOfVehicles } from '../catalogue/vehicleStore.ts';
import {
  ListClientsQuery,
  ListPricingSchemesQuery,
  ListServiceTiersQuery,
  ListVehiclesQuery,
} from '../contract/catalogue.ts';
import { NoQuery, requestedPage } from '../contract/pagination.ts';
import { coalesceConcurrent } from '../database/coalesceConcurrent.ts';
import type { Database } from '../database/connection.ts';
import { limitLargeReads } from '../database/limitConcurrency.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from '../gates/authentication.ts';
import { needs } from '../gates/keyRules.ts';
import { listQuery, listView } from '../gates/listQuery.ts';
import { parseId } from '../identifiers.ts';
import { clientView, schemeView, tierView, vehicleView } from './views.ts';

interface CatalogueDependencies {
  database: Database;
}

/** What quotes and bookings refer to by identifier. */
export const catalogueRoutes: FastifyPluginAsyncTypebox<CatalogueDependencies> = async (app, { database }) => {
  app.get(
    '/service-tiers',
    { ...listQuery(ListServiceTiersQuery), ...needs('quotes', 'trips:read') },
    async ({ query }) => {
      const page = requestedPage(query);
      return listView(page, await pageOfServiceTiers(database, page), tierView);
    },
  );

  app.get(
    '/pricing-schemes',
    { ...listQuery(ListPricingSchemesQuery), ...needs('quotes', 'trips:read') },
    async (request) => {
      const page = requestedPage(request.query);
      return listView(page, await pageOfPricingSchemes(database, callerOf(request).accountId, page), schemeView);
    },
  );

  app.get('/vehicles', { ...listQuery(ListVehiclesQuery), ...needs('trips:read') }, async (request) => {
    const page = requestedPage(request.query);
    return listView(page, await pageOfVehicles(database, callerOf(request).accountId, page), vehicleView);
  });

  const listRiders = createRiderLister(database);
  app.get('/clients', { ...listQuery(ListClientsQuery), ...needs('trips:read') }, async (request) => {
    const { phone, email } = request.query;
    const page = requestedPage(request.query);
    const { accountId } = callerOf(request);
    return listView(page, await listRiders({ accountId, phone, email, ...page }), clientView);
  });

  app.get<{ Params: { id: string } }>(
    '/clients/:id',
    { ...needs('trips:read'), schema: { querystring: NoQuery } },
    async (request) => {
      const clientId = parseId(request.params.id);
      const rider = clientId && (await findRider(database, callerOf(request).accountId, clientId));
      if (!rider) throw new ApiError('NOT_FOUND', { message: 'This account has no such client.' });
      return { success: true, data: clientView(rider) };
    },
  );
};

/** A list without a filter counts all riders of the account, so it waits for its turn; identical concurrent ones share the result. */
function createRiderLister(database: Database) {
  const run = (listing: RiderListing) => pageOfRiders(database, listing);
  const runInTurn = coalesceConcurrent(JSON.stringify, limitLargeReads(database, run));
  return (listing: RiderListing) =>
    listing.phone === undefined && listing.email === undefined ? runInTurn(listing) : run(listing);
}
