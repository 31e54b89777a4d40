import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { createPasswords } from './accounts/passwords.ts';
import { catalogueRoutes } from './catalogueApi/catalogueRoutes.ts';
import type { Clock } from './clock.ts';
import { openApiDocument } from './contract/openapi/document.ts';
import { MAX_BODY_BYTES } from './contract/values.ts';
import { calendarRoute } from './dashboard/calendar/feedRoute.ts';
import { dashboard } from './dashboard/dashboard.ts';
import type { Database } from './database/connection.ts';
import { docs } from './docs/docs.tsx';
import { documentRoute } from './docs/documentRoute.ts';
import { eventRoutes } from './events/eventRoutes.ts';
import type { AdmissionRule } from './gates/admission.ts';
import { authenticationGate } from './gates/authentication.ts';
import { answerBrokenHttp, httpRulesGate, httpServerOptions } from './gates/brokenHttp.ts';
import { compressionGate } from './gates/compression.ts';
import { continueGate } from './gates/continue.ts';
import { drainGate } from './gates/drain.ts';
import { errorEnvelopeGate } from './gates/errorEnvelope.ts';
import { inOrder } from './gates/gate.ts';
import { jsonBodyGate } from './gates/jsonBody.ts';
import { keyRulesGate } from './gates/keyRules.ts';
import { type OverloadObserver, overloadGate } from './gates/overload.ts';
import { ipLimitGate, tierLimitGate } from './gates/rateLimits.ts';
import { requestIdGate, requestIdOf } from './gates/requestId.ts';
import { type RequestObserver, requestLogGate } from './gates/requestLog.ts';
import { traceGate, traceRequests } from './gates/trace.ts';
import { routableUrl, unroutableGate } from './gates/unroutable.ts';
import { validationOptions } from './gates/validation.ts';
import { healthRoutes } from './health/healthRoutes.ts';
import type { Authenticator } from './keys/authenticator.ts';
import type { RateLimits } from './limits/rateLimits.ts';
import type { Geocoder, Router, Suggest } from './places/place.ts';
import { createQuoter } from './quotes/quoter.ts';
import { quoteTripRoute } from './quotes/quoteTrip.ts';
import type { Tracer } from './tracing.ts';
import { createBooker } from './trips/booker.ts';
import { createCanceller } from './trips/canceller.ts';
import { cancelTripRoute } from './trips/cancelTrip.ts';
import { createTripRoute } from './trips/createTrip.ts';
import { RunningKeys } from './trips/idempotency.ts';
import { listTripsRoute } from './trips/listTrips.ts';
import { readTripRoute } from './trips/readTrip.ts';
import { createTripFinder } from './trips/tripFinder.ts';
import { createTripLister } from './trips/tripLister.ts';
import { assetRoutes } from './web/assets.ts';
import { languageRoute } from './web/languageRoute.ts';
import { securityTxtRoute } from './web/securityTxt.ts';
import type { Sender } from './webhooks/sender.ts';
import type { WebhookTargets } from './webhooks/targets.ts';
import { webhookRoutes } from './webhooks/webhookRoutes.ts';
import { createEndpointTester } from './webhooks/webhooks.ts';

export interface AppDependencies {
  database: Database;
  authenticator: Authenticator;
  geocoder: Geocoder;
  router: Router;
  suggest: Suggest;
  limits: RateLimits;
  clock: Clock;
  log: Logger;
  observeRequest: RequestObserver;
  observeOverload: OverloadObserver;
  publicUrl(): string;
  trustedProxies: readonly string[];
  sender: Sender;
  webhookTargets: WebhookTargets;
  sendsMail: boolean;
  /** For security.txt. */
  securityContact?: string | undefined;
  /** Undefined while tracing is off. */
  tracer?: Tracer | undefined;
  /** When to refuse requests under overload. Tests set their own; the default was measured. */
  admission?: AdmissionRule;
  timeouts?: { headersMs: number; requestMs: number };
}

const DEFAULT_TIMEOUTS = { headersMs: 10_000, requestMs: 30_000 };
// Longer than the 60 s after which common load balancers close an idle connection, so that they close first.
const KEEP_ALIVE_MS = 72_000;
// Node refuses headers over 16 KiB, so no path is longer: an overlong id is an unknown trip, not an unknown path.
const MAX_PARAMETER_LENGTH = 16 * 1024;

/** Every gate and route, in the order in which a request meets them. */
export function buildApp(dependencies: AppDependencies): FastifyInstance {
  const { database, clock, limits, publicUrl, sender, webhookTargets, sendsMail } = dependencies;
  const app = fastify(serverOptions(dependencies));

  errorEnvelopeGate(app, clock);
  drainGate(app);
  compressionGate(app);
  continueGate(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('logFacts', null);

  traceRequests(app, dependencies.tracer);
  const logGate = requestLogGate(dependencies.log, dependencies.observeRequest);
  app.addHook('onRequest', inOrder(logGate, requestIdGate, traceGate)); // 1. request id and trace
  overloadGate(app, dependencies); //                            2. load shedding
  const ipGate = ipLimitGate(limits.ip); //                      3. limit per address
  app.addHook('onRequest', inOrder(ipGate, httpRulesGate(app), unroutableGate(app), jsonBodyGate(app)));

  healthRoutes(app, dependencies);
  app.get('/', async (_request, reply) => reply.redirect('/docs'));
  securityTxtRoute(app, { clock, publicUrl, securityContact: dependencies.securityContact });
  assetRoutes(app);
  languageRoute(app, publicUrl);
  calendarRoute(app, { database, clock, publicUrl });
  const passwords = createPasswords();
  app.register(docs, { prefix: '/docs', clock, publicUrl });
  const quote = createQuoter(database, dependencies.geocoder, dependencies.router);
  const listTrips = createTripLister(database);
  const running = new RunningKeys();
  const book = createBooker(database, running);
  const webhooks = { testEndpoint: createEndpointTester(database, clock, sender), webhookTargets };
  const { geocoder, suggest } = dependencies;
  const pages = { book, geocoder, limits, listTrips, passwords, publicUrl, quote, sendsMail, suggest };
  app.register(dashboard, { prefix: '/app', database, clock, ...pages, ...webhooks });
  app.register(
    async (v1) => {
      documentRoute(v1, { path: '/openapi.json', write: () => openApiDocument(publicUrl()) });
      v1.register(async (keyed) => {
        const authentication = authenticationGate(dependencies.authenticator); // 4. authentication
        const tierGate = tierLimitGate(limits); //                               5. limit by the account's tier
        const keyRules = keyRulesGate(keyed); //                                 6. the key's scopes and networks
        keyed.addHook('onRequest', inOrder(authentication, tierGate, keyRules));

        const findTrip = createTripFinder(database);
        const cancel = createCanceller(database, running);
        // Each route: 7. Idempotency-Key; shape of body and query; the rules; the database.
        keyed.register(quoteTripRoute, { quote, clock });
        keyed.register(createTripRoute, { book, clock });
        keyed.register(listTripsRoute, { listTrips });
        keyed.register(readTripRoute, { findTrip });
        keyed.register(cancelTripRoute, { cancel, clock });
        keyed.register(eventRoutes, { database });
        keyed.register(catalogueRoutes, { database });
        keyed.register(webhookRoutes, { database, clock, ...webhooks });
      });
    },
    { prefix: '/v1' },
  );
  return app;
}

function serverOptions({ clock, log, trustedProxies, timeouts = DEFAULT_TIMEOUTS }: AppDependencies) {
  return {
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger: FastifyBaseLogger) => logger, // our own log line has the request id
    genReqId: requestIdOf,
    rewriteUrl: routableUrl,
    clientErrorHandler: answerBrokenHttp(clock, log),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: 1_000, ...httpServerOptions },
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    return503OnClosing: false, // requests on open connections are served while we drain; the response closes the connection
    ...validationOptions,
  };
}
