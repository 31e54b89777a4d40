import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/connection.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { dateTimeText } from '../../web/components/moment.tsx';
import { Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { tripsWords } from '../words/trips.ts';
import { TRIPS_PATH } from './filter.ts';
import { IdentifiersCard, PriceCard, RideCard, RiderCard } from './rideCards.tsx';
import { type AssignmentAttempt, DriverCard, HistoryCard, StatusCard, tripPath } from './statusCards.tsx';
import { readTrip, referenceOf, type ShownTrip } from './tripReader.ts';
import { VoucherGapsNotice } from './voucherGaps.tsx';

export function tripRoute(app: FastifyInstance, { database }: DashboardDependencies): void {
  app.get('/trips/:id', async (request, reply) => sendTrip(request, reply, database));
}

/** Why a change was not made. */
export interface TripProblem {
  message?: string;
  attempt?: AssignmentAttempt;
}

/** Sends the page of the trip in its current state. */
export async function sendTrip(
  request: FastifyRequest,
  reply: FastifyReply,
  database: Queryable,
  problem: TripProblem = {},
): Promise<FastifyReply> {
  const shown = await readTrip(database, referenceOf(request));
  // After a form was submitted, too, this page is the one to return to.
  const page = { ...ownersPageFor(request, reply), path: tripPath(shown) };
  return sendPage(reply, <TripPage page={page} shown={shown} problem={problem} />);
}

function TripPage({ page, shown, problem }: { page: OwnersPage; shown: ShownTrip; problem: TripProblem }) {
  const { language } = page;
  const words = tripsWords[language];
  const title = words.tripTitle(dateTimeText(new Date(shown.trip.scheduledPickupTime), language));
  const voucher = <LinkButton href={`${tripPath(shown)}/voucher`}>{words.voucher}</LinkButton>;
  return (
    <Layout page={page} section="trips" title={title} back={{ href: TRIPS_PATH, title: words.back }} actions={voucher}>
      {problem.message && <Notice kind="bad">{problem.message}</Notice>}
      <VoucherGapsNotice page={page} shown={shown} />
      <div class="trip">
        <RideCard shown={shown} language={language} />
        <div class="stack trip-side">
          <StatusCard page={page} shown={shown} />
          <DriverCard page={page} shown={shown} attempt={problem.attempt} />
          <HistoryCard page={page} shown={shown} />
        </div>
        <div class="stack">
          <RiderCard shown={shown} language={language} />
          <PriceCard shown={shown} language={language} />
          <IdentifiersCard shown={shown} language={language} />
        </div>
      </div>
    </Layout>
  );
}
