import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findMember, type Member } from '../../accounts/memberStore.ts';
import { changeRole, type MemberVerdict, removeMember } from '../../accounts/members.ts';
import { MEMBER_ROLES } from '../../contract/values.ts';
import { ApiError } from '../../errors.ts';
import { parseId } from '../../identifiers.ts';
import { Button, LinkButton } from '../../web/components/form.tsx';
import { Card, Facts, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteOf } from '../actions.ts';
import { DialogCancel, DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { membersWords } from '../words/members.ts';
import { RoleField } from './invitePage.tsx';
import { memberName } from './memberName.ts';

const LIST = '/app/account/members';

type MemberRequest = FastifyRequest<{ Params: { id: string } }>;

/** One member: changing the role, and removing the member. */
export function memberRoutes(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  const memberIn = async (request: MemberRequest): Promise<Member> => {
    const memberId = parseId(request.params.id);
    const member = memberId && (await findMember(database, { accountId: accountIdOf(request), memberId }));
    if (!member) throw new ApiError('NOT_FOUND');
    return member;
  };
  app.get('/account/members/:id', allow('MEMBERS'), async (request: MemberRequest, reply) =>
    show(request, reply, await memberIn(request)),
  );
  app.post('/account/members/:id/role', allowSensitive('MEMBERS'), async (request: MemberRequest, reply) => {
    const member = await memberIn(request);
    const words = membersWords[visitOf(request).language];
    const role = MEMBER_ROLES.find((each) => each === fieldOf(formOf(request), 'role'));
    if (!role) return show(request, reply.code(422), member, words.notRole);
    const verdict = await changeRole(database, member, role, clock(), noteOf(request));
    if (verdict !== 'done') return refuse(request, reply, member, verdict);
    return redirectWithNotice(request, reply, LIST, words.roleChanged(memberName(member), words[role]));
  });
  app.get('/account/members/:id/remove', allow('MEMBERS'), async (request: MemberRequest, reply) => {
    const member = await memberIn(request);
    return sendPage(reply, <RemovePage page={ownersPageFor(request, reply)} member={member} />);
  });
  app.post('/account/members/:id/remove', allowSensitive('MEMBERS'), async (request: MemberRequest, reply) => {
    const member = await memberIn(request);
    const verdict = await removeMember(database, member, noteOf(request));
    if (verdict !== 'done') return refuse(request, reply, member, verdict);
    const words = membersWords[visitOf(request).language];
    return redirectWithNotice(request, reply, LIST, words.removed(memberName(member)));
  });
}

function refuse(
  request: MemberRequest,
  reply: FastifyReply,
  member: Member,
  verdict: Exclude<MemberVerdict, 'done'>,
): FastifyReply {
  if (verdict === 'unknown') throw new ApiError('NOT_FOUND');
  return show(request, reply.code(422), member, membersWords[visitOf(request).language].lastOwner);
}

function show(request: MemberRequest, reply: FastifyReply, member: Member, problem?: string): FastifyReply {
  const page = { ...ownersPageFor(request, reply), path: `${LIST}/${member.memberId}` };
  return sendPage(reply, <MemberPage page={page} member={member} problem={problem} />);
}

interface MemberPageProperties {
  page: OwnersPage;
  member: Member;
  problem: string | undefined;
}

function MemberPage({ page, member, problem }: MemberPageProperties) {
  const words = membersWords[page.language];
  const action = `${LIST}/${member.memberId}`;
  const title = words.changeTitle(memberName(member));
  return (
    <Layout page={page} section="account" title={title} back={{ href: LIST, title: words.title }}>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <Card>
        <Facts
          facts={[
            { title: words.name, value: member.name || words.unnamed },
            { title: words.email, value: member.email, isLong: true },
          ]}
        />
        <OwnersForm page={page} action={`${action}/role`}>
          <RoleField language={page.language} value={member.role} />
          <div class="buttons">
            <Button>{words.saveRole}</Button>
          </div>
        </OwnersForm>
      </Card>
      <Card title={words.remove}>
        <p>{words.removeText}</p>
        <div class="buttons">
          <LinkButton href={`${action}/remove`} kind="danger" data-dialog>
            {words.remove}
          </LinkButton>
        </div>
      </Card>
    </Layout>
  );
}

function RemovePage({ page, member }: Omit<MemberPageProperties, 'problem'>) {
  const words = membersWords[page.language];
  const path = `${LIST}/${member.memberId}`;
  return (
    <DialogPage page={page} section="account" title={words.removeTitle(memberName(member))}>
      <p>{words.removeText}</p>
      <OwnersForm page={page} action={`${path}/remove`}>
        <div class="buttons">
          <Button kind="danger">{words.remove}</Button>
          <DialogCancel page={page} href={path} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
