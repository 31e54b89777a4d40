import { newId } from '../../src/identifiers.ts';
import {
  type ClaimedDelivery,
  claimDelivery,
  logAttempt,
  queueAgain,
  queueEvents,
  recordAttempt,
} from '../../src/webhooks/deliveryStore.ts';
import { trimAttempts } from '../../src/webhooks/deliverySweepStore.ts';
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  hasHeldEvents,
  insertEndpoint,
  listEndpoints,
  lockForNewEndpoint,
  pageOfAttempts,
  replaceSecret,
} from '../../src/webhooks/webhookStore.ts';
import { failedAttempt } from '../support/webhooks.ts';
import { changing } from './signInStatements.ts';
import { inEveryLayout, type Scoped, type Trial } from './statements.ts';

const EARLIER = new Date('2027-03-01T07:59:59.000Z');
const NOW = new Date('2027-03-01T08:00:00.000Z');
const LATER = new Date('2027-03-01T08:00:30.000Z');
const FIRST_PAGE = { page: 1, limit: 100 };

const ofOwner = ({ accountId, owner }: Trial) => ({ accountId, endpointId: owner.resources.endpointId });

const claimed = (trial: Trial): ClaimedDelivery => ({
  ...ofOwner(trial),
  tripId: trial.owner.resources.tripId,
  version: 1,
  attempt: 1,
  claimedUntil: LATER,
});

/** Statements of endpoints and deliveries. */
export const WEBHOOK_STATEMENTS: Record<string, Scoped> = {
  lockForNewEndpoint: {
    run: ({ database, accountId }) => lockForNewEndpoint(database, accountId),
    foreign: undefined,
    sameForOwner: 'it only locks the account that it is given',
  },
  insertEndpoint: {
    run: async (trial) => {
      const details = { url: 'https://a.example', eventTypes: [], description: null, createdAt: NOW, secret: 'x' };
      return (await insertEndpoint(trial.database, { ...ofOwner(trial), ...details }, 10))?.status;
    },
    foreign: 'ENABLED',
  },
  listEndpoints: { run: ({ database, accountId }) => listEndpoints(database, accountId) },
  findEndpoint: { run: (trial) => findEndpoint(trial.database, ofOwner(trial)), foreign: undefined },
  deleteEndpoint: { run: (trial) => deleteEndpoint(trial.database, ofOwner(trial)), foreign: undefined },
  enableEndpoint: { run: (trial) => enableEndpoint(trial.database, ofOwner(trial), LATER), foreign: undefined },
  disableEndpoint: { run: (trial) => disableEndpoint(trial.database, ofOwner(trial), 'GONE'), foreign: undefined },
  hasHeldEvents: { run: (trial) => hasHeldEvents(trial.database, ofOwner(trial), EARLIER), foreign: false },
  replaceSecret: {
    run: (trial) => replaceSecret(trial.database, ofOwner(trial), 'x', { now: NOW, overlapEndsAt: LATER }),
    foreign: undefined,
  },
  pageOfAttempts: {
    run: (trial) => pageOfAttempts(trial.database, ofOwner(trial), FIRST_PAGE),
    foreign: { total: 0, rows: [] },
  },
  queueEvents: changing('webhook_endpoints', async (trial) => {
    await queueEvents(trial.database, ofOwner(trial), { now: NOW, notBefore: new Date(0), limit: 10, most: 10 });
  }),
  claimDelivery: {
    run: (trial) => claimDelivery(trial.database, ofOwner(trial), LATER, 30_000),
    foreign: undefined,
  },
  logAttempt: changing('webhook_attempts', (trial) =>
    logAttempt(trial.database, ofOwner(trial), newId(), failedAttempt('x')),
  ),
  recordAttempt: {
    run: (trial) =>
      inEveryLayout(trial, (database) =>
        recordAttempt(database, claimed(trial), newId(), failedAttempt('x'), {
          isSuccess: false,
          retryAt: null,
          isGone: true,
          failingLimit: NOW,
        }),
      ),
    foreign: [null, null],
  },
  queueAgain: {
    run: (trial) => {
      const event = { tripId: trial.owner.resources.tripId, version: 1, number: 0 };
      return queueAgain(trial.database, ofOwner(trial), event, LATER);
    },
    foreign: false,
  },
  trimAttempts: { run: (trial) => trimAttempts(trial.database, ofOwner(trial), 0, 10), foreign: 0 },
};
