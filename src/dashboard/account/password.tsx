import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forgetBrowsers } from '../../accounts/knownBrowserStore.ts';
import { updateMember } from '../../accounts/memberStore.ts';
import { endAllSessions } from '../../accounts/sessionStore.ts';
import { PASSWORD } from '../../contract/values.ts';
import { Button, Field } from '../../web/components/form.tsx';
import { Card } from '../../web/components/notice.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteOf } from '../actions.ts';
import { mayRenewCalendarLink } from '../calendar/calendarPage.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { notifyMember, passwordChangedMail, recipientOf } from '../mails.ts';
import { type OwnersPage, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { passwordFault } from '../signIn/newPassword.ts';
import { ownPasswordFault } from '../signIn/ownPassword.ts';
import { signIn } from '../signIn/signIn.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { accountWords } from '../words/account.ts';
import { calendarWords } from '../words/calendar.ts';
import { signInWords } from '../words/signIn.ts';
import type { SendAccount } from './accountPage.tsx';

export interface PasswordFaults {
  current?: string | undefined;
  next?: string | undefined;
}

export function passwordRoute(app: FastifyInstance, dependencies: DashboardDependencies, send: SendAccount): void {
  app.post('/account/password', allow('OWN_PROFILE'), async (request, reply) => {
    const faults = await change(request, dependencies);
    if (faults) return send(request, reply.code(422), { password: faults });
    await notifyMember(dependencies, recipientOf(request), passwordChangedMail);
    await signIn(request, reply, dependencies, sessionOf(request).member);
    return redirectWithNotice(request, reply, '/app/account', await changedText(request, dependencies));
  });
}

async function changedText(request: FastifyRequest, { database }: DashboardDependencies): Promise<string> {
  const { language } = visitOf(request);
  const { changed, calendarStays } = accountWords[language];
  if (!(await mayRenewCalendarLink(database, sessionOf(request)))) return changed;
  return `${changed} ${calendarStays} ${calendarWords[language].title}.`;
}

/** Returns the error, or undefined once the password is changed and every session ended. */
async function change(
  request: FastifyRequest,
  dependencies: DashboardDependencies,
): Promise<PasswordFaults | undefined> {
  const { database, clock, passwords } = dependencies;
  const { language } = visitOf(request);
  const { member: own, account } = sessionOf(request);
  const [current, next] = ['current', 'next'].map((name) => fieldOf(formOf(request), name)) as [string, string];
  const fault = passwordFault(next, [own.email, own.name, account.name], language);
  if (fault) return { next: fault };
  const wrong = await ownPasswordFault(request, dependencies, current);
  if (wrong) return { current: wrong };
  if (next === current) return { next: accountWords[language].samePassword };
  const passwordHash = await passwords.hash(next);
  await database.transaction(async (client) => {
    await updateMember(client, own, { passwordHash }, clock());
    await noteOf(request)(client, 'PASSWORD_CHANGED');
    await endAllSessions(client, own);
    await forgetBrowsers(client, own);
  });
  return undefined;
}

export function PasswordCard({ page, faults = {} }: { page: OwnersPage; faults?: PasswordFaults | undefined }) {
  const words = accountWords[page.language];
  return (
    <Card title={words.password} class="settings">
      <OwnersForm page={page} action="/app/account/password">
        <input type="text" name="username" value={page.session.member.email} autocomplete="username" readOnly hidden />
        <Field
          name="current"
          label={words.currentPassword}
          type="password"
          autocomplete="current-password"
          maxLength={PASSWORD.max}
          error={faults.current}
          isRequired
        />
        <Field
          name="next"
          label={words.newPassword}
          type="password"
          autocomplete="new-password"
          hint={signInWords[page.language].lengthHint(PASSWORD.min)}
          minLength={PASSWORD.min}
          maxLength={PASSWORD.max}
          error={faults.next}
          isRequired
        />
        <div class="buttons">
          <Button>{words.change}</Button>
        </div>
      </OwnersForm>
    </Card>
  );
}
