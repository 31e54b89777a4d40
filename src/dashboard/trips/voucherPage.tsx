import type { FastifyInstance } from 'fastify';
import { sendPage } from '../../web/document.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { aboutVoucherWords, voucherWords } from '../words/voucher.ts';
import { tripPath } from './statusCards.tsx';
import { readTrip, referenceOf, type ShownTrip } from './tripReader.ts';
import { Voucher } from './voucher.tsx';

export function voucherPageRoute(app: FastifyInstance, { database }: DashboardDependencies): void {
  app.get('/trips/:id/voucher', allow('VIEW'), async (request, reply) => {
    const shown = await readTrip(database, referenceOf(request));
    return sendPage(reply, <VoucherPage page={ownersPageFor(request, reply)} shown={shown} />);
  });
}

function VoucherPage({ page, shown }: { page: OwnersPage; shown: ShownTrip }) {
  const words = aboutVoucherWords[page.language];
  const print = (
    <button type="button" class="button primary" data-print hidden>
      {words.print}
    </button>
  );
  return (
    <Layout
      page={page}
      section="trips"
      title={voucherWords[page.language].title}
      back={{ href: tripPath(shown), title: words.back }}
      actions={print}
    >
      <Voucher shown={shown} />
    </Layout>
  );
}
