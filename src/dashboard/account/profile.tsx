import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DatabaseError } from 'pg';
import { renameAccount } from '../../accounts/accountStore.ts';
import { endInvitations } from '../../accounts/invitationStore.ts';
import { updateMember } from '../../accounts/memberStore.ts';
import { MEMBER_BOUNDS, NAME, parseSignInEmail, SIGN_IN_EMAIL } from '../../contract/values.ts';
import { Button, Field, type FieldProperties } from '../../web/components/form.tsx';
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
  const field = {
    name: 'name',
    label: words.yourName,
    value: page.session.member.name,
    maxLength: MEMBER_BOUNDS.name.max,
  };
  return <SettingCard {...{ page, attempt, field }} title={words.profile} path="/profile" button={words.save} />;
}

export function EmailCard({ page, attempt }: CardProperties) {
  const words = accountWords[page.language];
  const field = {
    name: 'email',
    label: words.emailAddress,
    type: 'email' as const,
    hint: words.emailHint,
    value: page.session.member.email,
    maxLength: SIGN_IN_EMAIL.max,
  };
  return <SettingCard {...{ page, attempt, field }} title={field.label} path="/email" button={words.changeEmail} />;
}

export function AccountNameCard({ page, attempt }: CardProperties) {
  const words = accountWords[page.language];
  const field = {
    name: 'account-name',
    label: words.accountName,
    value: page.session.account.name,
    maxLength: NAME.max,
  };
  return <SettingCard {...{ page, attempt, field }} title={field.label} path="/name" button={words.save} />;
}

interface SettingCardProperties extends CardProperties {
  title: string;
  /** The form's action, relative to the account's page. */
  path: string;
  button: string;
  field: FieldProperties & { value: string; maxLength: number };
}

/** A card with a form of one field. */
function SettingCard({ page, attempt, title, path, button, field }: SettingCardProperties) {
  return (
    <Card title={title} class="settings">
      <OwnersForm page={page} action={ACCOUNT + path} hasChanges={attempt !== undefined}>
        <Field
          {...field}
          value={(attempt?.text ?? field.value).slice(0, field.maxLength)}
          error={attempt?.error}
          isRequired
        />
        <div class="buttons">
          <Button>{button}</Button>
        </div>
      </OwnersForm>
    </Card>
  );
}
