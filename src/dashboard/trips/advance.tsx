import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TripStatus } from '../../contract/trip.ts';
import { timed } from '../../trips/attention.ts';
import { stepsTowards, type UnusualStep, undoableStep, unusualAboutStep } from '../../trips/lifecycle.ts';
import { stepTrip } from '../../trips/store/changeTrip.ts';
import { Button } from '../../web/components/form.tsx';
import { dateTimeText } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { labelled } from '../../web/words.ts';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import type { Section } from '../navigation.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { statusWords, tripsWords } from '../words/trips.ts';
import { isCurrent, memberEmailFor } from './changes.ts';
import { VersionField } from './statusCards.tsx';
import { tripName } from './tripName.ts';
import { sendTrip } from './tripPage.tsx';
import { pathOf, readOwnTrip, type ShownTrip } from './tripReader.ts';

const CONFIRMED = 'confirmed';

/** Where trips are advanced: among the account's own trips, or among the rides that were assigned to a driver. */
interface AdvancePlace extends Pick<DashboardDependencies, 'database' | 'clock'> {
  section: Section;
  path: '/trips' | '/rides';
  read(request: FastifyRequest): Promise<ShownTrip>;
  /** Shows the trip as it is now, with a message. */
  send(request: FastifyRequest, reply: FastifyReply, message: string): Promise<FastifyReply>;
}

/** The next step of a trip, and back for a minute. */
export function advanceRoutes(app: FastifyInstance, place: AdvancePlace): void {
  app.post(`${place.path}/:id/advance`, allow('TRIPS'), async (request, reply) => advance(request, reply, place));
  app.post(`${place.path}/:id/undo`, allow('TRIPS'), async (request, reply) => undo(request, reply, place));
}

export const advanceTripRoutes = (app: FastifyInstance, dependencies: DashboardDependencies): void =>
  advanceRoutes(app, {
    ...dependencies,
    section: 'trips',
    path: '/trips',
    read: (request) => readOwnTrip(dependencies.database, request),
    send: (request, reply, message) => sendTrip(request, reply, dependencies, { message }),
  });

const changedMeanwhile = (request: FastifyRequest, reply: FastifyReply, place: AdvancePlace) =>
  place.send(request, reply.code(409), tripsWords[visitOf(request).language].changedMeanwhile);

async function advance(request: FastifyRequest, reply: FastifyReply, place: AdvancePlace) {
  const shown = await place.read(request);
  const [next] = stepsTowards(shown.trip.status) ?? [];
  if (!isCurrent(request, shown) || !next) return changedMeanwhile(request, reply, place);
  const unusual = unusualAboutStep(timed(shown.trip), place.clock());
  if (unusual.length > 0 && fieldOf(formOf(request), CONFIRMED) === '')
    return sendPage(
      reply,
      <ConfirmStepPage {...{ page: ownersPageFor(request, reply), section: place.section, shown, next, unusual }} />,
    );
  const { language } = visitOf(request);
  return step(request, reply, place, shown, [next], (status) =>
    tripsWords[language].advanced(statusWords[language][status]),
  );
}

async function undo(request: FastifyRequest, reply: FastifyReply, place: AdvancePlace) {
  const { language } = visitOf(request);
  const shown = await place.read(request);
  const undoable = undoableStep(shown.trip.statusHistory, place.clock());
  if (!undoable) return place.send(request, reply.code(409), tripChangeWords[language].tooLateToUndo);
  if (!isCurrent(request, shown)) return changedMeanwhile(request, reply, place);
  const { statusBefore } = undoable;
  return step(request, reply, place, shown, [statusBefore], () =>
    tripChangeWords[language].undone(statusWords[language][statusBefore]),
  );
}

async function step(
  request: FastifyRequest,
  reply: FastifyReply,
  place: AdvancePlace,
  shown: ShownTrip,
  steps: TripStatus[],
  noticeOf: (status: TripStatus) => string,
) {
  const trip = { ...shown.reference, version: shown.version };
  const changed = await stepTrip(place.database, {
    ...{ trip, steps, changedAt: place.clock(), changedBy: 'DASHBOARD' },
    memberEmail: memberEmailFor(request, shown),
  });
  if (!changed) return changedMeanwhile(request, reply, place);
  return redirectWithNotice(request, reply, pathOf(shown), noticeOf(changed.status));
}

interface ConfirmStepProperties {
  page: OwnersPage;
  section: Section;
  shown: ShownTrip;
  next: TripStatus;
  unusual: readonly UnusualStep[];
}

function ConfirmStepPage({ page, section, shown, next, unusual }: ConfirmStepProperties) {
  const words = tripChangeWords[page.language];
  const when = dateTimeText(new Date(shown.trip.scheduledPickupTime), page.language);
  const name = tripName(shown, page.language);
  const statuses = statusWords[page.language];
  return (
    <Layout page={page} section={section} title={words.confirmStep(name, statuses[next])}>
      <Card class="dialog-page">
        <div class="stack">
          <p class="breakable">{labelled(name, `${statuses[shown.trip.status]} → ${statuses[next]}`, page.language)}</p>
          {unusual.map((each) => (
            <p key={each}>{each === 'early' ? words.early(when) : words.no_driver}</p>
          ))}
          <OwnersForm page={page} action={pathOf(shown, '/advance')}>
            <VersionField shown={shown} />
            <input type="hidden" name={CONFIRMED} value="yes" />
            <div class="buttons">
              <Button>{words.confirm}</Button>
              <a class="button plain" href={pathOf(shown)}>
                {words.back}
              </a>
            </div>
          </OwnersForm>
        </div>
      </Card>
    </Layout>
  );
}
