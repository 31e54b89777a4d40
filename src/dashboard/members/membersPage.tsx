import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Invitation, listInvitations, withdrawInvitation } from '../../accounts/invitationStore.ts';
import { listMembers, type Member } from '../../accounts/memberStore.ts';
import { ApiError } from '../../errors.ts';
import { parseId } from '../../identifiers.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { dateText, Moment } from '../../web/components/moment.tsx';
import { Badge, Card } from '../../web/components/notice.tsx';
import { type Column, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { noteOf } from '../actions.ts';
import { EmailText } from '../components/emailText.tsx';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { sectionTitle } from '../navigation.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { membersWords } from '../words/members.ts';
import { totpWords } from '../words/totp.ts';
import { inviteRoutes } from './invitePage.tsx';
import { memberName } from './memberName.ts';
import { memberRoutes } from './memberPage.tsx';
import { RolesCard } from './rolesCard.tsx';

const LIST = '/app/account/members';

export function membersRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock } = dependencies;
  app.get('/account/members', allow('VIEW'), async (request, reply) => {
    const accountId = accountIdOf(request);
    const [members, invitations] = await Promise.all([
      listMembers(database, accountId),
      listInvitations(database, accountId, clock()),
    ]);
    const page = ownersPageFor(request, reply);
    return sendPage(reply, <MembersPage page={page} members={members} invitations={invitations} />);
  });
  app.post(
    '/account/members/invitations/:id/withdraw',
    allowSensitive('MEMBERS'),
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const invitationId = parseId(request.params.id);
      if (!invitationId) throw new ApiError('NOT_FOUND');
      await database.transaction(async (client) => {
        const email = await withdrawInvitation(client, accountIdOf(request), invitationId, clock());
        if (email === undefined) throw new ApiError('NOT_FOUND');
        await noteOf(request)(client, 'INVITATION_WITHDRAWN', { email });
      });
      return redirectWithNotice(request, reply, LIST, membersWords[visitOf(request).language].withdrawn);
    },
  );
  inviteRoutes(app, dependencies);
  memberRoutes(app, dependencies);
}

interface MembersPageProperties {
  page: OwnersPage;
  members: readonly Member[];
  invitations: readonly Invitation[];
}

function MembersPage({ page, members, invitations }: MembersPageProperties) {
  const words = membersWords[page.language];
  const mayChange = page.may('MEMBERS');
  const invite = mayChange && (
    <LinkButton href={`${LIST}/invite`} kind="primary">
      {words.invite}
    </LinkButton>
  );
  const back = { href: '/app/account', title: sectionTitle('account', page.language) };
  return (
    <Layout page={page} section="account" title={words.title} back={back} actions={invite}>
      <Card>
        <p class="hint">{words.intro}</p>
        <Table
          caption={words.caption}
          rows={members}
          keyOf={({ memberId }) => memberId}
          columns={[...memberColumns(page), ...(mayChange ? [changeColumn(page.language)] : [])]}
        />
      </Card>
      {invitations.length > 0 && <InvitationsCard page={page} invitations={invitations} />}
      <RolesCard language={page.language} />
    </Layout>
  );
}

function memberColumns({ language, session }: OwnersPage): Column<Member>[] {
  const words = membersWords[language];
  return [
    {
      title: words.name,
      cell: ({ memberId, name }) => (
        <span class="named">
          {name || words.unnamed}
          {memberId === session.member.memberId && <Badge kind="plain">{words.you}</Badge>}
        </span>
      ),
    },
    { title: words.email, cell: ({ email }) => <EmailText text={email} /> },
    { title: words.role, cell: ({ role }) => <span class="nowrap">{words[role]}</span> },
    { title: totpWords[language].title, cell: ({ hasTotp }) => totpWords[language][hasTotp ? 'on' : 'off'] },
    { title: words.since, cell: ({ createdAt }) => dateText(createdAt, language) },
  ];
}

function changeColumn(language: Language): Column<Member> {
  const words = membersWords[language];
  return {
    title: words.actions,
    class: 'actions',
    cell: (member) => (
      <span class="buttons">
        <a class="button plain small" href={`${LIST}/${member.memberId}`}>
          {words.change}
          <span class="unseen"> {memberName(member)}</span>
        </a>
      </span>
    ),
  };
}

function InvitationsCard({ page, invitations }: Omit<MembersPageProperties, 'members'>) {
  const words = membersWords[page.language];
  const columns: Column<Invitation>[] = [
    { title: words.email, cell: ({ email }) => <EmailText text={email} /> },
    { title: words.name, cell: ({ name }) => name || null },
    { title: words.role, cell: ({ role }) => words[role] },
    { title: words.expires, cell: ({ expiresAt }) => <Moment at={expiresAt} language={page.language} hideZone /> },
  ];
  const withdraw: Column<Invitation> = {
    title: words.actions,
    class: 'actions',
    cell: ({ invitationId, email }) => (
      <OwnersForm page={page} action={`${LIST}/invitations/${invitationId}/withdraw`} class="buttons">
        <button type="submit" class="button plain small">
          {words.withdraw}
          <span class="unseen"> {email}</span>
        </button>
      </OwnersForm>
    ),
  };
  return (
    <Card title={words.invitations}>
      <p class="hint">{words.invitationsText}</p>
      <Table
        caption={words.invitations}
        rows={invitations}
        keyOf={({ invitationId }) => invitationId}
        columns={[...columns, ...(page.may('MEMBERS') ? [withdraw] : [])]}
      />
    </Card>
  );
}
