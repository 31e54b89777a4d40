import type { FastifyInstance } from 'fastify';
import { hasRoomForKey, issueKey, MAX_ACTIVE_KEYS } from '../../keys/keys.ts';
import { Button, Select } from '../../web/components/form.tsx';
import { Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteOf } from '../actions.ts';
import { DialogCancel, DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { keyIssuedMail, notifyOwners } from '../mails.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import type { Faults } from '../textBounds.ts';
import { visitOf } from '../visit.ts';
import { developersWords } from '../words/developers.ts';
import { formWords } from '../words/form.ts';
import { IssuedKeyPage } from './issuedKey.tsx';
import { KeyNameField, keyNameFault } from './keyName.tsx';
import {
  checkRestrictions,
  NO_RESTRICTIONS,
  RestrictionFields,
  type RestrictionsDraft,
  readRestrictions,
} from './keyRestrictions.tsx';
import { DEVELOPERS_PATH, KEYS_PATH } from './ownKey.ts';

const DAY_SECONDS = 86_400;
/** Selectable lifetimes, in days. */
const LIFETIMES = [30, 90, 365];

export function issueKeyRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock, publicUrl } = dependencies;
  app.get('/developers/keys', allow('VIEW'), async (_request, reply) => reply.redirect(DEVELOPERS_PATH, 303));
  app.get('/developers/keys/new', allow('KEYS'), async (request, reply) =>
    sendPage(reply, <NewKeyPage page={ownersPageFor(request, reply)} name="" days="" draft={NO_RESTRICTIONS} />),
  );
  app.post('/developers/keys', allowSensitive('KEYS'), async (request, reply) => {
    const form = formOf(request);
    const [typed, days] = [fieldOf(form, 'name'), fieldOf(form, 'days')];
    const draft = readRestrictions(form);
    const { language } = visitOf(request);
    const { faults, restrictions } = checkRestrictions(draft, language);
    const page = ownersPageFor(request, reply);
    const refuse = (fault: string | undefined) => {
      const shown = { ...page, path: `${KEYS_PATH}/new` };
      return sendPage(reply.code(422), <NewKeyPage page={shown} name={typed} {...{ days, draft, fault, faults }} />);
    };
    const fault = keyNameFault(typed, language);
    if (fault !== undefined || faults.size > 0) return refuse(fault);
    const lifetime = LIFETIMES.find((each) => String(each) === days);
    const seconds = lifetime === undefined ? null : lifetime * DAY_SECONDS;
    const name = typed.trim();
    const issued = await database.transaction(async (client) => {
      if (!(await hasRoomForKey(client, accountIdOf(request), clock()))) return undefined;
      const key = await issueKey(client, clock, accountIdOf(request), seconds, name, restrictions);
      await noteOf(request)(client, 'KEY_ISSUED', { keyId: key.keyId, name });
      return key;
    });
    if (issued === undefined) return refuse(developersWords[language].tooManyKeys(MAX_ACTIVE_KEYS));
    const { account, member } = sessionOf(request);
    await notifyOwners(dependencies, account.accountId, keyIssuedMail(account.name, member, name));
    return sendPage(
      reply.code(201),
      <IssuedKeyPage page={page} issued={issued} restrictions={restrictions} publicUrl={publicUrl()} />,
    );
  });
}

interface NewKeyPageProperties {
  page: OwnersPage;
  name: string;
  days: string;
  draft: RestrictionsDraft;
  fault?: string | undefined;
  faults?: Faults;
}

function NewKeyPage({ page, name, days, draft, fault, faults = new Map() }: NewKeyPageProperties) {
  const words = developersWords[page.language];
  const lifetimes = LIFETIMES.map((each) => ({ value: String(each), label: words.inDays(each) }));
  return (
    <DialogPage page={page} section="developers" title={words.newKey}>
      {(fault !== undefined || faults.size > 0) && <Notice kind="bad">{formWords[page.language].faulty}</Notice>}
      <OwnersForm page={page} action={KEYS_PATH}>
        <KeyNameField name={name} fault={fault} language={page.language} />
        <Select
          name="days"
          label={words.expiry}
          value={days}
          choices={[{ value: '', label: words.never }, ...lifetimes]}
        />
        <RestrictionFields draft={draft} faults={faults} language={page.language} />
        <div class="buttons">
          <Button>{words.issue}</Button>
          <DialogCancel page={page} href={DEVELOPERS_PATH} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
