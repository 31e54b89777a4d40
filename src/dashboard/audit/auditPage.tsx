import type { FastifyInstance } from 'fastify';
import { type AuditEntry, countAuditEntries, listAuditEntries } from '../../audit/auditStore.ts';
import { Moment } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { type Column, EmptyState, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { EmailText } from '../components/emailText.tsx';
import { Layout } from '../components/layout.tsx';
import { NoSuchPage, Pages } from '../components/list.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { sectionTitle } from '../navigation.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { lastPage, pageNumber } from '../pageNumber.ts';
import { allow } from '../permissionGate.tsx';
import { actionWords, auditWords } from '../words/audit.ts';
import { membersWords } from '../words/members.ts';
import { disabledReasonWords } from '../words/webhooks.ts';

export const AUDIT_PATH = '/app/account/audit';

const PER_PAGE = 50;

export function auditRoute(app: FastifyInstance, { database }: DashboardDependencies): void {
  app.get<{ Querystring: { page?: unknown } }>('/account/audit', allow('AUDIT'), async (request, reply) => {
    const number = pageNumber(request.query.page);
    const accountId = accountIdOf(request);
    // One more than is shown, to know whether there is a next page.
    const range = { offset: (number - 1) * PER_PAGE, limit: PER_PAGE + 1 };
    const found = await listAuditEntries(database, accountId, range);
    const pages = await lastPage({ page: number, perPage: PER_PAGE, rows: found.length }, () =>
      countAuditEntries(database, accountId),
    );
    const page = ownersPageFor(request, reply);
    return sendPage(reply.code(number > pages ? 404 : 200), <AuditPage {...{ page, number, found, pages }} />);
  });
}

interface AuditPageProperties {
  page: OwnersPage;
  number: number;
  found: readonly AuditEntry[];
  /** The last page, or the next one while the last is unknown. */
  pages: number;
}

const linkTo = (number: number) => `${AUDIT_PATH}?page=${number}`;

function AuditPage({ page, number, found, pages }: AuditPageProperties) {
  const { language } = page;
  const words = auditWords[language];
  return (
    <Layout
      page={page}
      section="account"
      title={words.title}
      back={{ href: '/app/account', title: sectionTitle('account', language) }}
    >
      <p class="hint">
        {words.intro} {words.parisTime}
      </p>
      <Card>
        {number > pages ? (
          <NoSuchPage {...{ language, pages, linkTo }} />
        ) : found.length === 0 ? (
          <EmptyState title={words.none} />
        ) : (
          <>
            <Table
              caption={words.title}
              columns={columns(language)}
              rows={found.slice(0, PER_PAGE)}
              keyOf={({ entryId }) => entryId}
            />
            <Pages {...{ language, pages, linkTo }} page={number} position={words.position(number)} />
          </>
        )}
      </Card>
    </Layout>
  );
}

function columns(language: Language): Column<AuditEntry>[] {
  const words = auditWords[language];
  return [
    {
      title: words.time,
      cell: ({ recordedAt }) => <Moment at={recordedAt} language={language} hasSeconds hideZone />,
    },
    { title: words.what, inCard: 'main', class: 'roomy', cell: ({ action }) => actionText(action, language) },
    { title: words.who, class: 'emails', cell: (entry) => <EmailText text={actorText(entry, language)} /> },
    { title: words.details, class: 'emails', cell: (entry) => detailsOf(entry, language) },
    {
      title: words.address,
      class: 'roomy',
      cell: ({ address }) => address && <span class="breakable">{address}</span>,
    },
  ];
}

/** An action that a newer release recorded is shown as it is. */
const actionText = (action: string, language: Language): string =>
  (actionWords[language] as Record<string, string>)[action] ?? action;

function actorText({ actor, actorId, actorName }: AuditEntry, language: Language): string {
  if (actor === 'MEMBER') return actorName ?? actorId ?? '';
  const kind = auditWords[language][actor];
  return actorId === null ? kind : `${kind} ${actorId}`;
}

function detailsOf({ subject }: AuditEntry, language: Language) {
  const texts = Object.entries(subject).map(([name, text]) => wordsOf(name)?.[language][text]?.toString() ?? text);
  return texts.length === 0 ? null : <EmailText text={texts.join(' · ')} />;
}

/** The translations of a detail that is one of our own values. */
function wordsOf(name: string): Record<Language, Record<string, unknown>> | undefined {
  if (name === 'role') return membersWords;
  return name === 'reason' ? disabledReasonWords : undefined;
}
