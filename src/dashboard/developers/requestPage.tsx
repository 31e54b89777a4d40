import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InlineMarkdown } from '../../docs/components/markdown.tsx';
import { errorAdvice } from '../../docs/words/errorAdvice.ts';
import { type ErrorCode, errorCatalogue } from '../../errors.ts';
import { parseId } from '../../identifiers.ts';
import { type KeyRecord, listKeys } from '../../keys/apiKeyStore.ts';
import { findRequest, type LoggedRequest } from '../../usage/usageStore.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { Moment, numberText } from '../../web/components/moment.tsx';
import { Badge, Facts } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { setIn } from '../../web/words.ts';
import { DialogClose, DialogPage } from '../components/dialog.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { developersWords } from '../words/developers.ts';
import { requestWords } from '../words/requests.ts';
import { keyName } from './keyName.tsx';
import { DEVELOPERS_PATH, notFound } from './ownKey.ts';

export const REQUESTS_PATH = `${DEVELOPERS_PATH}/requests`;

type EntryRequest = FastifyRequest<{ Params: { entryId: string } }>;

export function requestRoute(app: FastifyInstance, { database }: DashboardDependencies): void {
  app.get('/developers/requests/:entryId', allow('VIEW'), async (request: EntryRequest, reply) => {
    const accountId = accountIdOf(request);
    const entryId = parseId(request.params.entryId) ?? notFound();
    const [logged = notFound(), keys] = await Promise.all([
      findRequest(database, accountId, entryId),
      listKeys(database, accountId),
    ]);
    const key = keys.find(({ keyId }) => keyId === logged.keyId);
    return sendPage(reply, <RequestPage page={ownersPageFor(request, reply)} logged={logged} madeWith={key} />);
  });
}

const badgeOf = (status: number) => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');

export const StatusCode = ({ status }: { status: number }) => <Badge kind={badgeOf(status)}>{status}</Badge>;

export const durationText = (ms: number, language: Language) =>
  `${numberText(Math.round(ms * 10) / 10, language)}\u00a0ms`;

interface RequestPageProperties {
  page: OwnersPage;
  logged: LoggedRequest;
  /** Undefined if it is not known. */
  madeWith: KeyRecord | undefined;
}

function RequestPage({ page, logged, madeWith }: RequestPageProperties) {
  const { language } = page;
  const words = developersWords[language];
  const tripId = tripNamedIn(logged);
  return (
    <DialogPage page={page} section="developers" title={`${logged.method} ${logged.path}`}>
      <Facts
        facts={[
          { title: words.status, value: <StatusCode status={logged.status} /> },
          { title: words.time, value: <Moment at={logged.loggedAt} language={language} hasSeconds /> },
          { title: words.duration, value: durationText(logged.ms, language) },
          { title: words.requestId, value: <code class="breakable">{logged.requestId}</code> },
          ...(madeWith ? [{ title: requestWords[language].key, value: keyName(madeWith, language) }] : []),
        ]}
      />
      {logged.code !== null && <CodeMeaning code={logged.code} language={language} />}
      <div class="buttons">
        {tripId !== undefined && <LinkButton href={`/app/trips/${tripId}`}>{requestWords[language].trip}</LinkButton>}
        <DialogClose page={page} href={REQUESTS_PATH} />
      </div>
    </DialogPage>
  );
}

/** A trip that the account has, by its path in the API. */
const tripNamedIn = ({ path, status }: LoggedRequest) =>
  status < 400 ? /^\/v1\/trips\/([0-9a-f]{24})(?:\/|$)/.exec(path)?.[1] : undefined;

/** An earlier release may have logged a code that is no longer in the catalogue. */
const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

function CodeMeaning({ code, language }: { code: string; language: Language }) {
  const words = requestWords[language];
  if (!isErrorCode(code))
    return (
      <p>
        <code>{code}</code>
      </p>
    );
  const { when, remedy } = errorAdvice[language][code];
  return (
    <>
      <h3>
        <code>{code}</code>
      </h3>
      <p lang="en">“{errorCatalogue[code].text}”</p>
      <Facts
        facts={[
          { title: words.when, value: <InlineMarkdown text={setIn(language, when)} /> },
          { title: words.remedy, value: <InlineMarkdown text={setIn(language, remedy)} /> },
        ]}
      />
      <p>
        <a href={`/docs/guides/errors#${code}`}>{words.documentation(code)}</a>
      </p>
    </>
  );
}
