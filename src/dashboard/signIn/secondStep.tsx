import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isKnownBrowser } from '../../accounts/knownBrowserStore.ts';
import type { OwnMember } from '../../accounts/memberStore.ts';
import { endSession, findPendingSession } from '../../accounts/sessionStore.ts';
import { openPendingSession } from '../../accounts/sessions.ts';
import { parseToken } from '../../accounts/token.ts';
import { isRightCode } from '../../accounts/totp.ts';
import { Button, Field } from '../../web/components/form.tsx';
import { Card } from '../../web/components/notice.tsx';
import { clearCookie, setCookie } from '../../web/cookies.ts';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteByStranger } from '../actions.ts';
import { OwnersForm } from '../components/form.tsx';
import { NarrowLayout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { type Page, pageFor } from '../page.ts';
import { BROWSER_COOKIE, SIGN_IN_PATH, targetOf, visitOf } from '../visit.ts';
import { signInWords } from '../words/signIn.ts';
import { totpWords } from '../words/totp.ts';
import { completeSignIn, originOf } from './signIn.ts';

const PATH = '/sign-in/code';
const PENDING_COOKIE = 'pending';
const MAX_CODE = 40;

/** The password was right: asks for the second factor. */
export async function beginSecondStep(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock }: DashboardDependencies,
  member: OwnMember,
  to: string,
): Promise<FastifyReply> {
  const token = await openPendingSession(database, clock, member, originOf(request));
  setCookie(reply, PENDING_COOKIE, token, visitOf(request).cookieOptions);
  return reply.redirect(`/app${PATH}?to=${encodeURIComponent(to)}`, 303);
}

export function secondStepRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock } = dependencies;
  const pendingIn = async (request: FastifyRequest) => {
    const tokenSha256 = parseToken(visitOf(request).cookies.get(PENDING_COOKIE));
    return tokenSha256 && findPendingSession(database, tokenSha256, clock());
  };
  const startAgain = (reply: FastifyReply) => reply.redirect(`${SIGN_IN_PATH}?too-late`, 303);

  app.get<{ Querystring: { to?: unknown } }>(PATH, async (request, reply) => {
    if (!(await pendingIn(request))) return startAgain(reply);
    return sendPage(reply, <CodePage page={pageFor(request, reply)} to={targetOf(request.query.to)} />);
  });
  app.post(PATH, async (request, reply) => {
    const pending = await pendingIn(request);
    if (!pending) return startAgain(reply);
    const form = formOf(request);
    const to = targetOf(fieldOf(form, 'to'));
    const fault = await codeFault(request, dependencies, pending.member, fieldOf(form, 'code'));
    if (fault) return sendPage(reply.code(422), <CodePage page={pageFor(request, reply)} to={to} fault={fault} />);
    await endSession(database, { ...pending.member, sessionId: pending.sessionId });
    clearCookie(reply, PENDING_COOKIE, visitOf(request).cookieOptions);
    return completeSignIn(request, reply, dependencies, pending.member, to);
  });
}

/**
 * The error of a code that a member entered, if any. Attempts are limited; those in a browser that the member has used
 * are counted separately, so that somebody who knows the password cannot lock the member out.
 */
export async function codeFault(
  request: FastifyRequest,
  { database, clock, limits }: DashboardDependencies,
  member: OwnMember & { email: string },
  code: string,
): Promise<string | undefined> {
  const { cookies, language } = visitOf(request);
  const browserSha256 = parseToken(cookies.get(BROWSER_COOKIE));
  const isKnown = browserSha256 && (await isKnownBrowser(database, member, browserSha256));
  const key = isKnown ? browserSha256.toString('base64url') : member.memberId;
  const { isExceeded, resetSeconds } = await limits.signIn.code.count(key);
  if (isExceeded) return signInWords[language].tooMany(Math.ceil(resetSeconds / 60));
  const isRight = code.length <= MAX_CODE && (await isRightCode(database, clock, member, code));
  if (isRight) return undefined;
  await noteByStranger(request, member.accountId)(database, 'CODE_REFUSED', { email: member.email });
  return totpWords[language].wrongCodeOrRecovery;
}

function CodePage({ page, to, fault }: { page: Page; to: string; fault?: string }) {
  const words = totpWords[page.language];
  return (
    <NarrowLayout page={page} title={words.askTitle}>
      <p>{words.askText}</p>
      <Card>
        <OwnersForm page={page} action={`/app${PATH}`}>
          <input type="hidden" name="to" value={to} />
          <CodeField page={page} name="code" fault={fault} autofocus />
          <Button>{words.continue}</Button>
        </OwnersForm>
      </Card>
      <p class="hint">{words.lost}</p>
    </NarrowLayout>
  );
}

interface CodeFieldProperties {
  page: Page;
  name: string;
  fault: string | undefined;
  autofocus?: boolean;
}

/** A code of the app or a recovery code. */
export const CodeField = ({ page, name, fault, autofocus = false }: CodeFieldProperties) => (
  <Field
    name={name}
    label={totpWords[page.language].codeOrRecovery}
    error={fault}
    autofocus={autofocus}
    autocomplete="one-time-code"
    maxLength={MAX_CODE}
    isRequired
  />
);
