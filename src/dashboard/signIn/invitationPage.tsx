import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseError } from 'pg';
import { endInvitations, findInvitation, useInvitation } from '../../accounts/invitationStore.ts';
import { forgetBrowsers } from '../../accounts/knownBrowserStore.ts';
import { findMember, insertMember, type OwnMember, updateMember } from '../../accounts/memberStore.ts';
import { endAllSessions } from '../../accounts/sessionStore.ts';
import { parseToken } from '../../accounts/token.ts';
import { MEMBER_BOUNDS, PASSWORD } from '../../contract/values.ts';
import { newId } from '../../identifiers.ts';
import { Button, Field, LinkButton } from '../../web/components/form.tsx';
import { Card } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { noteByMember } from '../actions.ts';
import { OwnersForm } from '../components/form.tsx';
import { NarrowLayout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { notifyMember, passwordChangedMail } from '../mails.ts';
import { type Page, pageFor } from '../page.ts';
import { HOME, SIGN_IN_PATH, visitOf } from '../visit.ts';
import { membersWords } from '../words/members.ts';
import { signInWords } from '../words/signIn.ts';
import { ForgottenPasswordLink } from './forgottenPassword.tsx';
import { passwordFault } from './newPassword.ts';
import { beginSecondStep } from './secondStep.tsx';
import { signIn } from './signIn.ts';

const PATH = '/invitations/:token';
const UNIQUE_VIOLATION = '23505';

type InvitationRequest = FastifyRequest<{ Params: { token: string } }>;

export function invitationRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock } = dependencies;
  const invitationIn = async ({ params }: InvitationRequest) => {
    const tokenSha256 = parseToken(params.token);
    const invitation = tokenSha256 && (await findInvitation(database, tokenSha256, clock()));
    return invitation && { ...invitation, tokenSha256 };
  };
  app.get(PATH, async (request: InvitationRequest, reply) => {
    const invitation = await invitationIn(request);
    return invitation ? show(request, reply, invitation) : tellOver(request, reply, dependencies);
  });
  app.post(PATH, async (request: InvitationRequest, reply) => {
    const invitation = await invitationIn(request);
    if (!invitation) return tellOver(request, reply, dependencies);
    const password = fieldOf(formOf(request), 'password');
    const name = [...fieldOf(formOf(request), 'name').trim()].slice(0, MEMBER_BOUNDS.name.max).join('');
    const refuse = (fault: string) => show(request, reply.code(422), invitation, { name, fault });
    const { language } = visitOf(request);
    const fault = passwordFault(password, [invitation.email, invitation.name, invitation.accountName], language);
    if (fault) return refuse(fault);
    const accepted = await accept(request, dependencies, invitation.tokenSha256, { password, name, language });
    if (accepted === 'taken') return refuse(signInWords[language].taken);
    if (accepted === 'over') return tellOver(request, reply, dependencies);
    if (invitation.memberId !== null)
      await notifyMember(dependencies, { ...invitation, language }, passwordChangedMail);
    // A link sent by mail is not a second factor.
    if ((await findMember(database, accepted))?.hasTotp)
      return beginSecondStep(request, reply, dependencies, accepted, HOME);
    await signIn(request, reply, dependencies, accepted);
    return reply.redirect(HOME, 303);
  });
}

interface Accepting {
  password: string;
  /** What a new member typed; empty means the name in the invitation. */
  name: string;
  language: Language;
}

/** In one transaction, sets the member's password and ends all of the member's sessions, or creates the member. */
async function accept(
  request: FastifyRequest,
  { database, clock, passwords }: DashboardDependencies,
  tokenSha256: Buffer,
  { password, name, language }: Accepting,
): Promise<OwnMember | 'over' | 'taken'> {
  const passwordHash = await passwords.hash(password);
  const now = clock();
  try {
    return await database.transaction(async (client) => {
      const used = await useInvitation(client, tokenSha256, now);
      if (!used) return 'over';
      const { accountId, email, role } = used;
      await endInvitations(client, used, now);
      const member = { accountId, memberId: used.memberId ?? newId() };
      if (used.memberId === null) {
        const details = { email, name: name || used.name, role, language, passwordHash, createdAt: now };
        await insertMember(client, { ...member, ...details });
      } else {
        await updateMember(client, member, { passwordHash, isEmailProven: true }, now);
        await endAllSessions(client, member);
        await forgetBrowsers(client, member);
      }
      const note = noteByMember(request, { ...member, email });
      if (used.memberId === null) await note(client, 'MEMBER_JOINED', { role });
      else await note(client, 'PASSWORD_CHANGED');
      return member;
    });
  } catch (error) {
    if ((error as DatabaseError).code === UNIQUE_VIOLATION) return 'taken';
    throw error;
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** The name that was typed, and what is wrong with the password. */
interface Attempt {
  name: string;
  fault: string;
}

function show(request: InvitationRequest, reply: FastifyReply, invitation: Found, attempt?: Attempt) {
  const page = pageFor(request, reply);
  return sendPage(
    reply,
    <InvitationPage page={page} token={request.params.token} invitation={invitation} attempt={attempt} />,
  );
}

interface InvitationPageProperties {
  page: Page;
  token: string;
  invitation: Found;
  attempt: Attempt | undefined;
}

function InvitationPage({ page, token, invitation, attempt }: InvitationPageProperties) {
  const words = signInWords[page.language];
  const { email, name, role, accountName, memberId } = invitation;
  const isMember = memberId !== null;
  return (
    <NarrowLayout page={page} title={isMember ? words.newPasswordTitle : words.welcome}>
      <p>{isMember ? words.resetPassword : words.choosePassword(accountName, membersWords[page.language][role])}</p>
      <p>
        {words.invitedAs} <strong class="breakable">{email}</strong>
      </p>
      <Card>
        <OwnersForm page={page} action={`/app/invitations/${token}`}>
          <input type="text" name="username" value={email} autocomplete="username" readOnly hidden />
          {!isMember && (
            <Field
              name="name"
              label={words.yourName}
              value={attempt?.name ?? name}
              autocomplete="name"
              maxLength={MEMBER_BOUNDS.name.max}
            />
          )}
          <Field
            name="password"
            label={words.newPassword}
            type="password"
            autocomplete="new-password"
            hint={words.lengthHint(PASSWORD.min)}
            error={attempt?.fault}
            minLength={PASSWORD.min}
            maxLength={PASSWORD.max}
            isRequired
          />
          <Button>{words.setPassword}</Button>
        </OwnersForm>
      </Card>
    </NarrowLayout>
  );
}

function tellOver(request: FastifyRequest, reply: FastifyReply, { sendsMail }: DashboardDependencies) {
  const page = pageFor(request, reply);
  const words = signInWords[page.language];
  return sendPage(
    reply.code(404),
    <NarrowLayout page={page} title={words.notValid}>
      <p>{words.notValidText}</p>
      <LinkButton href={SIGN_IN_PATH} kind="primary">
        {words.signIn}
      </LinkButton>
      {sendsMail && <ForgottenPasswordLink language={page.language} />}
    </NarrowLayout>,
  );
}
