import type { AccountFunction } from '../../database/layout/accountFunction.ts';
import { BOOKING_FUNCTIONS } from './bookTrips.ts';
import { CANCELLATION_FUNCTIONS } from './cancelTrips.ts';

/** What must be on a Citus cluster before the service can use it. */
export const ACCOUNT_FUNCTIONS: AccountFunction[] = [...BOOKING_FUNCTIONS, ...CANCELLATION_FUNCTIONS];
