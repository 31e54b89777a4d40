import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TripStatus } from '../../contract/trip.ts';
import { statusBeforeStep, stepsTowards, type UnusualStep, unusualAboutStep } from '../../trips/lifecycle.ts';
import { stepTrip } from '../../trips/store/changeTrip.ts';
import { Button } from '../../web/components/form.tsx';
import { dateTimeText } from '../../web/components/moment.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { statusWords, tripsWords } from '../words/trips.ts';
import { changedMeanwhile, isCurrent } from './changes.ts';
import { tripPath, VersionField } from './statusCards.tsx';
import { sendTrip } from './tripPage.tsx';
import { readTrip, referenceOf, type ShownTrip } from './tripReader.ts';

const CONFIRMED = 'confirmed';

/** The next step of a trip, and back for a minute. */
export function advanceTripRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.post('/trips/:id/advance', async (request, reply) => advance(request, reply, dependencies));
  app.post('/trips/:id/undo', async (request, reply) => undo(request, reply, dependencies));
}

async function advance(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const shown = await readTrip(dependencies.database, referenceOf(request));
  const steps = stepsTowards(shown.trip.status);
  if (!isCurrent(request, shown) || !steps) return changedMeanwhile(request, reply, dependencies);
  const unusual = unusualAboutStep(
    { ...shown.trip, scheduledAt: new Date(shown.trip.scheduledPickupTime) },
    dependencies.clock(),
  );
  if (unusual.length > 0 && fieldOf(formOf(request), CONFIRMED) === '')
    return sendPage(reply, <ConfirmStepPage page={ownersPageFor(request, reply)} shown={shown} unusual={unusual} />);
  const { language } = visitOf(request);
  return step(request, reply, dependencies, shown, steps, (status) =>
    tripsWords[language].advanced(statusWords[language][status]),
  );
}

async function undo(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { language } = visitOf(request);
  const shown = await readTrip(dependencies.database, referenceOf(request));
  const status = isCurrent(request, shown) ? statusBeforeStep(shown.history, dependencies.clock()) : undefined;
  if (status === undefined) {
    const message = tripChangeWords[language].tooLateToUndo;
    return sendTrip(request, reply.code(409), dependencies, { message });
  }
  return step(request, reply, dependencies, shown, [status], () =>
    tripChangeWords[language].undone(statusWords[language][status]),
  );
}

async function step(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DashboardDependencies,
  shown: ShownTrip,
  steps: TripStatus[],
  noticeOf: (status: TripStatus) => string,
) {
  const { database, clock } = dependencies;
  const trip = { ...referenceOf(request), version: shown.version };
  const changed = await stepTrip(database, { trip, steps, changedAt: clock(), changedBy: 'DASHBOARD' });
  if (!changed) return changedMeanwhile(request, reply, dependencies);
  return redirectWithNotice(request, reply, tripPath(shown), noticeOf(changed.status));
}

interface ConfirmStepProperties {
  page: OwnersPage;
  shown: ShownTrip;
  unusual: readonly UnusualStep[];
}

function ConfirmStepPage({ page, shown, unusual }: ConfirmStepProperties) {
  const words = tripChangeWords[page.language];
  const when = dateTimeText(new Date(shown.trip.scheduledPickupTime), page.language);
  return (
    <DialogPage page={page} section="trips" title={words.confirmStep}>
      {unusual.map((each) => (
        <p key={each}>{each === 'early' ? words.early(when) : words.no_driver}</p>
      ))}
      <OwnersForm page={page} action={`${tripPath(shown)}/advance`}>
        <VersionField shown={shown} />
        <input type="hidden" name={CONFIRMED} value="yes" />
        <div class="buttons">
          <Button>{words.confirm}</Button>
          <a class="button plain" href={tripPath(shown)}>
            {words.back}
          </a>
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
