import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  answerContractor,
  type DriversAnswer,
  type InvitingContractor,
  listContractors,
} from '../../accounts/driverAgreementStore.ts';
import { listMembers } from '../../accounts/memberStore.ts';
import { noteByOther } from '../../audit/audit.ts';
import type { Action } from '../../audit/auditStore.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Queryable } from '../../database/connection.ts';
import { parseId } from '../../identifiers.ts';
import { sha256 } from '../../sha256.ts';
import { clash, isOverdue, timed } from '../../trips/attention.ts';
import { listRides, type Ride } from '../../trips/store/rides.ts';
import { tripView } from '../../trips/tripView.ts';
import { Button, LinkButton } from '../../web/components/form.tsx';
import { Badge, Card, Notice } from '../../web/components/notice.tsx';
import { EmptyState, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { noteOf } from '../actions.ts';
import { NewTripLink } from '../booking/newTripLink.tsx';
import { DialogCancel, DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import { Refreshed, RefreshStatus, sendRefreshValue } from '../components/refreshed.tsx';
import { dayOf, startOf } from '../day/days.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { PlanLinks } from '../print/planLinks.tsx';
import { StatusBadge } from '../trips/statusBadge.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { dayWords } from '../words/day.ts';
import { ridesWords } from '../words/rides.ts';
import { type MaybeMoved, withFormerPickups } from './moved.ts';
import { linkToRide, type RideInList, rideColumns } from './rideColumns.tsx';
import { rideRoutes } from './ridePage.tsx';
import { FROM_RIDES, RIDES_PATH } from './ridePath.ts';

type ContractorRequest = FastifyRequest<{ Params: { id: string } }>;

/** How long after its pickup a ride that is not paid yet, or was cancelled, stays in the list, even past midnight. */
const STAYS_MS = 12 * HOUR_MS;

const CONTRACTORS_PATH = `${RIDES_PATH}/contractors`;

/** A driver's rides, their own and those that contractors assigned to them, and the contractors they drive for. */
export function ridesRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock } = dependencies;
  const contractorsOf = async (request: FastifyRequest) => {
    const driverId = accountIdOf(request);
    return listContractors(database, driverId, await readProvenEmails(database, driverId));
  };
  const read = async (request: FastifyRequest): Promise<Shown> => {
    const now = clock();
    const driverId = accountIdOf(request);
    const [rides, contractors] = await Promise.all([
      listRides(database, {
        driverId,
        from: startOf(dayOf(now)),
        openFrom: new Date(now.getTime() - STAYS_MS),
        underWayFrom: new Date(now.getTime() - 48 * HOUR_MS),
      }),
      contractorsOf(request),
    ]);
    return { rides: listedRides(await withFormerPickups(database, driverId, rides, now), now), contractors };
  };
  app.get('/rides', allow('VIEW'), async (request, reply) =>
    sendPage(reply, <RidesPage page={ownersPageFor(request, reply)} {...(await read(request))} />),
  );
  app.get('/rides/change', allow('VIEW'), async (request, reply) =>
    sendRefreshValue(reply, refreshValue(await read(request))),
  );
  app.get('/rides/contractors/:id/end', allow('ACCOUNT'), async (request: ContractorRequest, reply) => {
    const contractor = (await contractorsOf(request)).find(
      ({ contractorId, status }) => contractorId === request.params.id && status === 'AGREED',
    );
    if (!contractor)
      return redirectWithNotice(request, reply, RIDES_PATH, {
        kind: 'bad',
        text: ridesWords[visitOf(request).language].nothingToAnswer,
      });
    return sendPage(reply, <EndPage page={ownersPageFor(request, reply)} contractor={contractor} />);
  });
  app.post('/rides/contractors', allow('ACCOUNT'), async (request, reply) => answer(request, reply, dependencies));
  rideRoutes(app, dependencies);
}

/** Invitations to any member reach the account, but not those to an address that a member merely typed. */
async function readProvenEmails(database: Queryable, accountId: string): Promise<string[]> {
  const members = await listMembers(database, accountId);
  return members.filter(({ isEmailProven }) => isEmailProven).map(({ email }) => email);
}

const ANSWERS: readonly string[] = ['AGREED', 'DECLINED', 'ENDED'] satisfies DriversAnswer['status'][];

async function answer(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { account } = sessionOf(request);
  const form = formOf(request);
  const contractorId = parseId(fieldOf(form, 'contractor'));
  const status = fieldOf(form, 'answer') as DriversAnswer['status'];
  const isAnswered =
    contractorId !== undefined &&
    ANSWERS.includes(status) &&
    account.role === 'DRIVER' &&
    (await takeAnswer(request, dependencies, {
      driverId: account.accountId,
      emails: await readProvenEmails(dependencies.database, account.accountId),
      contractorId,
      status,
    }));
  const words = ridesWords[visitOf(request).language];
  return redirectWithNotice(
    request,
    reply,
    RIDES_PATH,
    isAnswered ? words[`answered${status}`] : words.nothingToAnswer,
  );
}

const ACTIONS = {
  AGREED: 'AGREEMENT_ACCEPTED',
  DECLINED: 'AGREEMENT_DECLINED',
  ENDED: 'AGREEMENT_ENDED',
} as const satisfies Record<DriversAnswer['status'], Action>;

/** Both accounts have it on record. False if there is nothing to answer. */
const takeAnswer = (
  request: FastifyRequest,
  { database, clock }: DashboardDependencies,
  given: DriversAnswer,
): Promise<boolean> =>
  database.transaction(async (client) => {
    const answered = await answerContractor(client, given, clock());
    for (const { email, contractorName } of answered) {
      await noteOf(request)(client, ACTIONS[given.status], { contractor: contractorName });
      await noteByOther(given.contractorId, email)(client, ACTIONS[given.status]);
    }
    return answered.length > 0;
  });

interface Shown {
  rides: readonly ListedRide[];
  contractors: readonly InvitingContractor[];
}

function refreshValue({ rides, contractors }: Shown): string {
  const states = rides.map((ride) => [ride.tripId, ride.version, ride.riderName, ride.isOverdue, ride.formerPickup]);
  const answers = contractors.map(({ contractorId, status }) => [contractorId, status]);
  return sha256(JSON.stringify([states, answers])).toString('hex');
}

interface ListedRide extends RideInList, Pick<Ride, 'tripId' | 'version'> {
  isOverdue: boolean;
  isOverlapping: boolean;
}

function listedRides(rides: readonly (Ride & MaybeMoved)[], now: Date): ListedRide[] {
  const shown = rides.map((ride) => ({ ...ride, trip: tripView(ride) }));
  const trips = shown.map(({ trip }) => timed(trip));
  return shown.map((ride, index) => {
    const its = trips[index] as (typeof trips)[number];
    return { ...ride, isOverdue: isOverdue(its, now), isOverlapping: trips.some((other) => clash(its, other)) };
  });
}

function RidesPage({ page, rides, contractors }: Shown & { page: OwnersPage }) {
  const words = ridesWords[page.language];
  const invitations = contractors.filter(({ status }) => status === 'INVITED');
  const agreements = contractors.filter(({ status }) => status === 'AGREED');
  return (
    <Layout
      page={page}
      section="rides"
      title={words.title}
      actions={
        <>
          {page.may('TRIPS') && <NewTripLink language={page.language} />}
          <PlanLinks language={page.language} />
        </>
      }
    >
      {!page.session.member.isEmailProven && (
        <Notice kind="plain">{words.unprovenEmail(page.session.member.email)}</Notice>
      )}
      <Refreshed id="rides" path={`${RIDES_PATH}/change`} value={refreshValue({ rides, contractors })} seconds={30}>
        {invitations.map((contractor) => (
          <InvitationCard key={contractor.contractorId} page={page} contractor={contractor} />
        ))}
        <Card>
          <p class="hint">
            <RefreshStatus language={page.language} />
          </p>
          {rides.length === 0 ? (
            <EmptyState icon="calendar-days" title={words.none} text={words.noneText} />
          ) : (
            <Table
              caption={words.title}
              columns={rideColumns(page.language, statusCell(page.language))}
              rows={rides}
              keyOf={({ trip }) => trip._id}
              linkTo={(ride) => linkToRide(ride, FROM_RIDES)}
            />
          )}
        </Card>
        {agreements.length > 0 && (
          <Card title={words.contractors}>
            <ul class="plain-list">
              {agreements.map((contractor) => (
                <li key={contractor.contractorId} class="card-head">
                  <span>{contractor.name}</span>
                  {page.may('ACCOUNT') && (
                    <LinkButton href={`${CONTRACTORS_PATH}/${contractor.contractorId}/end`} data-dialog>
                      {words.ENDED} <span class="unseen">{contractor.name}</span>
                    </LinkButton>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Refreshed>
    </Layout>
  );
}

interface ContractorProperties {
  page: OwnersPage;
  contractor: InvitingContractor;
}

function InvitationCard({ page, contractor }: ContractorProperties) {
  const words = ridesWords[page.language];
  return (
    <Card title={words.invitation(contractor.name)}>
      <p>{words.invitationText}</p>
      {page.may('ACCOUNT') ? (
        <AnswerForm page={page} contractor={contractor} />
      ) : (
        <p class="hint">{words.ownersAnswer}</p>
      )}
    </Card>
  );
}

function AnswerForm({ page, contractor }: ContractorProperties) {
  const words = ridesWords[page.language];
  return (
    <OwnersForm page={page} action={CONTRACTORS_PATH} class="inline">
      <input type="hidden" name="contractor" value={contractor.contractorId} />
      <div class="buttons">
        {(['AGREED', 'DECLINED'] as const).map((answer) => (
          <button
            key={answer}
            type="submit"
            name="answer"
            value={answer}
            class={`button ${answer === 'AGREED' ? 'primary' : 'plain'}`}
          >
            {words[answer]} <span class="unseen">{contractor.name}</span>
          </button>
        ))}
      </div>
    </OwnersForm>
  );
}

function EndPage({ page, contractor }: ContractorProperties) {
  const words = ridesWords[page.language];
  return (
    <DialogPage page={page} section="rides" title={words.endTitle(contractor.name)}>
      <p>{words.endText}</p>
      <OwnersForm page={page} action={CONTRACTORS_PATH}>
        <input type="hidden" name="contractor" value={contractor.contractorId} />
        <input type="hidden" name="answer" value="ENDED" />
        <div class="buttons">
          <Button kind="danger">{words.ENDED}</Button>
          <DialogCancel page={page} href={RIDES_PATH} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}

const statusCell = (language: Language) => (ride: ListedRide) => (
  <div class="badges">
    <StatusBadge status={ride.trip.status} language={language} />
    {ride.formerPickup && <Badge kind="warn">{ridesWords[language].changed}</Badge>}
    {ride.isOverdue && <Badge kind="bad">{dayWords[language].overdue}</Badge>}
    {ride.isOverlapping && <Badge kind="warn">{ridesWords[language].overlaps}</Badge>}
  </div>
);
