import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseError } from 'pg';
import { endInvitations, findInvitation, type Invitation, useInvitation } from '../../accounts/invitationStore.ts';
import { forgetBrowsers } from '../../accounts/knownBrowserStore.ts';
import { saveOwner } from '../../accounts/ownerStore.ts';
import { endAllSessions } from '../../accounts/sessionStore.ts';
import { parseToken } from '../../accounts/token.ts';
import { PASSWORD } from '../../contract/values.ts';
import { Button, Field } from '../../web/components/form.tsx';
import { Card } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { OwnersForm } from '../components/form.tsx';
import { NarrowLayout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { type Page, pageFor } from '../page.ts';
import { HOME, visitOf } from '../visit.ts';
import { signInWords } from '../words/signIn.ts';
import { passwordFault } from './newPassword.ts';
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
    return invitation ? show(request, reply, invitation) : tellOver(request, reply);
  });
  app.post(PATH, async (request: InvitationRequest, reply) => {
    const invitation = await invitationIn(request);
    if (!invitation) return tellOver(request, reply);
    const password = fieldOf(formOf(request), 'password');
    const fault = passwordFault(password, invitation.email, visitOf(request).language);
    if (fault) return show(request, reply.code(422), invitation, fault);
    const verdict = await accept(dependencies, invitation.tokenSha256, password);
    if (verdict === 'taken')
      return show(request, reply.code(422), invitation, signInWords[visitOf(request).language].taken);
    if (verdict === 'over') return tellOver(request, reply);
    await signIn(request, reply, dependencies, invitation.accountId);
    return reply.redirect(HOME, 303);
  });
}

/** Sets the password of the account's owner in one transaction and ends all sessions. */
async function accept(
  { database, clock, passwords }: DashboardDependencies,
  tokenSha256: Buffer,
  password: string,
): Promise<'accepted' | 'over' | 'taken'> {
  const passwordHash = await passwords.hash(password);
  const now = clock();
  try {
    return await database.transaction(async (client) => {
      const used = await useInvitation(client, tokenSha256, now);
      if (!used) return 'over';
      const { accountId, email } = used;
      await saveOwner(client, { accountId, email, passwordHash }, now);
      await endInvitations(client, accountId, now);
      await endAllSessions(client, accountId);
      await forgetBrowsers(client, accountId);
      return 'accepted';
    });
  } catch (error) {
    if ((error as DatabaseError).code === UNIQUE_VIOLATION) return 'taken';
    throw error;
  }
}

function show(request: InvitationRequest, reply: FastifyReply, invitation: Invitation, fault?: string) {
  const page = pageFor(request, reply);
  return sendPage(reply, <InvitationPage page={page} token={request.params.token} {...invitation} fault={fault} />);
}

interface InvitationPageProperties {
  page: Page;
  token: string;
  email: string;
  fault: string | undefined;
}

function InvitationPage({ page, token, email, fault }: InvitationPageProperties) {
  const words = signInWords[page.language];
  return (
    <NarrowLayout page={page} title={words.welcome}>
      <p>{words.choosePassword}</p>
      <p>
        {words.invitedAs} <strong class="breakable">{email}</strong>
      </p>
      <Card>
        <OwnersForm page={page} action={`/app/invitations/${token}`}>
          <input type="text" name="username" value={email} autocomplete="username" readOnly hidden />
          <Field
            name="password"
            label={words.newPassword}
            type="password"
            autocomplete="new-password"
            hint={words.lengthHint(PASSWORD.min)}
            error={fault}
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

function tellOver(request: FastifyRequest, reply: FastifyReply) {
  const page = pageFor(request, reply);
  const words = signInWords[page.language];
  return sendPage(
    reply.code(404),
    <NarrowLayout page={page} title={words.notValid}>
      <p>{words.notValidText}</p>
      <p>
        <a href="/app/sign-in">{words.signIn}</a>
      </p>
    </NarrowLayout>,
  );
}
