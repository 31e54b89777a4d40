import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ListedSession, listSessions } from '../../accounts/sessionStore.ts';
import { sessionBounds } from '../../accounts/sessions.ts';
import { findVoucherDetails, type VoucherDetails } from '../../accounts/voucherStore.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { Card, Facts, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { AUDIT_PATH } from '../audit/auditPage.tsx';
import { mayRenewCalendarLink } from '../calendar/calendarPage.tsx';
import { EmailText } from '../components/emailText.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { accountWords } from '../words/account.ts';
import { auditWords } from '../words/audit.ts';
import { formWords } from '../words/form.ts';
import { membersWords } from '../words/members.ts';
import { PasswordCard, type PasswordFaults, passwordRoute } from './password.tsx';
import { AccountNameCard, EmailCard, NameCard, type ProfileAttempt, profileRoutes } from './profile.tsx';
import { SessionsCard, sessionRoutes } from './sessions.tsx';
import { TotpCard, totpRoutes } from './totpPage.tsx';
import { type VoucherAttempt, VoucherCard, voucherRoute, voucherTexts } from './voucher.tsx';

const ACCOUNT_PATH = '/app/account';

export function accountRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const send: SendAccount = (request, reply, attempt) => sendAccount(request, reply, dependencies, attempt);
  app.get('/account', allow('VIEW'), async (request, reply) => send(request, reply));
  voucherRoute(app, dependencies, send);
  profileRoutes(app, dependencies, send);
  passwordRoute(app, dependencies, send);
  totpRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
}

/** What was submitted and not accepted. */
interface AccountAttempt {
  voucher?: VoucherAttempt;
  password?: PasswordFaults;
  accountName?: ProfileAttempt;
  name?: ProfileAttempt;
  email?: ProfileAttempt;
}

/** Sends the whole page; a form that was not accepted is shown as it was submitted, with its errors. */
export type SendAccount = (
  request: FastifyRequest,
  reply: FastifyReply,
  attempt?: AccountAttempt,
) => Promise<FastifyReply>;

async function sendAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock }: DashboardDependencies,
  attempt: AccountAttempt = {},
): Promise<FastifyReply> {
  const accountId = accountIdOf(request);
  const [sessions, voucher, mayRenewLink] = await Promise.all([
    listSessions(database, sessionOf(request).member, sessionBounds(clock())),
    findVoucherDetails(database, accountId),
    mayRenewCalendarLink(database, sessionOf(request)),
  ]);
  const page = { ...ownersPageFor(request, reply), path: ACCOUNT_PATH };
  return sendPage(reply, <AccountPage {...{ page, sessions, mayRenewLink, voucher, attempt }} />);
}

interface AccountPageProperties {
  page: OwnersPage;
  sessions: readonly ListedSession[];
  mayRenewLink: boolean;
  voucher: VoucherDetails | undefined;
  attempt: AccountAttempt;
}

function AccountPage({ page, sessions, mayRenewLink, voucher, attempt }: AccountPageProperties) {
  const words = accountWords[page.language];
  return (
    <Layout page={page} section="account" title={words.title}>
      {Object.keys(attempt).length > 0 && <Notice kind="bad">{formWords[page.language].faulty}</Notice>}
      <DetailsCard page={page} />
      <MembersCard page={page} />
      {page.may('AUDIT') && <AuditCard page={page} />}
      {page.may('ACCOUNT') && <AccountNameCard page={page} attempt={attempt.accountName} />}
      <VoucherCard page={page} {...(attempt.voucher ?? { current: voucherTexts(voucher) })} />
      <NameCard page={page} attempt={attempt.name} />
      <EmailCard page={page} attempt={attempt.email} />
      <PasswordCard page={page} faults={attempt.password} />
      <TotpCard page={page} />
      <SessionsCard {...{ page, sessions, mayRenewLink }} />
    </Layout>
  );
}

function MembersCard({ page }: { page: OwnersPage }) {
  const words = membersWords[page.language];
  return (
    <Card title={words.title} class="settings">
      <p class="hint">{words.intro}</p>
      <div class="buttons">
        <LinkButton href="/app/account/members">{page.may('MEMBERS') ? words.open : words.show}</LinkButton>
      </div>
    </Card>
  );
}

function AuditCard({ page: { language } }: { page: OwnersPage }) {
  const words = auditWords[language];
  return (
    <Card title={words.title} class="settings">
      <p class="hint">{words.intro}</p>
      <div class="buttons">
        <LinkButton href={AUDIT_PATH}>{words.open}</LinkButton>
      </div>
    </Card>
  );
}

function DetailsCard({ page }: { page: OwnersPage }) {
  const words = accountWords[page.language];
  const { account, member } = page.session;
  return (
    <Card title={words.details} class="settings">
      <p class="hint">{words.byOperator}</p>
      <Facts
        facts={[
          { title: words.name, value: account.name },
          { title: words.email, value: <EmailText text={member.email} />, isLong: true },
          { title: membersWords[page.language].role, value: membersWords[page.language][member.role] },
          { title: words.accountRole, value: account.role === 'DRIVER' ? words.driver : words.contractor },
          { title: words.tier, value: account.apiTier },
          { title: words.vat, value: account.isVatExempt ? words.vatExempt : words.vatCharged },
          { title: words.accountId, value: <code>{account.accountId}</code>, isLong: true },
        ]}
      />
    </Card>
  );
}
