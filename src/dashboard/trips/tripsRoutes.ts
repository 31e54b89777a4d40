import type { FastifyInstance } from 'fastify';
import type { DashboardDependencies } from '../dependencies.ts';
import { totalsRoutes } from '../exports/totalsPage.tsx';
import { tripsCsvRoute } from '../exports/tripsCsv.ts';
import { advanceTripRoutes } from './advance.tsx';
import { assignTripRoute } from './assign.ts';
import { assignSeveralRoute } from './assignSeveral.tsx';
import { cancelTripRoutes } from './cancelPage.tsx';
import { tripListRoute } from './listPage.tsx';
import { tripRoute } from './tripPage.tsx';
import { updateTripRoutes } from './updatePage.tsx';
import { voucherPageRoute } from './voucherPage.tsx';

export function tripsRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  tripListRoute(app, dependencies);
  tripsCsvRoute(app, dependencies);
  totalsRoutes(app, dependencies);
  tripRoute(app, dependencies);
  advanceTripRoutes(app, dependencies);
  assignTripRoute(app, dependencies);
  assignSeveralRoute(app, dependencies);
  updateTripRoutes(app, dependencies);
  cancelTripRoutes(app, dependencies);
  voucherPageRoute(app, dependencies);
}
