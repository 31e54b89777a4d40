import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invitationUrl, issueResetLink, RESET_MS } from '../../accounts/invitations.ts';
import { findMemberByEmail } from '../../accounts/memberStore.ts';
import { parseSignInEmail, SIGN_IN_EMAIL } from '../../contract/values.ts';
import { addressKey } from '../../limits/clientAddress.ts';
import { Button, Field } from '../../web/components/form.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { noteByStranger } from '../actions.ts';
import { OwnersForm } from '../components/form.tsx';
import { NarrowLayout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { queueMail } from '../mails.ts';
import { type Page, pageFor } from '../page.ts';
import { SIGN_IN_PATH, visitOf } from '../visit.ts';
import { membersWords } from '../words/members.ts';
import { signInWords } from '../words/signIn.ts';
import { limitKey } from './attempts.ts';

const PATH = '/forgotten-password';

/** Every answer takes this long, so that nobody can tell by the time whether an address is known. */
const ANSWER_MS = 500;

export const ForgottenPasswordLink = ({ language }: { language: Language }) => (
  <p>
    <a href={`/app${PATH}`}>{signInWords[language].forgottenLink}</a>
  </p>
);

export function forgottenPasswordRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  if (!dependencies.sendsMail) return;
  app.get(PATH, async (request, reply) => sendPage(reply, <ForgottenPage page={pageFor(request, reply)} email="" />));
  app.post(PATH, async (request, reply) => {
    const typed = fieldOf(formOf(request), 'email').trim();
    const { language } = visitOf(request);
    const email = parseSignInEmail(typed);
    if (email === undefined) return again(request, reply.code(422), typed, membersWords[language].notEmail);
    const seconds = await secondsToWait(request, dependencies, email);
    if (seconds > 0) {
      reply.header('retry-after', String(seconds));
      return again(request, reply.code(429), typed, signInWords[language].tooMany(Math.ceil(seconds / 60)));
    }
    await Promise.all([sendLink(request, dependencies, email), sleep(ANSWER_MS)]);
    return tellSent(request, reply, email);
  });
}

/** Counts for every address, known or not, so that the answer says nothing about it. */
async function secondsToWait(
  { ip }: FastifyRequest,
  { limits: { passwordReset } }: DashboardDependencies,
  email: string,
): Promise<number> {
  const counted = [await passwordReset.address.count(addressKey(ip)), await passwordReset.email.count(limitKey(email))];
  return Math.max(0, ...counted.filter(({ isExceeded }) => isExceeded).map(({ resetSeconds }) => resetSeconds));
}

async function sendLink(request: FastifyRequest, dependencies: DashboardDependencies, email: string): Promise<void> {
  const { database, clock, publicUrl } = dependencies;
  const member = await findMemberByEmail(database, email);
  if (!member) return;
  // Together, so that there is no link without its mail.
  await database.transaction(async (client) => {
    const link = invitationUrl(publicUrl(), await issueResetLink(client, clock, member));
    const compose = (words: { resetSubject: string; reset(link: string): string }) => ({
      kind: 'PASSWORD_RESET',
      subject: words.resetSubject,
      text: words.reset(link),
    });
    await queueMail(client, dependencies, member, compose, RESET_MS);
    await noteByStranger(request, member.accountId)(client, 'PASSWORD_RESET_REQUESTED', { email });
  });
}

function again(request: FastifyRequest, reply: FastifyReply, typed: string, error: string): FastifyReply {
  const email = typed.slice(0, SIGN_IN_EMAIL.max);
  return sendPage(reply, <ForgottenPage page={pageFor(request, reply)} email={email} error={error} />);
}

function tellSent(request: FastifyRequest, reply: FastifyReply, email: string): FastifyReply {
  const page = pageFor(request, reply);
  const words = signInWords[page.language];
  return sendPage(
    reply,
    <NarrowLayout page={page} title={words.lookInMail}>
      <Notice kind="good">{words.linkSent(email)}</Notice>
      <p>{words.noMail}</p>
      <p>
        <a href={SIGN_IN_PATH}>{words.signIn}</a>
      </p>
    </NarrowLayout>,
  );
}

function ForgottenPage({ page, email, error }: { page: Page; email: string; error?: string }) {
  const words = signInWords[page.language];
  return (
    <NarrowLayout page={page} title={words.forgottenTitle}>
      <p>{words.forgottenText}</p>
      <Card>
        <OwnersForm page={page} action={`/app${PATH}`}>
          <Field
            name="email"
            label={words.email}
            type="email"
            value={email}
            error={error}
            autocomplete="username"
            maxLength={SIGN_IN_EMAIL.max}
            isRequired
          />
          <Button>{words.sendLink}</Button>
        </OwnersForm>
      </Card>
      <p>
        <a href={SIGN_IN_PATH}>{words.signIn}</a>
      </p>
    </NarrowLayout>
  );
}
