import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AgreementStatus,
  countInvitedDrivers,
  endAgreement,
  type InvitedDriver,
  inviteDriver,
  listInvitedDrivers,
} from '../../accounts/driverAgreementStore.ts';
import { noteByOther } from '../../audit/audit.ts';
import { parseSignInEmail, SIGN_IN_EMAIL } from '../../contract/values.ts';
import { Button, Field } from '../../web/components/form.tsx';
import { dateText, numberText } from '../../web/components/moment.tsx';
import { Badge, type BadgeKind, Card } from '../../web/components/notice.tsx';
import { type Column, EmptyState, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteOf } from '../actions.ts';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { driversWords } from '../words/drivers.ts';

const PATH = '/app/drivers';
/** Far more than a contractor works with; it bounds the list. */
const MAX_DRIVERS = 500;

/** A contractor's drivers: invited by e-mail, assigned to trips once they agreed. */
export function driversRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/drivers', allow('VIEW'), async (request, reply) => sendDrivers(request, reply, dependencies));
  app.post('/drivers', allow('DRIVERS'), async (request, reply) => invite(request, reply, dependencies));
  app.post('/drivers/end', allow('DRIVERS'), async (request, reply) => {
    const email = parseSignInEmail(fieldOf(formOf(request), 'email'));
    const isEnded = email !== undefined && (await end(request, dependencies, email));
    const notice = isEnded ? driversWords[visitOf(request).language].ended(email) : undefined;
    return redirectWithNotice(request, reply, PATH, notice);
  });
}

const end = (request: FastifyRequest, { database, clock }: DashboardDependencies, email: string): Promise<boolean> =>
  database.transaction(async (client) => {
    const { accountId, name } = sessionOf(request).account;
    const ended = await endAgreement(client, accountId, email, clock());
    if (!ended) return false;
    await noteOf(request)(client, 'AGREEMENT_ENDED', { email });
    if (ended.driverId !== null) await noteByOther(ended.driverId, name)(client, 'AGREEMENT_ENDED');
    return true;
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
  const { isExceeded, resetSeconds } = await limits.driverInvitations.count(accountId);
  if (isExceeded) return refuse(words.tooManyInvitations(Math.ceil(resetSeconds / 60)));
  if ((await countInvitedDrivers(database, accountId)) >= MAX_DRIVERS)
    return refuse(words.tooMany(numberText(MAX_DRIVERS, language)));
  const status = await database.transaction(async (client) => {
    const invited = await inviteDriver(client, accountId, email, clock());
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
          <EmptyState icon="id-card" title={words.none} text={words.noneText} />
        ) : (
          <>
            <p class="hint">{words.intro}</p>
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
    { title: words.status, inCard: 'aside', cell: ({ status }) => <Badge kind={KINDS[status]}>{words[status]}</Badge> },
    { title: words.since, cell: ({ invitedAt }) => dateText(invitedAt, page.language) },
    { title: words.actions, class: 'actions', cell: (driver) => <EndButton page={page} driver={driver} /> },
  ];
}

/** Removes a driver, or invites one again who declined or was removed. */
function EndButton({ page, driver: { email, status } }: { page: OwnersPage; driver: InvitedDriver }) {
  const words = driversWords[page.language];
  const isOver = status === 'DECLINED' || status === 'ENDED';
  if (!page.may('DRIVERS')) return null;
  return (
    <OwnersForm page={page} action={isOver ? PATH : `${PATH}/end`} class="buttons">
      <input type="hidden" name="email" value={email} />
      <button type="submit" class="button plain small">
        {isOver ? words.inviteAgain : words.end} <span class="unseen">{email}</span>
      </button>
    </OwnersForm>
  );
}
