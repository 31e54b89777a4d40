import type { FastifyInstance } from 'fastify';
import { endCalendarFeed, findCalendarFeed, replaceCalendarFeed } from '../../accounts/calendarFeedStore.ts';
import { mayRole } from '../../accounts/permissions.ts';
import type { KnownSession } from '../../accounts/sessionStore.ts';
import { newToken } from '../../accounts/token.ts';
import type { Queryable } from '../../database/connection.ts';
import { Button, LinkButton } from '../../web/components/form.tsx';
import { Moment } from '../../web/components/moment.tsx';
import { Card, Copyable } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { noteOf } from '../actions.ts';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { calendarWords } from '../words/calendar.ts';
import { layoutWords } from '../words/layout.ts';
import { calendarUrl } from './feedRoute.ts';

export const CALENDAR_PATH = '/app/calendar';

/** The page from which an account creates, renews and removes the link of its calendar. */
export function calendarRoutes(app: FastifyInstance, { database, clock, publicUrl }: DashboardDependencies): void {
  app.get('/calendar', allow('VIEW'), async (request, reply) => {
    const createdAt = await findCalendarFeed(database, accountIdOf(request));
    return sendPage(reply, <CalendarPage page={ownersPageFor(request, reply)} createdAt={createdAt} />);
  });
  app.post('/calendar', allow('TRIPS'), async (request, reply) => {
    const { token, tokenSha256 } = newToken();
    await database.transaction(async (client) => {
      await replaceCalendarFeed(client, { accountId: accountIdOf(request), tokenSha256, createdAt: clock() });
      await noteOf(request)(client, 'CALENDAR_LINK_CREATED');
    });
    const page = ownersPageFor(request, reply);
    const url = calendarUrl(publicUrl(), token, page.language);
    return sendPage(reply.code(201), <LinkPage page={page} url={url} />);
  });
  app.post('/calendar/end', allow('TRIPS'), async (request, reply) => {
    await database.transaction(async (client) => {
      await endCalendarFeed(client, accountIdOf(request));
      await noteOf(request)(client, 'CALENDAR_LINK_ENDED');
    });
    return redirectWithNotice(request, reply, CALENDAR_PATH, calendarWords[visitOf(request).language].ended);
  });
}

/** Whether the account has a link that this member may renew. */
export const mayRenewCalendarLink = async (database: Queryable, { account, member }: KnownSession): Promise<boolean> =>
  mayRole(member.role, 'TRIPS') && (await findCalendarFeed(database, account.accountId)) !== undefined;

const sectionOf = ({ session }: OwnersPage) => (session.account.role === 'DRIVER' ? 'rides' : 'trips');

/** Shown above the title of the pages here. */
const backFrom = (page: OwnersPage) => ({
  href: `/app/${sectionOf(page)}`,
  title: layoutWords[page.language][sectionOf(page)],
});

function CalendarPage({ page, createdAt }: { page: OwnersPage; createdAt: Date | undefined }) {
  const words = calendarWords[page.language];
  return (
    <Layout page={page} section={sectionOf(page)} title={words.title} back={backFrom(page)}>
      <Card class="short">
        <p>{words.text}</p>
        <p class="hint">{words.secret}</p>
        {createdAt ? (
          <p>
            {words.since} <Moment at={createdAt} language={page.language} />. {words.renewText}
          </p>
        ) : (
          <p>{words.none}</p>
        )}
        {page.may('TRIPS') && (
          <div class="buttons">
            <OwnersForm page={page} action={CALENDAR_PATH} class="inline">
              <Button>{createdAt ? words.renew : words.create}</Button>
            </OwnersForm>
            {createdAt && (
              <OwnersForm page={page} action={`${CALENDAR_PATH}/end`} class="inline">
                <Button kind="danger">{words.end}</Button>
              </OwnersForm>
            )}
          </div>
        )}
      </Card>
    </Layout>
  );
}

/** The only page that shows the link. */
function LinkPage({ page, url }: { page: OwnersPage; url: string }) {
  const words = calendarWords[page.language];
  const { copy, copied } = layoutWords[page.language];
  return (
    <Layout page={page} section={sectionOf(page)} title={words.shown} back={backFrom(page)}>
      <Card class="short">
        <p>{words.shownText}</p>
        <Copyable id="calendar-link" text={url} copy={copy} copied={copied} />
        <p class="hint">{words.secret}</p>
        <div class="buttons">
          <LinkButton href={url.replace(/^https?:/, 'webcal:')}>{words.subscribe}</LinkButton>
          <LinkButton href={CALENDAR_PATH} kind="primary">
            {words.done}
          </LinkButton>
        </div>
      </Card>
    </Layout>
  );
}
