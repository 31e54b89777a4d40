import type { TripStatus } from '../../contract/trip.ts';
import { SIGN_IN_EMAIL } from '../../contract/values.ts';
import { canAssign, canCancel, statusBeforeStep, stepsTowards } from '../../trips/lifecycle.ts';
import { Button, Field, LinkButton } from '../../web/components/form.tsx';
import { Card } from '../../web/components/notice.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { OwnersPage } from '../page.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { stepWords, tripsWords } from '../words/trips.ts';
import { TRIPS_PATH } from './filter.ts';
import { StatusBadge } from './statusBadge.tsx';
import type { ShownTrip } from './tripReader.ts';

interface StatusCardProperties {
  page: OwnersPage;
  shown: ShownTrip;
}

/** The version of the trip that a form was made from; its changes apply to no other. */
export const VERSION = 'version';
export const VersionField = ({ shown }: { shown: ShownTrip }) => (
  <input type="hidden" name={VERSION} value={String(shown.version)} />
);

export const tripPath = ({ trip }: Pick<ShownTrip, 'trip'>) => `${TRIPS_PATH}/${trip._id}`;

export function StatusCard({ page, shown, now }: StatusCardProperties & { now: Date }) {
  const words = tripsWords[page.language];
  const { status } = shown.trip;
  const steps: Partial<Record<TripStatus, string>> = stepWords[page.language];
  const [next] = stepsTowards(status) ?? [];
  return (
    <Card title={words.status}>
      <p>
        <StatusBadge status={status} language={page.language} />
      </p>
      {statusBeforeStep(shown.history, now) && (
        <OwnersForm page={page} action={`${tripPath(shown)}/undo`}>
          <VersionField shown={shown} />
          <div class="buttons">
            <Button kind="plain">{tripChangeWords[page.language].undo}</Button>
          </div>
        </OwnersForm>
      )}
      {next && (
        <OwnersForm page={page} action={`${tripPath(shown)}/advance`}>
          <VersionField shown={shown} />
          <div class="buttons">
            <Button>{steps[next]}</Button>
          </div>
        </OwnersForm>
      )}
      {!next && <p class="hint">{canCancel(status) ? words.paidEnd : words.over}</p>}
      {canCancel(status) && (
        <div class="buttons">
          <LinkButton href={`${tripPath(shown)}/cancel`} kind="danger" data-dialog>
            {words.cancelTrip}
          </LinkButton>
        </div>
      )}
    </Card>
  );
}

export interface AssignmentAttempt {
  email: string;
  error: string;
}

export function DriverCard({
  page,
  shown,
  attempt,
}: StatusCardProperties & { attempt?: AssignmentAttempt | undefined }) {
  const words = tripsWords[page.language];
  const { executor } = shown.details;
  if (page.session.account.role === 'DRIVER')
    return (
      <Card title={words.driver}>
        <p>{words.youDrive}</p>
      </Card>
    );
  return (
    <Card title={words.driver}>
      {executor ? (
        <p class="breakable">
          <strong>{executor.legalName ?? executor.name}</strong>
          <br />
          {executor.email}
        </p>
      ) : (
        <p>{words.nobodyDrives}</p>
      )}
      {canAssign(shown.trip.status) ? (
        <AssignForm page={page} shown={shown} attempt={attempt} />
      ) : (
        <p class="hint">{words.tooLateToAssign}</p>
      )}
    </Card>
  );
}

/** Collapsed once there is a driver. */
function AssignForm({ page, shown, attempt }: StatusCardProperties & { attempt: AssignmentAttempt | undefined }) {
  const words = tripsWords[page.language];
  const isAssigned = shown.details.executor !== null;
  const form = (
    <OwnersForm page={page} action={`${tripPath(shown)}/assign`}>
      <VersionField shown={shown} />
      <Field
        name="email"
        label={words.assignEmail}
        type="email"
        hint={words.assignHint}
        maxLength={SIGN_IN_EMAIL.max}
        autocomplete="off"
        value={attempt?.email ?? ''}
        error={attempt?.error}
        isRequired
      />
      <div class="buttons">
        <Button kind={isAssigned ? 'plain' : 'primary'}>{isAssigned ? words.reassign : words.assign}</Button>
      </div>
    </OwnersForm>
  );
  if (!isAssigned) return form;
  return (
    <details class="more" open={attempt !== undefined}>
      <summary>{words.changeDriver}</summary>
      {form}
    </details>
  );
}
