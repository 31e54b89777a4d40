import type { FastifyInstance } from 'fastify';
import { errorPages } from '../web/errorPage.tsx';
import { formBodies } from '../web/formBody.ts';
import { accountRoutes } from './account/accountPage.tsx';
import { auditRoute } from './audit/auditPage.tsx';
import { bookingRoutes } from './booking/bookingRoutes.tsx';
import { calendarRoutes } from './calendar/calendarPage.tsx';
import { confirmationGate } from './confirmationGate.tsx';
import { dayRoutes } from './day/dayPage.tsx';
import type { DashboardDependencies } from './dependencies.ts';
import { developersRoutes } from './developers/developersPage.tsx';
import { driversRoutes } from './drivers/driversPage.tsx';
import { errorFrame } from './errorFrame.tsx';
import { formGate } from './formGate.ts';
import { membersRoutes } from './members/membersPage.tsx';
import { navigationFor } from './navigation.ts';
import { ownersGate, roleGate, sessionOf } from './page.ts';
import { allow, permissionGate } from './permissionGate.tsx';
import { pricingRoutes } from './pricing/pricingPage.tsx';
import { daySheetRoute } from './print/daySheet.tsx';
import { ridersRoutes } from './riders/ridersPage.tsx';
import { ridesRoutes } from './rides/ridesPage.tsx';
import { searchRoute } from './search/searchPage.tsx';
import { forgottenPasswordRoutes } from './signIn/forgottenPassword.tsx';
import { invitationRoutes } from './signIn/invitationPage.tsx';
import { secondStepRoutes } from './signIn/secondStep.tsx';
import { signInRoutes } from './signIn/signInPage.tsx';
import { signOutRoutes } from './signIn/signOut.ts';
import { tripsRoutes } from './trips/tripsRoutes.ts';
import { vehiclesRoutes } from './vehicles/vehiclesPage.tsx';
import { HOME, visitGate } from './visit.ts';

/** The pages of an account's members, with their gates in the order in which a request passes them. */
export async function dashboard(app: FastifyInstance, dependencies: DashboardDependencies): Promise<void> {
  const errors = { home: HOME, frame: errorFrame(dependencies) };
  errorPages(app, errors);
  formBodies(app);
  visitGate(app, dependencies); //                     1. session and language
  formGate(app, dependencies.publicUrl, errors); //    2. form token and origin

  signInRoutes(app, dependencies);
  secondStepRoutes(app, dependencies);
  invitationRoutes(app, dependencies);
  forgottenPasswordRoutes(app, dependencies);
  app.register(async (owners) => {
    ownersGate(owners); //                             3. signed-in member
    permissionGate(owners); //                         4. what the member's role may do
    confirmationGate(owners, dependencies); //         5. password entered recently, where it matters
    owners.get('/', allow('VIEW'), async (request, reply) => {
      const [first] = navigationFor(sessionOf(request).account.role);
      return reply.redirect(first?.path ?? '/app/day', 303);
    });
    owners.register(async (drivers) => {
      roleGate(drivers, 'DRIVER');
      ridesRoutes(drivers, dependencies);
    });
    owners.register(async (contractors) => {
      roleGate(contractors, 'CONTRACTOR');
      driversRoutes(contractors, dependencies);
    });
    signOutRoutes(owners, dependencies);
    dayRoutes(owners, dependencies);
    bookingRoutes(owners, dependencies);
    searchRoute(owners, dependencies);
    tripsRoutes(owners, dependencies);
    calendarRoutes(owners, dependencies);
    daySheetRoute(owners, dependencies);
    developersRoutes(owners, dependencies);
    accountRoutes(owners, dependencies);
    membersRoutes(owners, dependencies);
    auditRoute(owners, dependencies);
    pricingRoutes(owners, dependencies);
    ridersRoutes(owners, dependencies);
    vehiclesRoutes(owners, dependencies);
  });
}
