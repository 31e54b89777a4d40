import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findMemberByEmail } from '../../accounts/memberStore.ts';
import { parseToken } from '../../accounts/token.ts';
import { PASSWORD, parseSignInEmail, SIGN_IN_EMAIL } from '../../contract/values.ts';
import { Button, Field } from '../../web/components/form.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteByStranger } from '../actions.ts';
import { OwnersForm } from '../components/form.tsx';
import { NarrowLayout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { type Page, pageFor } from '../page.ts';
import { BROWSER_COOKIE, HOME, SIGN_IN_PATH, targetOf, visitOf } from '../visit.ts';
import { signInWords } from '../words/signIn.ts';
import { totpWords } from '../words/totp.ts';
import { secondsToWait } from './attempts.ts';
import { ForgottenPasswordLink } from './forgottenPassword.tsx';
import { beginSecondStep } from './secondStep.tsx';
import { completeSignIn } from './signIn.ts';

const PATH = '/sign-in';

export function signInRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get<{ Querystring: { to?: unknown; 'signed-out'?: unknown; 'too-late'?: unknown } }>(
    PATH,
    async (request, reply) => {
      const { session, language } = visitOf(request);
      if (session) return reply.redirect(HOME, 303);
      const isTooLate = request.query['too-late'] !== undefined;
      const isSignedOut = request.query['signed-out'] !== undefined;
      const text = isTooLate ? totpWords[language].over : isSignedOut ? signInWords[language].signedOut : undefined;
      const notice = text === undefined ? undefined : ({ kind: isTooLate ? 'plain' : 'good', text } as const);
      const page = { ...pageFor(request, reply), notice };
      const to = targetOf(request.query.to);
      return sendPage(reply, <SignInPage page={page} to={to} email="" sendsMail={dependencies.sendsMail} />);
    },
  );
  app.post(PATH, async (request, reply) => takeSignIn(request, reply, dependencies));
}

async function takeSignIn(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { database, limits, passwords, sendsMail } = dependencies;
  const form = formOf(request);
  const [typed, password, to] = [fieldOf(form, 'email'), fieldOf(form, 'password'), targetOf(fieldOf(form, 'to'))];
  const words = signInWords[visitOf(request).language];
  const again = (error: string, status: number) =>
    sendPage(
      reply.code(status),
      <SignInPage
        page={pageFor(request, reply)}
        to={to}
        email={typed.slice(0, SIGN_IN_EMAIL.max)}
        sendsMail={sendsMail}
        error={error}
      />,
    );
  const email = parseSignInEmail(typed);
  if (email === undefined || password.length > PASSWORD.max) return again(words.wrong, 422);
  const member = await findMemberByEmail(database, email);
  const browserSha256 = parseToken(visitOf(request).cookies.get(BROWSER_COOKIE));
  const seconds = await secondsToWait(database, limits.signIn, { email, address: request.ip, member, browserSha256 });
  if (seconds > 0) {
    reply.header('retry-after', String(seconds));
    return again(words.tooMany(Math.ceil(seconds / 60)), 429);
  }
  const isRight = await passwords.isRight(password, member?.passwordHash);
  if (!member || !isRight) {
    const answer = again(words.wrong, 422);
    // After the answer, so that its time does not tell whether the address is known.
    if (member) await noteByStranger(request, member.accountId)(database, 'SIGN_IN_FAILED', { email });
    return answer;
  }
  if (member.hasTotp) return beginSecondStep(request, reply, dependencies, member, to);
  return completeSignIn(request, reply, dependencies, member, to);
}

interface SignInPageProperties {
  page: Page;
  to: string;
  email: string;
  sendsMail: boolean;
  error?: string;
}

function SignInPage({ page, to, email, sendsMail, error }: SignInPageProperties) {
  const words = signInWords[page.language];
  return (
    <NarrowLayout page={page} title={words.signIn}>
      <p class="hint">{words.intro}</p>
      {page.notice && (
        <Notice kind={page.notice.kind} data-outcome>
          {page.notice.text}
        </Notice>
      )}
      {error && <Notice kind="bad">{error}</Notice>}
      <Card>
        <OwnersForm page={page} action={SIGN_IN_PATH} data-ended={words.ended} data-kept={words.kept}>
          <input type="hidden" name="to" value={to} />
          <Field
            name="email"
            label={words.email}
            type="email"
            value={email}
            autocomplete="username"
            maxLength={SIGN_IN_EMAIL.max}
            autofocus={email === ''}
            isRequired
          />
          <Field
            name="password"
            label={words.password}
            type="password"
            autocomplete="current-password"
            maxLength={PASSWORD.max}
            autofocus={email !== ''}
            isRequired
          />
          <Button>{words.signIn}</Button>
        </OwnersForm>
      </Card>
      {sendsMail ? <ForgottenPasswordLink language={page.language} /> : <p class="hint">{words.forgotten}</p>}
    </NarrowLayout>
  );
}
