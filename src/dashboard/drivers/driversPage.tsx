import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AgreementStatus,
  countInvitedDrivers,
  endAgreement,
  type InvitedDriver,
  inviteDriver,
  listInvitedDrivers,
} from '../../accounts/driverAgreementStore.ts';
import { listInvitations } from '../../accounts/invitationStore.ts';
import { findMemberByEmail, listMembers } from '../../accounts/memberStore.ts';
import { noteByOther } from '../../audit/audit.ts';
import { parseSignInEmail, SIGN_IN_EMAIL } from '../../contract/values.ts';
import { ApiError } from '../../errors.ts';
import { OPEN_STATUSES } from '../../trips/lifecycle.ts';
import { Button, Field } from '../../web/components/form.tsx';
import { dateText, numberText } from '../../web/components/moment.tsx';
import { Badge, type BadgeKind, Card, Notice } from '../../web/components/notice.tsx';
import { type Column, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteOf } from '../actions.ts';
import { DialogCancel, DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import { EmptyList } from '../components/list.tsx';
import { ReadOnlyHint } from '../components/readOnly.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { listLink, OPEN } from '../trips/filter.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { driversWords } from '../words/drivers.ts';

const PATH = '/app/drivers';
/** Far more than a contractor works with; it bounds the list. */
const MAX_DRIVERS = 500;

/** A contractor's drivers: invited by e-mail, assigned to trips once they agreed. */
export function driversRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/drivers', allow('VIEW'), async (request, reply) => sendDrivers(request, reply, dependencies));
  app.post('/drivers', allow('DRIVERS'), async (request, reply) => invite(request, reply, dependencies));
  app.get('/drivers/:id/end', allow('DRIVERS'), async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const drivers = await listInvitedDrivers(dependencies.database, accountIdOf(request));
    const driver = drivers.find(({ driverId }) => driverId === request.params.id);
    if (!driver) throw new ApiError('NOT_FOUND');
    const open = await countOpenTrips(dependencies, accountIdOf(request), driver);
    return sendPage(reply, <EndPage page={ownersPageFor(request, reply)} driver={driver} open={open} />);
  });
  app.post('/drivers/end', allow('DRIVERS'), async (request, reply) => {
    const email = parseSignInEmail(fieldOf(formOf(request), 'email'));
    const ended = email && (await end(request, dependencies, email));
    const notice = ended && driversWords[visitOf(request).language][ended](email);
    return redirectWithNotice(request, reply, PATH, notice);
  });
}

/** As the list of these trips counts them. */
const countOpenTrips = async (
  { listTrips }: DashboardDependencies,
  accountId: string,
  { executorId }: InvitedDriver,
): Promise<number> => (await listTrips({ accountId, executorId, statuses: OPEN_STATUSES, page: 1, limit: 1 })).total;

const end = (
  request: FastifyRequest,
  { database, clock }: DashboardDependencies,
  email: string,
): Promise<'ended' | 'withdrawn' | undefined> =>
  database.transaction(async (client) => {
    const { accountId, name } = sessionOf(request).account;
    const ended = await endAgreement(client, accountId, email, clock());
    if (!ended) return undefined;
    const { driverId } = ended;
    await noteOf(request)(client, driverId === null ? 'INVITATION_WITHDRAWN' : 'AGREEMENT_ENDED', { email });
    if (driverId === null) return 'withdrawn';
    await noteByOther(driverId, name)(client, 'AGREEMENT_ENDED');
    return 'ended';
  });

async function invite(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { database, clock, limits } = dependencies;
  const { language } = visitOf(request);
  const words = driversWords[language];
  const accountId = accountIdOf(request);
  const typed = fieldOf(formOf(request), 'email').slice(0, SIGN_IN_EMAIL.max);
  const refuse = (error: string) => sendDrivers(request, reply.code(422), dependencies, { typed, error });
  const email = parseSignInEmail(typed);
  if (email === undefined) return refuse(words.emailFault);
  // Members of a contractor have no “My rides” page, where invitations are accepted.
  const team = [...(await listMembers(database, accountId)), ...(await listInvitations(database, accountId, clock()))];
  if (team.some((each) => each.email === email)) return refuse(words.ownMember);
  const { isExceeded, resetSeconds } = await limits.driverInvitations.count(accountId);
  if (isExceeded) return refuse(words.tooManyInvitations(Math.ceil(resetSeconds / 60)));
  if ((await countInvitedDrivers(database, accountId)) >= MAX_DRIVERS)
    return refuse(words.tooMany(numberText(MAX_DRIVERS, language)));
  const status = await database.transaction(async (client) => {
    const holderId = (await findMemberByEmail(client, email))?.accountId;
    const invited = await inviteDriver(client, accountId, email, clock(), holderId);
    if (invited !== 'AGREED') await noteOf(request)(client, 'DRIVER_INVITED', { email });
    return invited;
  });
  const notice = status === 'AGREED' ? words.alreadyAgreed(email) : words.invited(email);
  return redirectWithNotice(request, reply, PATH, notice);
}

interface Attempt {
  typed: string;
  error: string;
}

async function sendDrivers(
  request: FastifyRequest,
  reply: FastifyReply,
  { database }: DashboardDependencies,
  attempt?: Attempt,
): Promise<FastifyReply> {
  const drivers = await listInvitedDrivers(database, accountIdOf(request));
  const page = { ...ownersPageFor(request, reply), path: PATH };
  return sendPage(reply, <DriversPage page={page} drivers={drivers} attempt={attempt} />);
}

interface DriversPageProperties {
  page: OwnersPage;
  drivers: readonly InvitedDriver[];
  attempt: Attempt | undefined;
}

function DriversPage({ page, drivers, attempt }: DriversPageProperties) {
  const words = driversWords[page.language];
  return (
    <Layout page={page} section="drivers" title={words.title}>
      {page.may('DRIVERS') && (
        <Card title={words.invite}>
          <p class="hint">{words.emailHint}</p>
          <OwnersForm page={page} action={PATH} class="search">
            <Field
              name="email"
              label={words.email}
              type="email"
              maxLength={SIGN_IN_EMAIL.max}
              autocomplete="off"
              value={attempt?.typed ?? ''}
              error={attempt?.error}
              isRequired
            />
            <Button>{words.send}</Button>
          </OwnersForm>
        </Card>
      )}
      <Card>
        {drivers.length === 0 ? (
          <EmptyList page={page} permission="DRIVERS" icon="id-card" title={words.none} toDo={words.noneToDo} />
        ) : (
          <>
            <p class="hint">{words.intro}</p>
            {!page.may('DRIVERS') && <ReadOnlyHint page={page} permission="DRIVERS" />}
            <Table caption={words.title} columns={columnsFor(page)} rows={drivers} keyOf={({ email }) => email} />
          </>
        )}
      </Card>
    </Layout>
  );
}

const KINDS: Record<AgreementStatus, BadgeKind> = { INVITED: 'warn', AGREED: 'good', DECLINED: 'bad', ENDED: 'plain' };

function columnsFor(page: OwnersPage): Column<InvitedDriver>[] {
  const words = driversWords[page.language];
  return [
    { title: words.name, cell: ({ name }) => name ?? <span class="hint">{words.nameUnknown}</span> },
    { title: words.emailTitle, maxLines: 1, inCard: 'wide', class: 'email', cell: ({ email }) => email },
    { title: words.status, inCard: 'aside', cell: (driver) => <StatusBadge driver={driver} words={words} /> },
    { title: words.since, cell: ({ invitedAt }) => dateText(invitedAt, page.language) },
    {
      title: words.actions,
      class: 'actions',
      cell: (driver) => (
        <div class="buttons">
          <TripsLink page={page} driver={driver} />
          {page.may('DRIVERS') && <DriverButton page={page} driver={driver} />}
        </div>
      ),
    },
  ];
}

function StatusBadge({ driver: { status, name }, words }: { driver: InvitedDriver; words: typeof driversWords.en }) {
  const isWithdrawn = status === 'ENDED' && name === null;
  return <Badge kind={KINDS[status]}>{isWithdrawn ? words.WITHDRAWN : words[status]}</Badge>;
}

interface DriverProperties {
  page: OwnersPage;
  driver: InvitedDriver;
}

/** The trips of somebody who drives for the account, or who once did. */
function TripsLink({ page, driver: { email, executorId } }: DriverProperties) {
  if (executorId === null) return null;
  return (
    <a class="button plain small" href={listLink({ driver: executorId })}>
      {driversWords[page.language].trips} <span class="unseen">{email}</span>
    </a>
  );
}

/** Removes a driver, withdraws an invitation, or invites one again who declined or was removed. */
function DriverButton({ page, driver: { email, status, driverId } }: DriverProperties) {
  const words = driversWords[page.language];
  if (driverId !== null)
    return (
      <a class="button plain small" href={`${PATH}/${driverId}/end`} data-dialog>
        {words.end} <span class="unseen">{email}</span>
      </a>
    );
  const isOver = status !== 'INVITED';
  return (
    <OwnersForm page={page} action={isOver ? PATH : `${PATH}/end`} class="buttons">
      <input type="hidden" name="email" value={email} />
      <button type="submit" class="button plain small">
        {isOver ? words.inviteAgain : words.withdraw} <span class="unseen">{email}</span>
      </button>
    </OwnersForm>
  );
}

/** `open` is the number of their trips that are not over. */
function EndPage({ page, driver: { email, name, driverId }, open }: DriverProperties & { open: number }) {
  const words = driversWords[page.language];
  return (
    <DialogPage page={page} section="drivers" title={words.endTitle(name ?? email)}>
      <p>{words.endText}</p>
      {open > 0 && (
        <Notice kind="warn">
          {words.openTrips(open, numberText(open, page.language))}{' '}
          <a href={listLink({ status: OPEN, driver: driverId ?? '' })}>{words.seeTrips}</a>
        </Notice>
      )}
      <OwnersForm page={page} action={`${PATH}/end`}>
        <input type="hidden" name="email" value={email} />
        <div class="buttons">
          <Button kind="danger">{words.end}</Button>
          <DialogCancel page={page} href={PATH} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
