import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Refusal, wasRotated } from '../../keys/apiKey.ts';
import { type KeyRecord, revokeKey } from '../../keys/apiKeyStore.ts';
import { MAX_ACTIVE_KEYS, rotateKey } from '../../keys/keys.ts';
import { Button } from '../../web/components/form.tsx';
import { dateTimeText } from '../../web/components/moment.tsx';
import { Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { noteOf } from '../actions.ts';
import { DialogCancel, DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { developersWords } from '../words/developers.ts';
import { IssuedKeyPage } from './issuedKey.tsx';
import { keyName } from './keyName.tsx';
import { chosenOverlapSeconds, OverlapSelect } from './overlap.tsx';
import {
  alreadyEnded,
  DEVELOPERS_PATH,
  findActiveKey,
  KEYS_PATH,
  type KeyRequest,
  notFound,
  ownKey,
} from './ownKey.ts';

/** Two ways to end a key: rotation and revocation. */
export function endKeyRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock, publicUrl } = dependencies;

  const activeKey = (request: KeyRequest) => findActiveKey(dependencies, request);

  const refuseRotation = (request: KeyRequest, reply: FastifyReply, reason: Refusal['refused'] | 'too_many') => {
    if (reason === 'unknown') return notFound();
    if (reason !== 'too_many') return alreadyEnded(request, reply);
    const text = developersWords[visitOf(request).language].tooManyKeys(MAX_ACTIVE_KEYS);
    return redirectWithNotice(request, reply, DEVELOPERS_PATH, { kind: 'bad', text });
  };

  app.get('/developers/keys/:keyId/rotate', allow('KEYS'), async (request: KeyRequest, reply) => {
    const key = await activeKey(request);
    if (!key) return alreadyEnded(request, reply);
    return sendPage(reply, <RotatePage page={ownersPageFor(request, reply)} of={key} />);
  });
  app.post('/developers/keys/:keyId/rotate', allowSensitive('KEYS'), async (request: KeyRequest, reply) => {
    const key = await activeKey(request);
    if (!key) return alreadyEnded(request, reply);
    const seconds = chosenOverlapSeconds(formOf(request));
    const issued = await rotateKey(database, clock, key, seconds, noteOf(request));
    if ('refused' in issued) return refuseRotation(request, reply, issued.refused);
    const page = ownersPageFor(request, reply);
    const note = whenOldEnds(key, clock(), seconds, page.language);
    return sendPage(
      reply.code(201),
      <IssuedKeyPage page={page} issued={issued} restrictions={key} publicUrl={publicUrl()} note={note} />,
    );
  });

  app.get('/developers/keys/:keyId/revoke', allow('KEYS'), async (request: KeyRequest, reply) => {
    const key = await activeKey(request);
    if (!key) return alreadyEnded(request, reply);
    return sendPage(reply, <RevokePage page={ownersPageFor(request, reply)} of={key} />);
  });
  app.post('/developers/keys/:keyId/revoke', allow('KEYS'), async (request: KeyRequest, reply) => {
    const key = ownKey(request);
    await database.transaction(async (client) => {
      if (!(await revokeKey(client, key, clock()))) notFound();
      await noteOf(request)(client, 'KEY_REVOKED', { keyId: key.keyId });
    });
    return redirectWithNotice(request, reply, DEVELOPERS_PATH, developersWords[visitOf(request).language].revokedNow);
  });
}

/** A key that expires during the overlap does not live longer. */
function whenOldEnds({ expiresAt }: KeyRecord, now: Date, seconds: number, language: Language): string {
  const words = developersWords[language];
  if (seconds === 0) return words.oldEndsNow;
  const end = now.getTime() + seconds * 1000;
  return words.oldEndsAt(dateTimeText(new Date(Math.min(end, expiresAt?.getTime() ?? end)), language));
}

function RotatePage({ page, of: key }: { page: OwnersPage; of: KeyRecord }) {
  const words = developersWords[page.language];
  return (
    <DialogPage page={page} section="developers" title={words.rotateTitle(keyName(key, page.language))}>
      {wasRotated(key) && <Notice kind="warn">{words.rotatedBefore}</Notice>}
      <p>{words.rotateText}</p>
      {key.expiresAt && <p>{words.endsAnyway(dateTimeText(key.expiresAt, page.language))}</p>}
      <OwnersForm page={page} action={`${KEYS_PATH}/${key.keyId}/rotate`}>
        <OverlapSelect label={words.overlap} language={page.language} />
        <div class="buttons">
          <Button>{words.rotate}</Button>
          <DialogCancel page={page} href={DEVELOPERS_PATH} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}

function RevokePage({ page, of: key }: { page: OwnersPage; of: KeyRecord }) {
  const words = developersWords[page.language];
  return (
    <DialogPage page={page} section="developers" title={words.revokeTitle(keyName(key, page.language))}>
      <p>{words.revokeText}</p>
      <OwnersForm page={page} action={`${KEYS_PATH}/${key.keyId}/revoke`}>
        <div class="buttons">
          <Button kind="danger">{words.revoke}</Button>
          <DialogCancel page={page} href={DEVELOPERS_PATH} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
