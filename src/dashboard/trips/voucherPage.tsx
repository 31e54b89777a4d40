import type { FastifyInstance } from 'fastify';
import { sendPage } from '../../web/document.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import type { Section } from '../navigation.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { PrintButton } from '../print/printButton.tsx';
import { aboutVoucherWords, voucherWords } from '../words/voucher.ts';
import { pathOf, readOwnTrip, type ShownTrip } from './tripReader.ts';
import { Voucher } from './voucher.tsx';
import { VoucherGapsNotice } from './voucherGaps.tsx';

export function voucherPageRoute(app: FastifyInstance, { database }: DashboardDependencies): void {
  app.get('/trips/:id/voucher', allow('VIEW'), async (request, reply) => {
    const shown = await readOwnTrip(database, request);
    return sendPage(reply, <VoucherPage page={ownersPageFor(request, reply)} section="trips" shown={shown} />);
  });
}

interface VoucherPageProperties {
  page: OwnersPage;
  section: Section;
  shown: ShownTrip;
}

export function VoucherPage({ page, section, shown }: VoucherPageProperties) {
  const words = aboutVoucherWords[page.language];
  return (
    <Layout
      page={page}
      section={section}
      title={voucherWords[page.language].title}
      back={{ href: pathOf(shown), title: words.back }}
      actions={<PrintButton language={page.language} kind="primary" />}
    >
      <VoucherGapsNotice page={page} shown={shown} />
      <Voucher shown={shown} />
    </Layout>
  );
}
