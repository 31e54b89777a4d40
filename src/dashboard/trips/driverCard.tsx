import { canAssign } from '../../trips/lifecycle.ts';
import { Button, Select } from '../../web/components/form.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { OwnDriver } from '../drivers/ownDrivers.ts';
import type { OwnersPage } from '../page.ts';
import { driversWords } from '../words/drivers.ts';
import { tripsWords } from '../words/trips.ts';
import { formerDriverText } from './formerDriver.ts';
import { VersionField } from './statusCards.tsx';
import { pathOf, type ShownTrip } from './tripReader.ts';

interface DriverCardProperties {
  page: OwnersPage;
  shown: ShownTrip;
  /** Those who agreed to drive for the account. */
  drivers: readonly OwnDriver[];
  error?: string | undefined;
  /** Who was chosen when the trip was changed meanwhile. */
  chosen?: string | undefined;
}

export function DriverCard({ page, shown, drivers, error, chosen }: DriverCardProperties) {
  const words = tripsWords[page.language];
  const { executor } = shown.details;
  const isAssignable = canAssign(shown.trip.status);
  if (page.session.account.role === 'DRIVER')
    return (
      <Card title={words.driver}>
        <p>{words.youDrive}</p>
      </Card>
    );
  return (
    <Card title={words.driver}>
      {executor && (
        <p class="breakable">
          <strong>{executor.name}</strong>
        </p>
      )}
      {executor && executor.agreement !== 'AGREED' && (
        <p class="hint">{formerDriverText(shown, page.language) ?? driversWords[page.language].notAgreed}</p>
      )}
      {!isAssignable && <p class="hint">{executor ? words.tooLateToAssign : words.nobodyDrives}</p>}
      {isAssignable && !executor && <p class={page.may('TRIPS') ? 'on-paper' : undefined}>{words.unassigned}</p>}
      {isAssignable && page.may('TRIPS') && <AssignForm {...{ page, shown, drivers, error, chosen }} />}
    </Card>
  );
}

/** Collapsed once there is a driver. */
function AssignForm({ page, shown, drivers, error, chosen }: DriverCardProperties) {
  const words = driversWords[page.language];
  const { executorId } = shown.trip;
  const agreed = drivers.map(({ executorId, name }) => ({ value: executorId, label: name }));
  const isListed = executorId === null || agreed.some(({ value }) => value === executorId);
  const current = { value: executorId ?? '', label: shown.details.executor?.name ?? '' };
  const choices = isListed ? agreed : [current, ...agreed];
  if (choices.length === 0 && executorId === null)
    return (
      <>
        {error && <Notice kind="bad">{error}</Notice>}
        <p class="hint">
          {words.noneAgreed} <a href="/app/drivers">{words.invite}</a>
        </p>
      </>
    );
  const form = (
    <OwnersForm page={page} action={pathOf(shown, '/assign')} data-keeps-version>
      <VersionField shown={shown} />
      <Select
        name="driver"
        label={words.choose}
        choices={[{ value: '', label: words.nobody }, ...choices]}
        value={chosen ?? executorId ?? ''}
        error={error}
      />
      <div class="buttons">
        <Button kind={executorId === null ? 'primary' : 'plain'}>{tripsWords[page.language].assign}</Button>
      </div>
    </OwnersForm>
  );
  if (executorId === null) return form;
  return (
    <details class="more" open={error !== undefined || chosen !== undefined}>
      <summary>{tripsWords[page.language].changeDriver}</summary>
      {form}
    </details>
  );
}
