import type { TripStatus } from '../../contract/trip.ts';
import { canCancel, isRideOver, stepsTowards, undoableStep } from '../../trips/lifecycle.ts';
import { canPutOff } from '../../trips/updateTrip.ts';
import { Button, LinkButton } from '../../web/components/form.tsx';
import { Card } from '../../web/components/notice.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { OwnersPage } from '../page.ts';
import { ridesWords } from '../words/rides.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { stepWords, tripsWords } from '../words/trips.ts';
import { PhoneLink } from './rideCards.tsx';
import { StatusBadge } from './statusBadge.tsx';
import { pathOf, type ShownTrip } from './tripReader.ts';

/** The version of the trip that a form was made from; its changes apply to no other. */
export const VERSION = 'version';
export const VersionField = ({ shown }: { shown: ShownTrip }) => (
  <input type="hidden" name={VERSION} value={String(shown.version)} data-typed />
);

interface StatusCardProperties {
  page: OwnersPage;
  shown: ShownTrip;
  now: Date;
  /** Whether the page is the driver's, of a ride that a contractor assigned. */
  isRide?: boolean;
}

export function StatusCard({ page, shown, now, isRide = false }: StatusCardProperties) {
  const words = tripsWords[page.language];
  const { status } = shown.trip;
  const steps: Partial<Record<TripStatus, string>> = {
    ...stepWords[page.language],
    ...(page.session.account.role === 'DRIVER' && { OTWTP: words.iAmOnTheWay }),
    ...(isRide && { FINISHED: ridesWords[page.language].finish }),
  };
  const [next] = stepsTowards(status) ?? [];
  const mayChange = page.may('TRIPS');
  const undoable = mayChange ? undoableStep(shown.trip.statusHistory, now) : undefined;
  // Then the driver is what to choose first.
  const needsDriver = shown.trip.executorId === null && page.session.account.role === 'CONTRACTOR';
  return (
    <Card title={words.status} actions={<StatusBadge status={status} language={page.language} />} class="status-card">
      {undoable && (
        <OwnersForm page={page} action={pathOf(shown, '/undo')} data-removed-after={undoable.remainingMs}>
          <VersionField shown={shown} />
          <div class="buttons">
            <Button kind="plain" icon="undo-2">
              {tripChangeWords[page.language].undo}
            </Button>
          </div>
        </OwnersForm>
      )}
      {next && mayChange && (
        <OwnersForm page={page} action={pathOf(shown, '/advance')}>
          <VersionField shown={shown} />
          {isRide && next === 'FINISHED_PAYED' && (
            <a href={pathOf(shown, '/voucher')}>{ridesWords[page.language].priceOnVoucher}</a>
          )}
          <div class="buttons">
            <Button kind={needsDriver ? 'plain' : 'primary'}>{steps[next]}</Button>
          </div>
        </OwnersForm>
      )}
      {(status === 'OTWTP' || status === 'OTWTD') && <TroubleHint page={page} shown={shown} isRide={isRide} />}
      {!next && <p class="hint">{canCancel(status) ? words.paidEnd : words.over}</p>}
      {!isRide && mayChange && <CancelLink page={page} shown={shown} />}
    </Card>
  );
}

/** What remains possible if the rider does not come, or the driver cannot go on. */
function TroubleHint({ page, shown, isRide }: Pick<StatusCardProperties, 'page' | 'shown' | 'isRide'>) {
  const words = tripChangeWords[page.language];
  const { owner } = shown.details;
  const canBePutOff = canPutOff(shown.trip.status);
  const trouble = canBePutOff ? words.riderNotThere : words.breakdown;
  if (isRide)
    return (
      <p class="hint">
        {trouble} {ridesWords[page.language].callContractor(owner.name)}{' '}
        {owner.phone && <PhoneLink phone={owner.phone} />}
      </p>
    );
  if (!page.may('TRIPS')) return null;
  return (
    <p class="hint">
      {trouble} {page.session.account.role === 'DRIVER' ? words.cancelAndSayWhy : words.cancelOrAssign}
      {canBePutOff && ` ${words.lateFlight}`}
    </p>
  );
}

/** Once the ride is over, a cancellation is a correction: possible, but not offered first. */
function CancelLink({ page, shown }: Pick<StatusCardProperties, 'page' | 'shown'>) {
  const words = tripsWords[page.language];
  const { status } = shown.trip;
  if (!canCancel(status)) return null;
  const link = (
    <LinkButton href={pathOf(shown, '/cancel')} kind="danger" data-dialog>
      {words.cancelTrip}
    </LinkButton>
  );
  if (!isRideOver(status)) return <div class="buttons">{link}</div>;
  return (
    <details class="more">
      <summary>{words.otherActions}</summary>
      {link}
    </details>
  );
}
