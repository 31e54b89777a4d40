import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '../clock.ts';
import { parseDateTime } from '../contract/dateTime.ts';
import { QuoteResponse } from '../contract/envelopes.ts';
import { NoQuery } from '../contract/pagination.ts';
import { QuoteRequest } from '../contract/quote.ts';
import { callerOf } from '../gates/authentication.ts';
import { needs } from '../gates/keyRules.ts';
import type { Quoter } from './quoter.ts';
import { quoteView } from './quoteView.ts';

interface QuoteTripDependencies {
  quote: Quoter;
  clock: Clock;
}

export const quoteTripRoute: FastifyPluginAsyncTypebox<QuoteTripDependencies> = async (app, { quote, clock }) => {
  app.post(
    '/quotes',
    { ...needs('quotes'), schema: { body: QuoteRequest, querystring: NoQuery, response: { 200: QuoteResponse } } },
    async (request) => {
      const { pickup, dropoff, serviceTierId, pricingSchemeId, tripType = 'TRIP', scheduledAt } = request.body;
      const { accountId, isVatExempt } = callerOf(request);
      const ride = await quote({
        accountId,
        isVatExempt,
        pickup,
        dropoff,
        tripType,
        serviceTierId: serviceTierId.toLowerCase(),
        pricingSchemeId: pricingSchemeId?.toLowerCase() ?? null,
        moment: (scheduledAt === undefined ? undefined : parseDateTime(scheduledAt)) ?? clock(),
      });
      return { success: true, message: 'Quote calculated', data: quoteView(ride) };
    },
  );
};
