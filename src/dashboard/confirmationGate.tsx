import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { confirmSession } from '../accounts/sessionStore.ts';
import { ownSession } from '../accounts/sessions.ts';
import { PASSWORD } from '../contract/values.ts';
import { Button, Field } from '../web/components/form.tsx';
import { Card } from '../web/components/notice.tsx';
import { sendPage } from '../web/document.tsx';
import { type Form, fieldOf } from '../web/formBody.ts';
import { OwnersForm } from './components/form.tsx';
import { NarrowLayout } from './components/layout.tsx';
import type { DashboardDependencies } from './dependencies.ts';
import { FORM_TOKEN, formOf } from './formGate.ts';
import { type OwnersPage, ownersPageFor, sessionOf } from './page.ts';
import { ownPasswordFault } from './signIn/ownPassword.ts';
import { CodeField, codeFault } from './signIn/secondStep.tsx';
import { HOME } from './visit.ts';
import { layoutWords } from './words/layout.ts';
import { signInWords } from './words/signIn.ts';

/** How long a confirmation is valid: long enough to issue a few keys, short enough for a browser that was left open. */
const CONFIRMED_MS = 10 * 60_000;

const CONFIRMED_PASSWORD = 'confirmed-password';
const CONFIRMED_CODE = 'confirmed-code';

/** What was wrong with the password or with the code. */
interface Faults {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Before something sensitive is done, the member must have entered the password recently. Otherwise a page asks for it.
 * That page carries the submitted form and sends it again to the same address, so nothing has to be typed twice.
 */
export function confirmationGate(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock } = dependencies;
  app.addHook('preValidation', async (request, reply) => {
    if (!request.routeOptions.config.isSensitive) return;
    const session = sessionOf(request);
    if (clock().getTime() - session.confirmedAt.getTime() <= CONFIRMED_MS) return;
    const form = formOf(request);
    if (!form.has(CONFIRMED_PASSWORD)) return ask(request, reply.code(403));
    const faults = await faultsOf(request, dependencies, form);
    if (faults) return ask(request, reply.code(422), faults);
    await confirmSession(database, ownSession(session), clock());
  });
}

/** The code is looked at only if the password is right, so that it is not used up by a typing error. */
async function faultsOf(
  request: FastifyRequest,
  dependencies: DashboardDependencies,
  form: Form,
): Promise<Faults | undefined> {
  const { member } = sessionOf(request);
  const password = await ownPasswordFault(request, dependencies, fieldOf(form, CONFIRMED_PASSWORD));
  if (password) return { password };
  if (!member.hasTotp) return undefined;
  const code = await codeFault(request, dependencies, member, fieldOf(form, CONFIRMED_CODE));
  return code ? { code } : undefined;
}

function ask(request: FastifyRequest, reply: FastifyReply, faults: Faults = {}): FastifyReply {
  const page = { ...ownersPageFor(request, reply), path: HOME };
  return sendPage(reply, <ConfirmPage page={page} action={request.url} form={formOf(request)} faults={faults} />);
}

interface ConfirmPageProperties {
  page: OwnersPage;
  action: string;
  /** What was submitted. */
  form: Form;
  faults: Faults;
}

const NOT_SUBMITTED: readonly string[] = [FORM_TOKEN, CONFIRMED_PASSWORD, CONFIRMED_CODE];

function ConfirmPage({ page, action, form, faults }: ConfirmPageProperties) {
  const words = signInWords[page.language];
  const submitted = [...form].filter(([name]) => !NOT_SUBMITTED.includes(name));
  return (
    <NarrowLayout page={page} title={words.confirmTitle}>
      <p>{words.confirmText}</p>
      <Card>
        <OwnersForm page={page} action={action}>
          {submitted.flatMap(([name, values]) =>
            values.map((value, index) => <input key={`${name} ${index}`} type="hidden" name={name} value={value} />),
          )}
          <input
            type="text"
            name="username"
            value={page.session.member.email}
            autocomplete="username"
            readOnly
            hidden
          />
          <Field
            name={CONFIRMED_PASSWORD}
            label={words.password}
            type="password"
            autocomplete="current-password"
            error={faults.password}
            maxLength={PASSWORD.max}
            isRequired
            autofocus
          />
          {page.session.member.hasTotp && <CodeField page={page} name={CONFIRMED_CODE} fault={faults.code} />}
          <div class="buttons">
            <Button>{words.confirm}</Button>
            <a class="button plain" href={HOME}>
              {layoutWords[page.language].cancel}
            </a>
          </div>
        </OwnersForm>
      </Card>
    </NarrowLayout>
  );
}
