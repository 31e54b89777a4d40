import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findSameContact, type SameContact } from '../../catalogue/riderContact.ts';
import { type DatedRider, findRider } from '../../catalogue/riderStore.ts';
import { limitLargeReads } from '../../database/limitConcurrency.ts';
import { ApiError } from '../../errors.ts';
import { parseId } from '../../identifiers.ts';
import { eraseRider, exportRider, listRidersWithOpenTrips, type OwnRider } from '../../privacy/riderData.ts';
import { Button, LinkButton } from '../../web/components/form.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { applyPageHeaders } from '../../web/headers.ts';
import { noteOf } from '../actions.ts';
import { DialogCancel, DialogClose, DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { riderDataWords } from '../words/riderData.ts';
import { fullName } from './riderName.ts';
import { RIDERS_PATH } from './riderTable.tsx';
import { SameContactList } from './sameContact.tsx';

type RiderRequest = FastifyRequest<{ Params: { id: string } }>;

const pathOf = ({ clientId }: Pick<OwnRider, 'clientId'>) => `${RIDERS_PATH}/${clientId}`;

/** A rider's rights over their data: a copy of it, and its erasure. */
export function riderDataRoutes(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  const readAll = limitLargeReads(database, ({ request, ...rider }: OwnRider & { request: FastifyRequest }) =>
    exportRider(database, clock, rider, noteOf(request)),
  );
  app.get(
    '/riders/:id/data.json',
    { exposeHeadRoute: false, ...allow('PRIVACY') },
    async (request: RiderRequest, reply) => {
      const rider = ownRider(request);
      const data = known(await readAll({ ...rider, request }));
      return applyPageHeaders(reply)
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="rider-${rider.clientId}.json"`)
        .send(JSON.stringify(data, null, 2));
    },
  );
  app.get('/riders/:id/erase', allow('PRIVACY'), async (request: RiderRequest, reply) => {
    const { accountId, clientId } = ownRider(request);
    const rider = known(await findRider(database, accountId, clientId));
    const page = ownersPageFor(request, reply);
    const waiting = await listRidersWithOpenTrips(database, accountId, [clientId], clock());
    if (waiting.length > 0) return sendPage(reply, <OpenTripsPage {...{ page, rider }} />);
    const others = await findSameContact(database, rider);
    return sendPage(reply, <ErasePage {...{ page, rider, others }} />);
  });
  app.post('/riders/:id/erase', allowSensitive('PRIVACY'), async (request: RiderRequest, reply) => {
    const rider = ownRider(request);
    const words = riderDataWords[visitOf(request).language];
    const verdict = await eraseRider(database, clock, rider, noteOf(request));
    if (verdict === 'unknown') throw new ApiError('NOT_FOUND');
    const notice = verdict === 'erased' ? words.erased : ({ kind: 'bad', text: words.openTrips } as const);
    return redirectWithNotice(request, reply, pathOf(rider), notice);
  });
}

const ownRider = (request: RiderRequest): OwnRider => ({
  accountId: accountIdOf(request),
  clientId: known(parseId(request.params.id)),
});

function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new ApiError('NOT_FOUND');
  return found;
}

/** Below the form of a rider, for members who may use it. */
export function RiderDataCard({ page, rider }: { page: OwnersPage; rider: DatedRider }) {
  const words = riderDataWords[page.language];
  const isErased = rider.erasedAt !== null;
  return (
    <Card title={words.title}>
      {!isErased && <p class="hint">{words.text}</p>}
      <div class="buttons">
        <LinkButton href={`${pathOf(rider)}/data.json`}>{words.download}</LinkButton>
        {!isErased && (
          <LinkButton href={`${pathOf(rider)}/erase`} kind="danger" data-dialog>
            {words.erase}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

/** Instead of the question whether to erase them, which would be refused. */
function OpenTripsPage({ page, rider }: { page: OwnersPage; rider: DatedRider }) {
  const words = riderDataWords[page.language];
  return (
    <DialogPage page={page} section="riders" title={words.eraseTitle(fullName(rider, page.language))}>
      <Notice kind="warn">{words.openTrips}</Notice>
      <div class="buttons">
        <DialogClose page={page} href={pathOf(rider)} />
      </div>
    </DialogPage>
  );
}

function ErasePage({ page, rider, others }: { page: OwnersPage; rider: DatedRider; others: SameContact }) {
  const words = riderDataWords[page.language];
  return (
    <DialogPage page={page} section="riders" title={words.eraseTitle(fullName(rider, page.language))}>
      <p>{words.eraseText}</p>
      {others.riders.length > 0 && (
        <>
          <p>{words.othersStay}</p>
          <SameContactList language={page.language} others={others} />
        </>
      )}
      <OwnersForm page={page} action={`${pathOf(rider)}/erase`}>
        <div class="buttons">
          <Button kind="danger">{words.erase}</Button>
          <DialogCancel page={page} href={pathOf(rider)} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
