import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DatabaseError } from 'pg';
import { renameAccount } from '../../accounts/accountStore.ts';
import { endInvitations } from '../../accounts/invitationStore.ts';
import { updateMember } from '../../accounts/memberStore.ts';
import { MEMBER_BOUNDS, NAME, parseSignInEmail, SIGN_IN_EMAIL } from '../../contract/values.ts';
import { Button, Field } from '../../web/components/form.tsx';
import { Card } from '../../web/components/notice.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteOf } from '../actions.ts';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { queueMail, recipientOf } from '../mails.ts';
import { accountIdOf, type OwnersPage, sessionOf } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import { lengthFault } from '../textBounds.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { accountWords } from '../words/account.ts';
import { membersWords } from '../words/members.ts';
import type { SendAccount } from './accountPage.tsx';

const ACCOUNT = '/app/account';
const UNIQUE_VIOLATION = '23505';

/** What was typed, when a form is shown again. */
export interface ProfileAttempt {
  text: string;
  error: string;
}

export function profileRoutes(app: FastifyInstance, dependencies: DashboardDependencies, send: SendAccount): void {
  const { database, clock } = dependencies;
  app.post('/account/profile', allow('OWN_PROFILE'), async (request, reply) => {
    const { language } = visitOf(request);
    const name = fieldOf(formOf(request), 'name').trim();
    const error = lengthFault(name, MEMBER_BOUNDS.name, language);
    if (error) return send(request, reply.code(422), { name: { text: name, error } });
    await updateMember(database, sessionOf(request).member, { name }, clock());
    return redirectWithNotice(request, reply, ACCOUNT, accountWords[language].profileSaved);
  });
  app.post('/account/email', allowSensitive('OWN_PROFILE'), async (request, reply) => {
    const typed = fieldOf(formOf(request), 'email').trim();
    const error = await changeEmail(request, dependencies, typed);
    if (error) return send(request, reply.code(422), { email: { text: typed, error } });
    await queueMail(database, dependencies, recipientOf(request), (words, when) => ({
      kind: 'EMAIL_CHANGED',
      subject: words.emailChangedSubject,
      text: words.emailChanged(when),
    }));
    return redirectWithNotice(request, reply, ACCOUNT, accountWords[visitOf(request).language].emailChanged);
  });
  app.post('/account/name', allow('ACCOUNT'), async (request, reply) => {
    const { language } = visitOf(request);
    const name = fieldOf(formOf(request), 'account-name').trim();
    const error = lengthFault(name, NAME, language);
    if (error) return send(request, reply.code(422), { accountName: { text: name, error } });
    await database.transaction(async (client) => {
      await renameAccount(client, accountIdOf(request), name);
      await noteOf(request)(client, 'ACCOUNT_RENAMED', { name });
    });
    return redirectWithNotice(request, reply, ACCOUNT, accountWords[language].accountRenamed);
  });
}

/** Returns the error, or undefined once the address is changed. Links sent to the old one end. */
async function changeEmail(
  request: FastifyRequest,
  { database, clock }: DashboardDependencies,
  typed: string,
): Promise<string | undefined> {
  const words = membersWords[visitOf(request).language];
  const email = parseSignInEmail(typed);
  if (email === undefined) return words.notEmail;
  const { member } = sessionOf(request);
  try {
    await database.transaction(async (client) => {
      await updateMember(client, member, { email }, clock());
      await endInvitations(client, member, clock());
      await noteOf(request)(client, 'EMAIL_CHANGED', { email });
    });
    return undefined;
  } catch (error) {
    if ((error as DatabaseError).code === UNIQUE_VIOLATION) return words.addressInUse;
    throw error;
  }
}

interface CardProperties {
  page: OwnersPage;
  attempt: ProfileAttempt | undefined;
}

export function NameCard({ page, attempt }: CardProperties) {
  const words = accountWords[page.language];
  return (
    <Card title={words.profile} class="settings">
      <OwnersForm page={page} action="/app/account/profile" hasChanges={attempt !== undefined}>
        <Field
          name="name"
          label={words.yourName}
          value={(attempt?.text ?? page.session.member.name).slice(0, MEMBER_BOUNDS.name.max)}
          error={attempt?.error}
          autocomplete="name"
          maxLength={MEMBER_BOUNDS.name.max}
          isRequired
        />
        <div class="buttons">
          <Button>{words.save}</Button>
        </div>
      </OwnersForm>
    </Card>
  );
}

export function EmailCard({ page, attempt }: CardProperties) {
  const words = accountWords[page.language];
  return (
    <Card title={words.emailAddress} class="settings">
      <OwnersForm page={page} action="/app/account/email" hasChanges={attempt !== undefined}>
        <Field
          name="email"
          label={words.emailAddress}
          type="email"
          value={(attempt?.text ?? page.session.member.email).slice(0, SIGN_IN_EMAIL.max)}
          hint={words.emailHint}
          error={attempt?.error}
          autocomplete="email"
          maxLength={SIGN_IN_EMAIL.max}
          isRequired
        />
        <div class="buttons">
          <Button>{words.changeEmail}</Button>
        </div>
      </OwnersForm>
    </Card>
  );
}

export function AccountNameCard({ page, attempt }: CardProperties) {
  const words = accountWords[page.language];
  return (
    <Card title={words.accountName} class="settings">
      <OwnersForm page={page} action="/app/account/name" hasChanges={attempt !== undefined}>
        <Field
          name="account-name"
          label={words.accountName}
          value={(attempt?.text ?? page.session.account.name).slice(0, NAME.max)}
          error={attempt?.error}
          autocomplete="organization"
          maxLength={NAME.max}
          isRequired
        />
        <div class="buttons">
          <Button>{words.save}</Button>
        </div>
      </OwnersForm>
    </Card>
  );
}
