import type { FastifyInstance } from 'fastify';
import type { DashboardDependencies } from '../dependencies.ts';
import { cancelTripRoutes } from './cancelPage.tsx';
import { tripChangeRoutes } from './changes.ts';
import { tripListRoute } from './listPage.tsx';
import { tripRoute } from './tripPage.tsx';
import { voucherPageRoute } from './voucherPage.tsx';

export function tripsRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  tripListRoute(app, dependencies);
  tripRoute(app, dependencies);
  tripChangeRoutes(app, dependencies);
  cancelTripRoutes(app, dependencies);
  voucherPageRoute(app, dependencies);
}
