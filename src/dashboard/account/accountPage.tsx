import type { FastifyInstance } from 'fastify';
import { countSessions } from '../../accounts/sessionStore.ts';
import { sessionBounds } from '../../accounts/sessions.ts';
import { findVoucherDetails, type VoucherDetails } from '../../accounts/voucherStore.ts';
import { Button } from '../../web/components/form.tsx';
import { Card, Facts } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { accountWords } from '../words/account.ts';
import { PasswordCard, passwordRoute } from './password.tsx';
import { VoucherCard, voucherRoute, voucherTexts } from './voucher.tsx';

export function accountRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock } = dependencies;
  app.get('/account', async (request, reply) => {
    const accountId = accountIdOf(request);
    const [sessions, voucher] = await Promise.all([
      countSessions(database, accountId, sessionBounds(clock())),
      findVoucherDetails(database, accountId),
    ]);
    const page = ownersPageFor(request, reply);
    return sendPage(reply, <AccountPage page={page} sessions={sessions} voucher={voucher} />);
  });
  voucherRoute(app, dependencies);
  passwordRoute(app, dependencies);
}

interface AccountPageProperties {
  page: OwnersPage;
  sessions: number;
  voucher: VoucherDetails | undefined;
}

function AccountPage({ page, sessions, voucher }: AccountPageProperties) {
  const words = accountWords[page.language];
  return (
    <Layout page={page} section="account" title={words.title}>
      <DetailsCard page={page} />
      <VoucherCard page={page} texts={voucherTexts(voucher)} />
      <PasswordCard page={page} />
      <Card title={words.sessions}>
        <p>{words.sessionsText(sessions)}</p>
        <OwnersForm page={page} action="/app/sign-out-everywhere">
          <div class="buttons">
            <Button kind="plain">{words.everywhere}</Button>
          </div>
        </OwnersForm>
      </Card>
    </Layout>
  );
}

function DetailsCard({ page }: { page: OwnersPage }) {
  const words = accountWords[page.language];
  const { account, email } = page.session;
  return (
    <Card title={words.details}>
      <Facts
        facts={[
          { title: words.name, value: account.name },
          { title: words.email, value: email },
          { title: words.role, value: account.role === 'DRIVER' ? words.driver : words.contractor },
          { title: words.tier, value: account.apiTier },
          { title: words.vat, value: account.isVatExempt ? words.vatExempt : words.vatCharged },
          { title: words.accountId, value: <code>{account.accountId}</code> },
        ]}
      />
    </Card>
  );
}
