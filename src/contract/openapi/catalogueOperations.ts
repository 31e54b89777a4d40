import { ListClientsQuery, ListPricingSchemesQuery, ListServiceTiersQuery, ListVehiclesQuery } from '../catalogue.ts';
import {
  ClientListResponse,
  ClientResponse,
  PricingSchemeListResponse,
  ServiceTierListResponse,
  VehicleListResponse,
} from '../envelopes.ts';
import { clientExample, listExample, pricingSchemeExample, serviceTierExample, vehicleExample } from './examples.ts';
import { clientIdParameter, queryParameters, requestId } from './parameters.ts';
import { failures, LIST_FAULTS, success } from './responses.ts';
import { withScopes } from './scopes.ts';

const listServiceTiers = {
  operationId: 'listServiceTiers',
  tags: ['Catalogue'],
  summary: 'List vehicle categories',
  description: withScopes(
    'The platform’s vehicle categories, by name. They are the same for every account.',
    'quotes',
    'trips:read',
  ),
  parameters: [...queryParameters(ListServiceTiersQuery), requestId],
  responses: {
    200: success('One page of vehicle categories.', ServiceTierListResponse, listExample(serviceTierExample)),
    ...failures('/v1/service-tiers', ['VALIDATION_FAILED'], LIST_FAULTS),
  },
};

const listPricingSchemes = {
  operationId: 'listPricingSchemes',
  tags: ['Catalogue'],
  summary: 'List pricing schemes',
  description: withScopes(
    'The calling account’s pricing schemes, by name, without retired ones. A quote that names none uses the default.',
    'quotes',
    'trips:read',
  ),
  parameters: [...queryParameters(ListPricingSchemesQuery), requestId],
  responses: {
    200: success('One page of pricing schemes.', PricingSchemeListResponse, listExample(pricingSchemeExample)),
    ...failures('/v1/pricing-schemes', ['VALIDATION_FAILED'], LIST_FAULTS),
  },
};

const listVehicles = {
  operationId: 'listVehicles',
  tags: ['Catalogue'],
  summary: 'List vehicles',
  description: withScopes('The calling account’s vehicles, by name, without retired ones.', 'trips:read'),
  parameters: [...queryParameters(ListVehiclesQuery), requestId],
  responses: {
    200: success('One page of vehicles.', VehicleListResponse, listExample(vehicleExample)),
    ...failures('/v1/vehicles', ['VALIDATION_FAILED'], LIST_FAULTS),
  },
};

const listClients = {
  operationId: 'listClients',
  tags: ['Catalogue'],
  summary: 'List clients',
  description: withScopes(
    'The calling account’s riders, newest first. Look for one by phone number or e-mail address before you book, and book with its clientId: a booking with `client` creates a new rider. With both filters, both must match.',
    'trips:read',
  ),
  parameters: [...queryParameters(ListClientsQuery), requestId],
  responses: {
    200: success('One page of clients.', ClientListResponse, listExample(clientExample)),
    ...failures('/v1/clients', ['VALIDATION_FAILED'], LIST_FAULTS),
  },
};

const readClient = {
  operationId: 'getClient',
  tags: ['Catalogue'],
  summary: 'Read a client',
  description: withScopes(
    'One rider of the account. The response for another account’s rider is the same as for one that does not exist.',
    'trips:read',
  ),
  parameters: [clientIdParameter, requestId],
  responses: {
    200: success('The client.', ClientResponse, { success: true, data: clientExample }),
    ...failures(`/v1/clients/${clientExample._id}`, ['VALIDATION_FAILED', 'NOT_FOUND']),
  },
};

export const cataloguePaths = {
  '/v1/service-tiers': { get: listServiceTiers },
  '/v1/pricing-schemes': { get: listPricingSchemes },
  '/v1/vehicles': { get: listVehicles },
  '/v1/clients': { get: listClients },
  '/v1/clients/{id}': { get: readClient },
};
