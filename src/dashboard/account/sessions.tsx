import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endOtherSessions, endSession, type ListedSession } from '../../accounts/sessionStore.ts';
import { NOTED_EVERY_MS, ownSession } from '../../accounts/sessions.ts';
import { ApiError } from '../../errors.ts';
import { parseId } from '../../identifiers.ts';
import { Button } from '../../web/components/form.tsx';
import { Moment } from '../../web/components/moment.tsx';
import { Badge, Card } from '../../web/components/notice.tsx';
import { type Column, Table } from '../../web/components/table.tsx';
import { noteOf } from '../actions.ts';
import { CALENDAR_PATH } from '../calendar/calendarPage.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { deviceOf } from '../device.ts';
import { type OwnersPage, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { accountWords } from '../words/account.ts';
import { calendarWords } from '../words/calendar.ts';

const ACCOUNT = '/app/account';

export function sessionRoutes(app: FastifyInstance, { database }: DashboardDependencies): void {
  app.post(
    '/account/sessions/:id/end',
    allow('OWN_PROFILE'),
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const sessionId = parseId(request.params.id);
      if (!sessionId) throw new ApiError('NOT_FOUND');
      const { accountId, memberId } = sessionOf(request).member;
      await database.transaction(async (client) => {
        const isEnded = await endSession(client, { accountId, memberId, sessionId });
        if (isEnded) await noteOf(request)(client, 'SESSION_ENDED', { sessionId });
      });
      return redirectWithNotice(request, reply, ACCOUNT, accountWords[visitOf(request).language].sessionEnded);
    },
  );
  app.post('/account/sessions/end-others', allow('OWN_PROFILE'), async (request, reply) => {
    await database.transaction(async (client) => {
      await endOtherSessions(client, ownSession(sessionOf(request)));
      await noteOf(request)(client, 'OTHER_SESSIONS_ENDED');
    });
    return redirectWithNotice(request, reply, ACCOUNT, accountWords[visitOf(request).language].othersEnded);
  });
}

interface SessionsCardProperties {
  page: OwnersPage;
  sessions: readonly ListedSession[];
  /** Whether to say that the calendar link outlives sessions. */
  mayRenewLink: boolean;
}

export function SessionsCard({ page, sessions, mayRenewLink }: SessionsCardProperties) {
  const words = accountWords[page.language];
  return (
    <Card title={words.sessions} class="settings">
      <p class="hint">
        {words.sessionsText(NOTED_EVERY_MS / 60_000)}
        {mayRenewLink && (
          <>
            {' '}
            {words.calendarStays} <a href={CALENDAR_PATH}>{calendarWords[page.language].title}</a>.
          </>
        )}
      </p>
      <div class="stack">
        <Table caption={words.sessions} rows={sessions} keyOf={({ sessionId }) => sessionId} columns={columns(page)} />
        <div class="buttons">
          {sessions.length > 1 && (
            <OwnersForm page={page} action={`${ACCOUNT}/sessions/end-others`} class="inline">
              <Button kind="plain">{words.endOthers}</Button>
            </OwnersForm>
          )}
          <OwnersForm page={page} action="/app/sign-out-everywhere" class="inline">
            <Button kind="plain">{words.everywhere}</Button>
          </OwnersForm>
        </div>
      </div>
    </Card>
  );
}

function columns(page: OwnersPage): Column<ListedSession>[] {
  const { language, session } = page;
  const words = accountWords[language];
  const isThis = ({ sessionId }: ListedSession) => sessionId === session.sessionId;
  return [
    {
      title: words.device,
      cell: (each) => (
        <span class="named">
          {deviceOf(each.userAgent, language)}
          {isThis(each) && <Badge kind="good">{words.thisBrowser}</Badge>}
        </span>
      ),
    },
    { title: words.ipAddress, class: 'roomy', cell: ({ address }) => <span class="breakable">{address}</span> },
    {
      title: words.lastUse,
      class: 'wraps',
      cell: (each) => (isThis(each) ? words.now : <Moment at={each.seenAt} language={language} hideZone />),
    },
    {
      title: words.signedInAt,
      class: 'wraps',
      cell: ({ createdAt }) => <Moment at={createdAt} language={language} hideZone />,
    },
    {
      title: words.endSession,
      inCard: 'wide',
      cell: (each) =>
        isThis(each) ? null : (
          <OwnersForm page={page} action={`${ACCOUNT}/sessions/${each.sessionId}/end`} class="inline">
            <button type="submit" class="button plain small">
              {words.endSession}
              <span class="unseen"> {deviceOf(each.userAgent, language)}</span>
            </button>
          </OwnersForm>
        ),
    },
  ];
}
