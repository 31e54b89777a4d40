import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KEY_NAME } from '../../contract/values.ts';
import { keyState } from '../../keys/apiKey.ts';
import { listKeys } from '../../keys/apiKeyStore.ts';
import { issueKey } from '../../keys/keys.ts';
import { Button, Field, Select } from '../../web/components/form.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteAction } from '../actions.ts';
import { DialogCancel, DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { keyIssuedMail, notifyOwners } from '../mails.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import { visitOf } from '../visit.ts';
import { developersWords } from '../words/developers.ts';
import { IssuedKeyPage } from './issuedKey.tsx';

const DAY_SECONDS = 86_400;
const MAX_ACTIVE_KEYS = 50;
/** Selectable lifetimes, in days. */
const LIFETIMES = [30, 90, 365];

export function issueKeyRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock, publicUrl } = dependencies;
  app.get('/developers/keys/new', allow('KEYS'), async (request, reply) =>
    sendPage(reply, <NewKeyPage page={ownersPageFor(request, reply)} name="" days="" />),
  );
  app.post('/developers/keys', allowSensitive('KEYS'), async (request, reply) => {
    const form = formOf(request);
    const [typed, days] = [fieldOf(form, 'name'), fieldOf(form, 'days')];
    const fault = nameFault(typed, request) ?? (await tooManyFault(request));
    const page = ownersPageFor(request, reply);
    if (fault !== undefined)
      return sendPage(
        reply.code(422),
        <NewKeyPage page={page} name={typed.slice(0, KEY_NAME.max)} days={days} fault={fault} />,
      );
    const lifetime = LIFETIMES.find((each) => String(each) === days);
    const seconds = lifetime === undefined ? null : lifetime * DAY_SECONDS;
    const issued = await issueKey(database, clock, accountIdOf(request), seconds, typed.trim());
    noteAction(request, 'KEY_ISSUED', { keyId: issued.keyId });
    const { account, member } = sessionOf(request);
    await notifyOwners(dependencies, account.accountId, keyIssuedMail(account.name, member, typed.trim()));
    return sendPage(reply.code(201), <IssuedKeyPage page={page} issued={issued} publicUrl={publicUrl()} />);
  });

  async function tooManyFault(request: FastifyRequest): Promise<string | undefined> {
    const now = clock();
    const keys = await listKeys(database, accountIdOf(request));
    const active = keys.filter((key) => keyState(key, now) === 'active').length;
    return active < MAX_ACTIVE_KEYS
      ? undefined
      : developersWords[visitOf(request).language].tooManyKeys(MAX_ACTIVE_KEYS);
  }
}

function nameFault(typed: string, request: FastifyRequest): string | undefined {
  const isGood = typed.length <= KEY_NAME.max && typed.trim() !== '';
  return isGood ? undefined : developersWords[visitOf(request).language].nameMissing;
}

interface NewKeyPageProperties {
  page: OwnersPage;
  name: string;
  days: string;
  fault?: string;
}

function NewKeyPage({ page, name, days, fault }: NewKeyPageProperties) {
  const words = developersWords[page.language];
  const lifetimes = LIFETIMES.map((each) => ({ value: String(each), label: words.inDays(each) }));
  return (
    <DialogPage page={page} section="developers" title={words.newKey}>
      <OwnersForm page={page} action="/app/developers/keys">
        <Field
          name="name"
          label={words.name}
          value={name}
          hint={words.nameHint}
          error={fault}
          maxLength={KEY_NAME.max}
          autocomplete="off"
          isRequired
        />
        <Select
          name="days"
          label={words.expiry}
          value={days}
          choices={[{ value: '', label: words.never }, ...lifetimes]}
        />
        <div class="buttons">
          <Button>{words.issue}</Button>
          <DialogCancel page={page} href="/app/developers" />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
