import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TRIP_BOUNDS } from '../../contract/values.ts';
import type { Cents } from '../../money/cents.ts';
import { updateTrip } from '../../trips/store/changeTrip.ts';
import { findTripRow } from '../../trips/store/findTrips.ts';
import { applyUpdate, canPutOff, canUpdate } from '../../trips/updateTrip.ts';
import { Field, Select, TextArea } from '../../web/components/form.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { RecordPage } from '../components/recordPage.tsx';
import { WhichTime } from '../components/whichTime.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { FilledFields } from '../filledFields.tsx';
import { formOf } from '../formGate.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { HireHours } from '../pricing/hireHours.tsx';
import type { Faults } from '../textBounds.ts';
import { TYPED_EUROS_LENGTH } from '../typedEuros.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { tripsWords } from '../words/trips.ts';
import { isCurrent, memberEmailFor } from './changes.ts';
import { quoteAfterChange, RatesHint } from './ratesHint.tsx';
import { VersionField } from './statusCards.tsx';
import { vehicleChoices } from './tripFields.ts';
import { pathOf, readOwnTrip, referenceOf, type ShownTrip } from './tripReader.ts';
import { checkUpdate, readUpdateDraft, type UpdateDraft, updateDraftOf } from './updateDraft.ts';
import { updateLines } from './updateLines.ts';

export function updateTripRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/trips/:id/edit', allow('TRIPS'), async (request, reply) => {
    const shown = await readOwnTrip(dependencies.database, request);
    const page = ownersPageFor(request, reply);
    if (!canUpdate(shown.trip.status))
      return redirectWithNotice(request, reply, pathOf(shown), {
        kind: 'bad',
        text: tripChangeWords[page.language].cannotEdit,
      });
    return sendPage(reply, <UpdatePage page={page} shown={shown} draft={updateDraftOf(shown.trip, page.language)} />);
  });
  app.post('/trips/:id/edit', allow('TRIPS'), async (request, reply) => update(request, reply, dependencies));
  app.post('/trips/:id/edit/price', allow('TRIPS'), async (request, reply) => hint(request, reply, dependencies));
}

/** For the page's script, while somebody types. At a path of its own, where nothing is ever saved. */
async function hint(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { language } = visitOf(request);
  const shown = await readOwnTrip(dependencies.database, request);
  const draft = readUpdateDraft(formOf(request), shown.trip, language);
  const quotedCents = await quoteAfterChange(request, dependencies, shown.trip, draft);
  const { at, which } = draft;
  return sendPage(
    reply,
    <>
      <WhichTime {...{ at, which, error: undefined, language }} />
      <RatesHint {...{ shown, quotedCents, language }} />
    </>,
  );
}

async function update(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { database, clock } = dependencies;
  const { language } = visitOf(request);
  const words = tripChangeWords[language];
  const [shown, row] = await Promise.all([readOwnTrip(database, request), findTripRow(database, referenceOf(request))]);
  if (!row || row.version !== shown.version) return update(request, reply, dependencies); // changed between the two
  const draft = readUpdateDraft(formOf(request), shown.trip, language);
  const again = async (status: 409 | 422, problem: Partial<UpdatePageProperties>) => {
    const quotedCents = await quoteAfterChange(request, dependencies, shown.trip, draft);
    const properties = { page: ownersPageFor(request, reply), shown, draft, quotedCents, ...problem };
    return sendPage(reply.code(status), <UpdatePage {...properties} />);
  };
  if (!canUpdate(row.status)) return again(409, { isOver: true });
  const isOutdated = !isCurrent(request, shown);
  const { update: checked, faults } = checkUpdate(draft, shown.trip, clock(), language);
  if (faults.size > 0) return again(422, { faults, isOutdated });
  const updated = applyUpdate(row, checked);
  if (!updated) return redirectWithNotice(request, reply, pathOf(shown), words.nothingChanged);
  if (isOutdated) return again(409, { isOutdated, changes: updateLines(updated, shown.vehicles, language) });
  const outcome = await updateTrip(database, {
    ...{ trip: row, updated, changedAt: clock(), changedBy: 'DASHBOARD' },
    memberEmail: memberEmailFor(request, shown),
  });
  switch (outcome.verdict) {
    case 'updated':
      return redirectWithNotice(request, reply, pathOf(shown), words.saved);
    case 'VEHICLE_NOT_FOUND':
      return again(422, { faults: new Map([['vehicleId', words.vehicleFault]]) });
    default:
      return update(request, reply, dependencies); // which says what was changed
  }
}

interface UpdatePageProperties {
  page: OwnersPage;
  shown: ShownTrip;
  draft: UpdateDraft;
  /** What the trip would cost with what was typed. */
  quotedCents?: Cents | undefined;
  faults?: Faults;
  /** Whether somebody else changed the trip while the form was open. */
  isOutdated?: boolean;
  /** Whether the trip was paid or cancelled meanwhile: the form only keeps what was typed. */
  isOver?: boolean;
  /** What saving the form changes of the trip as it is now. */
  changes?: readonly string[];
}

function UpdatePage({
  page,
  shown,
  draft,
  quotedCents,
  faults = new Map(),
  isOutdated = false,
  isOver = false,
  changes = [],
}: UpdatePageProperties) {
  const words = tripChangeWords[page.language];
  const tripWords = tripsWords[page.language];
  const field = (name: keyof UpdateDraft) => ({ name, value: draft[name], error: faults.get(name) });
  const filled = updateDraftOf(shown.trip, page.language);
  const pickedUp = { value: filled.at, readonly: true, ...(faults.has('at') ? {} : { hint: words.isPickedUp }) };
  const { min, max } = TRIP_BOUNDS.passengers;
  return (
    <RecordPage
      page={page}
      section="trips"
      title={words.editTitle}
      action={pathOf(shown, '/edit')}
      list={pathOf(shown)}
      listTitle={words.back}
      isRefused={faults.size > 0}
      hasChanges={faults.size > 0 || isOutdated}
      permission="TRIPS"
    >
      {isOver && <Notice kind="bad">{words.overMeanwhile}</Notice>}
      {isOutdated && (
        <Notice kind="bad">
          <p>{words.outdated}</p>
          {changes.length > 0 && <p>{words.wouldChange}</p>}
          {changes.map((line) => (
            <p key={line} class="as-written">
              {line}
            </p>
          ))}
        </Notice>
      )}
      <Card>
        <p class="hint">{words.fixed}</p>
        <VersionField shown={shown} />
        <FilledFields current={filled} />
        <div class="pair">
          <div class="stack">
            <Field
              {...field('at')}
              label={words.pickupTime}
              type="datetime-local"
              {...(isOver || canPutOff(shown.trip.status) ? {} : pickedUp)}
              isRequired
            />
            <WhichTime {...{ at: draft.at, which: draft.which, error: faults.get('which'), language: page.language }} />
          </div>
          <div data-still>
            <Field
              {...field('passengers')}
              label={tripWords.passengers}
              type="number"
              min={String(min)}
              max={String(max)}
              isRequired
            />
          </div>
        </div>
        {shown.trip.tripType === 'AVAILABILITY' && <HireHours {...field('hireHours')} language={page.language} />}
        <div class="pair" data-still>
          <Select
            {...field('vehicleId')}
            label={tripWords.vehicle}
            choices={vehicleChoices(shown.vehicles, page.language, shown.trip.vehicleId)}
          />
          <div class="field">
            <Field
              {...field('price')}
              label={words.price}
              inputmode="decimal"
              maxLength={TYPED_EUROS_LENGTH}
              isRequired
            />
            <RatesHint {...{ shown, quotedCents, language: page.language }} />
          </div>
        </div>
        <div data-still>
          <TextArea {...field('note')} label={tripWords.note} hint={words.noteHint} maxLength={TRIP_BOUNDS.note.max} />
        </div>
      </Card>
    </RecordPage>
  );
}
