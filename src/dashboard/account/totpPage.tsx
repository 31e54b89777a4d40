import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTotpSecret, newTotpSecret, renewRecoveryCodes, switchTotpOn, totpUri } from '../../accounts/totp.ts';
import { clearTotp, countRecoveryCodes } from '../../accounts/totpStore.ts';
import { Button, Field, LinkButton } from '../../web/components/form.tsx';
import { Card, Copyable, Notice } from '../../web/components/notice.tsx';
import { clearCookie } from '../../web/cookies.ts';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteOf } from '../actions.ts';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { notifyMember, recipientOf } from '../mails.ts';
import { sectionTitle } from '../navigation.ts';
import { type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import { keepForVisit, keptForVisit, redirectWithNotice, visitOf } from '../visit.ts';
import { layoutWords } from '../words/layout.ts';
import { totpWords } from '../words/totp.ts';
import { QrCode } from './qrCode.tsx';

const PATH = '/account/totp';
const ACTION = `/app${PATH}`;
const SECRET_COOKIE = 'authenticator';
const MAX_SET_UP_SECONDS = 15 * 60;

/** The second factor of the member: on, off, and its recovery codes. */
export function totpRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock } = dependencies;
  app.get(PATH, allow('OWN_PROFILE'), async (request, reply) => {
    const { member } = sessionOf(request);
    if (!member.hasTotp) return showSetUp(request, reply, pendingSecret(request, reply));
    return showStatus(request, reply, await countRecoveryCodes(database, member));
  });
  app.post(`${PATH}/on`, allowSensitive('OWN_PROFILE'), async (request, reply) => {
    const { member } = sessionOf(request);
    if (member.hasTotp) return reply.redirect(ACTION, 303);
    // The secret comes back with the form: nothing is stored before the app has it.
    const [secret, code] = [fieldOf(formOf(request), 'secret'), fieldOf(formOf(request), 'code')];
    if (!isTotpSecret(secret)) return reply.redirect(ACTION, 303);
    const codes = await switchTotpOn(database, clock, member, { secret, code }, noteOf(request));
    if (!codes) return showSetUp(request, reply.code(422), secret, totpWords[visitOf(request).language].wrongCode);
    clearCookie(reply, SECRET_COOKIE, visitOf(request).cookieOptions);
    return showCodes(request, reply, codes);
  });
  app.post(`${PATH}/recovery-codes`, allowSensitive('OWN_PROFILE'), async (request, reply) => {
    const { member } = sessionOf(request);
    if (!member.hasTotp) return reply.redirect(ACTION, 303);
    const codes = await database.transaction(async (client) => {
      await noteOf(request)(client, 'RECOVERY_CODES_RENEWED');
      return renewRecoveryCodes(client, member);
    });
    return showCodes(request, reply, codes, totpWords[visitOf(request).language].shownNew);
  });
  app.post(`${PATH}/off`, allowSensitive('OWN_PROFILE'), async (request, reply) => {
    const { member } = sessionOf(request);
    const words = totpWords[visitOf(request).language];
    if (!member.hasTotp) return reply.redirect(ACTION, 303);
    await database.transaction(async (client) => {
      await clearTotp(client, member);
      await noteOf(request)(client, 'TOTP_SWITCHED_OFF');
    });
    await notifyMember(dependencies, recipientOf(request), (mail, when) => ({
      kind: 'TOTP_OFF',
      subject: mail.totpOffSubject,
      text: mail.totpOff(when),
    }));
    return redirectWithNotice(request, reply, '/app/account', words.switchedOff);
  });
}

/** The same for a while: a phone may load the page again while its owner is in the authenticator app. */
function pendingSecret(request: FastifyRequest, reply: FastifyReply): string {
  const kept = keptForVisit(request, SECRET_COOKIE) ?? '';
  const secret = isTotpSecret(kept) ? kept : newTotpSecret();
  keepForVisit(request, reply, { name: SECRET_COOKIE, text: secret, maxAgeSeconds: MAX_SET_UP_SECONDS });
  return secret;
}

const pageOf = (request: FastifyRequest, reply: FastifyReply): OwnersPage => ({
  ...ownersPageFor(request, reply),
  path: ACTION,
});

const backOf = ({ language }: OwnersPage) => ({ href: '/app/account', title: sectionTitle('account', language) });

function showSetUp(request: FastifyRequest, reply: FastifyReply, secret: string, fault?: string): FastifyReply {
  const page = pageOf(request, reply);
  const words = totpWords[page.language];
  const { copy, copied } = layoutWords[page.language];
  const uri = totpUri(secret, page.session.member.email);
  return sendPage(
    reply,
    <Layout page={page} section="account" title={words.title} back={backOf(page)}>
      <Card class="short">
        <p>{words.intro}</p>
        <p>{words.scan}</p>
        <QrCode text={uri} label={words.qr} />
        <p>
          {words.onPhone} <a href={uri}>{words.openApp}</a>
        </p>
        <p>{words.byHand}</p>
        <Copyable id="totp-key" text={secret.match(/.{4}/g)?.join(' ') ?? ''} copy={copy} copied={copied} />
        <OwnersForm page={page} action={`${ACTION}/on`}>
          <input type="hidden" name="secret" value={secret} />
          <Field
            name="code"
            label={words.code}
            hint={words.codeHint}
            error={fault}
            inputmode="numeric"
            autocomplete="one-time-code"
            maxLength={10}
            isRequired
          />
          <div class="buttons">
            <Button>{words.switchOn}</Button>
          </div>
        </OwnersForm>
      </Card>
    </Layout>,
  );
}

function showStatus(request: FastifyRequest, reply: FastifyReply, codesLeft: number): FastifyReply {
  const page = pageOf(request, reply);
  const words = totpWords[page.language];
  return sendPage(
    reply,
    <Layout page={page} section="account" title={words.title} back={backOf(page)}>
      <Card title={words.recovery} class="short">
        <p>{words.recoveryLeft(codesLeft)}</p>
        <OwnersForm page={page} action={`${ACTION}/recovery-codes`}>
          <div class="buttons">
            <Button kind="plain">{words.renew}</Button>
          </div>
        </OwnersForm>
      </Card>
      <Card title={words.switchOff} class="short">
        <p>{words.switchOffText}</p>
        <OwnersForm page={page} action={`${ACTION}/off`}>
          <div class="buttons">
            <Button kind="danger">{words.switchOff}</Button>
          </div>
        </OwnersForm>
      </Card>
    </Layout>,
  );
}

/** The only page that shows the recovery codes. */
function showCodes(
  request: FastifyRequest,
  reply: FastifyReply,
  codes: readonly string[],
  note?: string,
): FastifyReply {
  const page = pageOf(request, reply);
  const words = totpWords[page.language];
  const { copy, copied } = layoutWords[page.language];
  return sendPage(
    reply.code(201),
    <Layout page={page} section="account" title={words.shown}>
      <Notice kind="good">{words.isOn}</Notice>
      {note && <Notice kind="plain">{note}</Notice>}
      <Card class="short">
        <p>{words.shownText}</p>
        <Copyable id="recovery-codes" text={codes.join('\n')} copy={copy} copied={copied} />
        <div class="buttons">
          <LinkButton href="/app/account" kind="primary">
            {words.done}
          </LinkButton>
        </div>
      </Card>
    </Layout>,
  );
}

export function TotpCard({ page }: { page: OwnersPage }) {
  const words = totpWords[page.language];
  const { hasTotp } = page.session.member;
  return (
    <Card title={words.title} class="settings">
      <p class="hint">{words.intro}</p>
      <div class="stack">
        <p>{hasTotp ? words.isOn : words.isOff}</p>
        <div class="buttons">
          <LinkButton href={ACTION}>{hasTotp ? words.manage : words.setUp}</LinkButton>
        </div>
      </div>
    </Card>
  );
}
