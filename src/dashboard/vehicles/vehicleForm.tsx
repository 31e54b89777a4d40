import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  findVehicle,
  findVehicleForUpdate,
  insertVehicle,
  type KeptVehicle,
  listVehicles,
  retireVehicle,
  updateVehicle,
  type Vehicle,
} from '../../catalogue/vehicleStore.ts';
import { NAME, VEHICLE_BOUNDS } from '../../contract/values.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../identifiers.ts';
import { countUpcomingTrips } from '../../trips/store/vehicleTrips.ts';
import { Field } from '../../web/components/form.tsx';
import { numberText } from '../../web/components/moment.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Form } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { ReadOnlyFacts } from '../components/readOnly.tsx';
import { IdentifierHint, RecordPage } from '../components/recordPage.tsx';
import { RetirementCard } from '../components/retirement.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { FilledFields, readEdited } from '../filledFields.tsx';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { recordRoutes } from '../recordRoutes.ts';
import { type Faults, lengthFault } from '../textBounds.ts';
import { readText } from '../typedText.ts';
import { type PageNotice, redirectWithNotice, visitOf } from '../visit.ts';
import { vehiclesWords } from '../words/vehicles.ts';

const LIST = '/app/vehicles';

export function vehicleFormRoutes(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { vehicle, ...rest }: Pick<VehiclePageProperties, 'vehicle' | 'draft' | 'faults'>,
  ) => {
    const upcoming = vehicle ? await countUpcomingTrips(database, vehicle, clock()) : 0;
    return sendPage(reply, <VehiclePage page={ownersPageFor(request, reply)} {...{ vehicle, upcoming, ...rest }} />);
  };

  const show = (request: FastifyRequest, reply: FastifyReply, vehicle?: KeptVehicle) =>
    answer(request, reply, { vehicle, draft: draftOf(vehicle) });

  /** Saves what was typed unless it has faults or the vehicle is retired. */
  const save = (request: FastifyRequest, found: KeptVehicle | undefined) =>
    database.transaction(async (client) => {
      const vehicle = found && (await findVehicleForUpdate(client, found.accountId, found.vehicleId));
      const { language } = visitOf(request);
      const edited = { read: readDraft, current: draftOf(vehicle), language };
      const { draft, conflicts } = readEdited(formOf(request), edited);
      const faults = new Map([...faultsOf(draft, language), ...conflicts]);
      const { name, plate, seats } = draft;
      const saved = {
        accountId: accountIdOf(request),
        vehicleId: found?.vehicleId ?? newId(),
        name,
        plate: plate || null,
        seats: Number(seats) || null,
      };
      const attempt = { vehicle, draft, faults, saved };
      if (vehicle?.retiredAt || faults.size > 0) return attempt;
      if (!found) await insertVehicle(client, saved, clock());
      else if (!(await updateVehicle(client, saved))) throw new ApiError('NOT_FOUND');
      return attempt;
    });

  const take = async (request: FastifyRequest, reply: FastifyReply, found?: KeptVehicle) => {
    const { vehicle, draft, faults, saved } = await save(request, found);
    const { language } = visitOf(request);
    const words = vehiclesWords[language];
    if (vehicle?.retiredAt) {
      const notice = { kind: 'bad', text: words.isRetired } as const;
      return redirectWithNotice(request, reply, `${LIST}/${vehicle.vehicleId}`, notice);
    }
    if (faults.size > 0) return answer(request, reply.code(422), { vehicle, draft, faults });
    const same = findSamePlate(saved, await listVehicles(database, saved.accountId));
    const done = vehicle ? words.saved(saved.name) : words.added(saved.name);
    return redirectWithNotice(request, reply, LIST, noticeOf(done, same, language));
  };

  const retire = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { accountId, vehicleId, name }: KeptVehicle,
    isRetired: boolean,
  ) => {
    await retireVehicle(database, accountId, vehicleId, isRetired ? clock() : null);
    const words = vehiclesWords[visitOf(request).language];
    return redirectWithNotice(request, reply, LIST, isRetired ? words.retiredNow(name) : words.restored(name));
  };

  const find = (accountId: string, id: string) => findVehicle(database, accountId, id);
  recordRoutes(app, '/vehicles', { find, show, take, retire, permission: 'VEHICLES' });
}

/** Plates are compared without case, spaces and hyphens. */
const comparablePlate = (plate: string | null): string => (plate ?? '').replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();

/** Another vehicle with the same plate, which is allowed but usually a mistake. */
function findSamePlate({ vehicleId, plate }: Vehicle, vehicles: readonly KeptVehicle[]): KeptVehicle | undefined {
  const wanted = comparablePlate(plate);
  if (wanted === '') return undefined;
  return vehicles.find((other) => other.vehicleId !== vehicleId && comparablePlate(other.plate) === wanted);
}

function noticeOf(done: string, same: KeptVehicle | undefined, language: Language): PageNotice {
  const words = vehiclesWords[language];
  if (!same) return { kind: 'good', text: done };
  const other = same.retiredAt ? words.retiredName(same.name) : same.name;
  return { kind: 'warn', text: `${done} ${words.samePlate(other)}` };
}

interface VehicleDraft {
  name: string;
  plate: string;
  seats: string;
}

const readDraft = (form: Form): VehicleDraft => ({
  name: readText(form, 'name'),
  plate: readText(form, 'plate'),
  seats: readText(form, 'seats'),
});

const draftOf = (vehicle: KeptVehicle | undefined): VehicleDraft => ({
  name: vehicle?.name ?? '',
  plate: vehicle?.plate ?? '',
  seats: vehicle?.seats?.toString() ?? '',
});

function faultsOf({ name, plate, seats }: VehicleDraft, language: Language): Faults {
  const { min, max } = VEHICLE_BOUNDS.seats;
  const isGood = seats === '' || (/^\d{1,2}$/.test(seats) && Number(seats) >= min && Number(seats) <= max);
  const faults: [string, string | undefined][] = [
    ['name', lengthFault(name, NAME, language)],
    ['plate', lengthFault(plate, VEHICLE_BOUNDS.plate, language)],
    ['seats', isGood ? undefined : vehiclesWords[language].seatsFault(min, max)],
  ];
  return new Map(faults.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault]])));
}

interface VehiclePageProperties {
  page: OwnersPage;
  vehicle: KeptVehicle | undefined;
  draft: VehicleDraft;
  faults?: Faults;
  /** How many trips to come have it. */
  upcoming: number;
}

function VehiclePage({ page, vehicle, draft, faults = new Map(), upcoming }: VehiclePageProperties) {
  const words = vehiclesWords[page.language];
  const field = (name: keyof VehicleDraft) => ({
    name,
    label: words[name],
    value: draft[name],
    error: faults.get(name),
  });
  const action = `${LIST}/${vehicle?.vehicleId ?? 'new'}`;
  const identifier = vehicle && <IdentifierHint title={words.vehicleId} id={vehicle.vehicleId} />;
  const facts = (['name', 'plate', 'seats'] as const).map((name) => ({ title: words[name], value: draft[name] }));
  const readOnly = (
    <Card>
      <ReadOnlyFacts facts={facts} language={page.language} />
      {identifier}
    </Card>
  );
  const below = vehicle && (
    <RetirementCard page={page} permission="VEHICLES" path={action} retiredAt={vehicle.retiredAt} words={words}>
      {upcoming > 0 && <Notice kind="warn">{words.upcoming(upcoming, numberText(upcoming, page.language))}</Notice>}
    </RetirementCard>
  );
  const isClosed = Boolean(vehicle?.retiredAt);
  const frame = { page, action, list: LIST, isRefused: faults.size > 0, readOnly, isClosed, below };
  return (
    <RecordPage section="vehicles" permission="VEHICLES" title={vehicle?.name ?? words.newTitle} {...frame}>
      {vehicle && <FilledFields current={draftOf(vehicle)} />}
      <Card>
        <Field {...field('name')} hint={words.nameHint} maxLength={NAME.max} isRequired />
        <div class="pair">
          <Field {...field('plate')} maxLength={VEHICLE_BOUNDS.plate.max} autocomplete="off" />
          <Field {...field('seats')} inputmode="numeric" maxLength={2} autocomplete="off" />
        </div>
        {identifier}
      </Card>
    </RecordPage>
  );
}
