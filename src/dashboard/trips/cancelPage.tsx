import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TRIP_BOUNDS } from '../../contract/values.ts';
import { canCancel } from '../../trips/lifecycle.ts';
import { stepTrip } from '../../trips/store/changeTrip.ts';
import { Button, TextArea } from '../../web/components/form.tsx';
import { dateTimeText } from '../../web/components/moment.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { fullName } from '../riders/riderName.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { tripsWords } from '../words/trips.ts';
import { changedMeanwhile, isCurrent, memberEmailFor } from './changes.ts';
import { VersionField } from './statusCards.tsx';
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
  const isPossible = isCurrent(request, shown) && canCancel(shown.trip.status);
  if (!isPossible) return changedMeanwhile(request, reply, dependencies);
  const reason = fieldOf(formOf(request), 'reason').replaceAll('\r\n', '\n');
  const reasonLength = [...reason].length;
  if (reasonLength > TRIP_BOUNDS.cancelReason.max) {
    const page = ownersPageFor(request, reply);
    return sendPage(reply.code(422), <CancelPage page={page} shown={shown} tooLong={reason} />);
  }
  if (reasonLength > 0) request.logFacts = { cancelReasonLength: reasonLength };
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
  if (!changed) return changedMeanwhile(request, reply, dependencies);
  return redirectWithNotice(request, reply, pathOf(shown), tripsWords[visitOf(request).language].cancelled);
}

interface CancelPageProperties {
  page: OwnersPage;
  shown: ShownTrip;
  /** The submitted reason. */
  tooLong?: string;
}

function CancelPage({ page, shown, tooLong }: CancelPageProperties) {
  const words = tripsWords[page.language];
  return (
    <DialogPage page={page} section="trips" title={words.confirmCancel}>
      <p class="breakable">
        {words.tripTitle(dateTimeText(new Date(shown.trip.scheduledPickupTime), page.language))},{' '}
        {fullName(shown.details.rider, page.language)}. {words.confirmCancelText}
      </p>
      <OwnersForm page={page} action={pathOf(shown, '/cancel')}>
        <VersionField shown={shown} />
        <TextArea
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          maxLength={TRIP_BOUNDS.cancelReason.max}
          value={tooLong ?? ''}
          error={tooLong === undefined ? undefined : words.reasonTooLong}
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
