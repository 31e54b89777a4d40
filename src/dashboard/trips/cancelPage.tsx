import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TRIP_BOUNDS } from '../../contract/values.ts';
import { addToLog } from '../../gates/requestLog.ts';
import { canCancel } from '../../trips/lifecycle.ts';
import { stepTrip } from '../../trips/store/changeTrip.ts';
import { Button, TextArea } from '../../web/components/form.tsx';
import { Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { tripsWords } from '../words/trips.ts';
import { changedMeanwhile, isCurrent, memberEmailFor } from './changes.ts';
import { ChangeableFacts } from './rideCards.tsx';
import { VersionField } from './statusCards.tsx';
import { tripName } from './tripName.ts';
import { pathOf, readOwnTrip, type ShownTrip } from './tripReader.ts';

export function cancelTripRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/trips/:id/cancel', allow('TRIPS'), async (request, reply) => {
    const shown = await readOwnTrip(dependencies.database, request);
    const { alreadyCancelled } = tripsWords[visitOf(request).language];
    if (!canCancel(shown.trip.status)) return redirectWithNotice(request, reply, pathOf(shown), alreadyCancelled);
    return sendPage(reply, <CancelPage page={ownersPageFor(request, reply)} shown={shown} />);
  });
  app.post('/trips/:id/cancel', allow('TRIPS'), async (request, reply) => cancel(request, reply, dependencies));
}

async function cancel(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { database, clock } = dependencies;
  const shown = await readOwnTrip(database, request);
  const reason = fieldOf(formOf(request), 'reason').replaceAll('\r\n', '\n');
  const isPossible = isCurrent(request, shown) && canCancel(shown.trip.status);
  if (!isPossible) return askAgain(request, reply, dependencies, reason);
  if (isTooLong(reason)) {
    const page = ownersPageFor(request, reply);
    return sendPage(reply.code(422), <CancelPage page={page} shown={shown} reason={reason} />);
  }
  if (reason !== '') addToLog(request, { cancelReasonLength: [...reason].length });
  // By the version shown, unlike in the API: the owner has seen the trip's state.
  const trip = { ...shown.reference, version: shown.version };
  const changed = await stepTrip(database, {
    trip,
    steps: ['CANCELLED'],
    changedAt: clock(),
    changedBy: 'DASHBOARD',
    memberEmail: memberEmailFor(request, shown),
    reason: reason || null,
  });
  if (!changed) return askAgain(request, reply, dependencies, reason);
  return redirectWithNotice(request, reply, pathOf(shown), tripsWords[visitOf(request).language].cancelled);
}

const isTooLong = (reason: string) => [...reason].length > TRIP_BOUNDS.cancelReason.max;

/** Somebody else changed the trip first: ask again, about the trip as it is now, and keep the reason. */
async function askAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DashboardDependencies,
  reason: string,
) {
  const shown = await readOwnTrip(dependencies.database, request);
  if (!canCancel(shown.trip.status)) return changedMeanwhile(request, reply, dependencies);
  const page = ownersPageFor(request, reply);
  return sendPage(reply.code(409), <CancelPage page={page} shown={shown} reason={reason} isOutdated />);
}

interface CancelPageProperties {
  page: OwnersPage;
  shown: ShownTrip;
  /** As submitted. */
  reason?: string;
  /** Whether somebody else changed the trip while the page was open. */
  isOutdated?: boolean;
}

function CancelPage({ page, shown, reason = '', isOutdated = false }: CancelPageProperties) {
  const words = tripsWords[page.language];
  return (
    <DialogPage page={page} section="trips" title={words.confirmCancel}>
      {isOutdated && <Notice kind="bad">{words.changedMeanwhile}</Notice>}
      <p class="breakable">
        {tripName(shown, page.language)}. {words.confirmCancelText}
      </p>
      {isOutdated && <ChangeableFacts shown={shown} language={page.language} />}
      <OwnersForm page={page} action={pathOf(shown, '/cancel')} hasChanges={reason !== ''}>
        <VersionField shown={shown} />
        <TextArea
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          maxLength={TRIP_BOUNDS.cancelReason.max}
          value={reason}
          error={isTooLong(reason) ? words.reasonTooLong : undefined}
        />
        <div class="buttons">
          <Button kind="danger">{words.confirm}</Button>
          <a class="button plain" href={pathOf(shown)} data-close>
            {words.keep}
          </a>
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
