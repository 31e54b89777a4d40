import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isInvitedToDrive } from '../../accounts/driverAgreementStore.ts';
import { listInvitations } from '../../accounts/invitationStore.ts';
import { INVITATION_MS, type IssuedInvitation, invitationUrl, invite } from '../../accounts/invitations.ts';
import { findMemberByEmail, listMembers } from '../../accounts/memberStore.ts';
import {
  MEMBER_BOUNDS,
  MEMBER_ROLES,
  type MemberRole,
  parseSignInEmail,
  SIGN_IN_EMAIL,
} from '../../contract/values.ts';
import type { Queryable } from '../../database/connection.ts';
import { Button, Field, LinkButton, Select } from '../../web/components/form.tsx';
import { Card, Copyable, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { type Form, fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { noteOf } from '../actions.ts';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { queueMail } from '../mails.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import { type Faults, lengthFault } from '../textBounds.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { formWords } from '../words/form.ts';
import { layoutWords } from '../words/layout.ts';
import { membersWords } from '../words/members.ts';
import { memberName } from './memberName.ts';
import { RolesCard } from './rolesCard.tsx';

const LIST = '/app/account/members';
const PATH = '/account/members/invite';

interface InvitationDraft {
  email: string;
  name: string;
  role: string;
}

export function inviteRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get(PATH, allow('MEMBERS'), async (request, reply) => {
    const draft = { email: '', name: '', role: 'DISPATCHER' };
    return sendPage(reply, <InvitePage page={ownersPageFor(request, reply)} draft={draft} />);
  });
  app.post(PATH, allowSensitive('MEMBERS'), async (request, reply) => {
    const draft = readDraft(formOf(request));
    const { faults, email, role } = await check(request, draft, dependencies);
    if (faults.size > 0 || email === undefined || role === undefined) {
      const page = ownersPageFor(request, reply);
      return sendPage(reply.code(422), <InvitePage page={page} draft={draft} faults={faults} />);
    }
    const invited = { accountId: accountIdOf(request), memberId: null, email, name: draft.name, role };
    const { database, clock } = dependencies;
    const issued = await database.transaction(async (client) => {
      const invitation = await invite(client, clock, invited);
      await mailInvitation(request, client, dependencies, invitation);
      await noteOf(request)(client, 'MEMBER_INVITED', { email, role });
      return invitation;
    });
    if (!dependencies.sendsMail) return showLink(request, reply, dependencies, issued);
    return redirectWithNotice(request, reply, LIST, membersWords[visitOf(request).language].sent(email));
  });
}

const readDraft = (form: Form): InvitationDraft => ({
  email: fieldOf(form, 'email').trim(),
  name: fieldOf(form, 'name').trim(),
  role: fieldOf(form, 'role'),
});

interface Checked {
  faults: Faults;
  email: string | undefined;
  role: MemberRole | undefined;
}

async function check(
  request: FastifyRequest,
  draft: InvitationDraft,
  { database, clock }: DashboardDependencies,
): Promise<Checked> {
  const { language } = visitOf(request);
  const words = membersWords[language];
  const accountId = accountIdOf(request);
  const email = parseSignInEmail(draft.email);
  const role = MEMBER_ROLES.find((each) => each === draft.role);
  const faults = new Map<string, string>();
  const nameFault = lengthFault(draft.name, MEMBER_BOUNDS.name, language);
  if (nameFault) faults.set('name', nameFault);
  if (!role) faults.set('role', words.notRole);
  const known = email === undefined ? undefined : await findMemberByEmail(database, email);
  const people = [
    ...(await listMembers(database, accountId)),
    ...(await listInvitations(database, accountId, clock())),
  ];
  if (email === undefined) faults.set('email', words.notEmail);
  else if (known) faults.set('email', known.accountId === accountId ? words.alreadyMember : words.taken);
  else if (await isInvitedToDrive(database, accountId, email)) faults.set('email', words.invitedDriver);
  else if (people.length >= MEMBER_BOUNDS.members.max && !people.some((each) => each.email === email))
    faults.set('email', words.tooMany(MEMBER_BOUNDS.members.max));
  return { faults, email, role };
}

function mailInvitation(
  request: FastifyRequest,
  client: Queryable,
  dependencies: DashboardDependencies,
  issued: IssuedInvitation,
): Promise<void> {
  const { account, member } = sessionOf(request);
  const { accountId, email, name, role } = issued;
  const { language } = visitOf(request);
  const link = invitationUrl(dependencies.publicUrl(), issued);
  return queueMail(
    client,
    dependencies,
    { accountId, email, name, language },
    (words) => ({
      kind: 'INVITATION',
      subject: words.invitationSubject(account.name),
      text: words.invitation(memberName(member), account.name, membersWords[language][role], link),
    }),
    INVITATION_MS,
  );
}

/** Without SMTP the owner passes the link on; it is shown only once. */
function showLink(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl }: DashboardDependencies,
  issued: IssuedInvitation,
): FastifyReply {
  const page = { ...ownersPageFor(request, reply), path: LIST };
  const words = membersWords[page.language];
  const { copy, copied } = layoutWords[page.language];
  return sendPage(
    reply.code(201),
    <Layout page={page} section="account" title={words.link}>
      <Card>
        <p class="breakable">{words.linkText(issued.email)}</p>
        <Copyable id="invitation" text={invitationUrl(publicUrl(), issued)} copy={copy} copied={copied} />
        <div class="buttons">
          <LinkButton href={LIST} kind="primary">
            {words.done}
          </LinkButton>
        </div>
      </Card>
    </Layout>,
  );
}

const NO_FAULTS: Faults = new Map();

interface InvitePageProperties {
  page: OwnersPage;
  draft: InvitationDraft;
  faults?: Faults;
}

function InvitePage({ page, draft, faults = NO_FAULTS }: InvitePageProperties) {
  const words = membersWords[page.language];
  return (
    <Layout page={page} section="account" title={words.inviteTitle} back={{ href: LIST, title: words.title }}>
      {faults.size > 0 && <Notice kind="bad">{formWords[page.language].faulty}</Notice>}
      <div class="record">
        <Card>
          <OwnersForm page={page} action={`${LIST}/invite`}>
            <Field
              name="email"
              label={words.email}
              type="email"
              value={draft.email.slice(0, SIGN_IN_EMAIL.max)}
              error={faults.get('email')}
              maxLength={SIGN_IN_EMAIL.max}
              autocomplete="off"
              isRequired
            />
            <Field
              name="name"
              label={words.name}
              value={draft.name.slice(0, MEMBER_BOUNDS.name.max)}
              error={faults.get('name')}
              maxLength={MEMBER_BOUNDS.name.max}
              autocomplete="off"
              isRequired
            />
            <RoleField language={page.language} value={draft.role} error={faults.get('role')} />
            <div class="buttons">
              <Button>{words.sendInvitation}</Button>
              <LinkButton href={LIST}>{layoutWords[page.language].cancel}</LinkButton>
            </div>
          </OwnersForm>
        </Card>
        <RolesCard language={page.language} />
      </div>
    </Layout>
  );
}

export function RoleField({
  language,
  value,
  error,
}: {
  language: Language;
  value: string;
  error?: string | undefined;
}) {
  const words = membersWords[language];
  const choices = MEMBER_ROLES.map((role) => ({ value: role, label: words[role] }));
  return <Select name="role" label={words.role} value={value} choices={choices} error={error} />;
}
