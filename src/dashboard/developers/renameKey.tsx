import type { FastifyInstance } from 'fastify';
import { type KeyRecord, renameKey } from '../../keys/apiKeyStore.ts';
import { Button } from '../../web/components/form.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteOf } from '../actions.ts';
import { DialogCancel, DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { keyWords } from '../words/keys.ts';
import { KeyNameField, keyName, keyNameFault } from './keyName.tsx';
import {
  alreadyEnded,
  DEVELOPERS_PATH,
  findActiveKey,
  KEYS_PATH,
  type KeyRequest,
  notFound,
  ownKey,
} from './ownKey.ts';

export function renameKeyRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/developers/keys/:keyId/rename', allow('KEYS'), async (request: KeyRequest, reply) => {
    const key = await findActiveKey(dependencies, request);
    const page = ownersPageFor(request, reply);
    if (!key) return alreadyEnded(request, reply);
    return sendPage(reply, <RenamePage page={page} of={key} typed={key.name ?? ''} />);
  });
  app.post('/developers/keys/:keyId/rename', allow('KEYS'), async (request: KeyRequest, reply) => {
    const { language } = visitOf(request);
    const key = await findActiveKey(dependencies, request);
    if (!key) return alreadyEnded(request, reply);
    const typed = fieldOf(formOf(request), 'name');
    const fault = keyNameFault(typed, language);
    if (fault !== undefined) {
      const page = ownersPageFor(request, reply);
      return sendPage(reply.code(422), <RenamePage page={page} of={key} typed={typed} fault={fault} />);
    }
    const name = typed.trim();
    await dependencies.database.transaction(async (client) => {
      if (!(await renameKey(client, ownKey(request), name))) notFound();
      await noteOf(request)(client, 'KEY_RENAMED', { keyId: key.keyId, name });
    });
    return redirectWithNotice(request, reply, DEVELOPERS_PATH, keyWords[language].renamed);
  });
}

interface RenamePageProperties {
  page: OwnersPage;
  of: KeyRecord;
  typed: string;
  fault?: string;
}

function RenamePage({ page, of: key, typed, fault }: RenamePageProperties) {
  const words = keyWords[page.language];
  return (
    <DialogPage page={page} section="developers" title={words.renameTitle(keyName(key, page.language))}>
      <OwnersForm page={page} action={`${KEYS_PATH}/${key.keyId}/rename`}>
        <KeyNameField name={typed} fault={fault} language={page.language} />
        <div class="buttons">
          <Button>{words.rename}</Button>
          <DialogCancel page={page} href={DEVELOPERS_PATH} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
