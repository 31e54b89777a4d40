import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { renderErrors } from '../gates/errorEnvelope.ts';
import { Brand } from './components/brand.tsx';
import { cookiesOf } from './cookies.ts';
import { Document, sendPage } from './document.tsx';
import { chooseLanguage, LANGUAGE_COOKIE, type Language } from './language.ts';
import { errorWords } from './words/errors.ts';

/** The language of the page. */
export const languageOf = (request: FastifyRequest): Language =>
  chooseLanguage(cookiesOf(request).get(LANGUAGE_COOKIE), request.headers['accept-language']);

/** Below this prefix, an error is a page instead of a JSON envelope. */
export function errorPages(app: FastifyInstance, home: string): void {
  renderErrors(app, (error, request, reply) => sendErrorPage(error, request, reply, home));
  // So that unknown paths below the prefix get a page too.
  app.setNotFoundHandler(async () => {
    throw new ApiError('NOT_FOUND');
  });
}

/** A form that did not come from our page: 403, which the API never uses. */
export function refuseForm(request: FastifyRequest, reply: FastifyReply, home: string): FastifyReply {
  request.errorCode = 'FORM_REFUSED';
  return sendErrorPage({ statusCode: 403, headers: {} }, request, reply, home);
}

type ErrorStatus = Pick<ApiError, 'statusCode' | 'headers'>;

function sendErrorPage(error: ErrorStatus, request: FastifyRequest, reply: FastifyReply, home: string): FastifyReply {
  const language = languageOf(request);
  reply.code(error.statusCode).headers(error.headers).header('cache-control', 'no-store');
  return sendPage(reply, <ErrorPage error={error} language={language} requestId={request.id} home={home} />);
}

interface ErrorPageProperties {
  error: ErrorStatus;
  language: Language;
  requestId: string;
  home: string;
}

function ErrorPage({ error, language, requestId, home }: ErrorPageProperties) {
  const words = errorWords[language];
  const { title, text } = messageFor(error, language);
  return (
    <Document language={language} title={title}>
      <main class="narrow" id="main">
        <Brand href={home} />
        <p class="eyebrow">{error.statusCode}</p>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a href={home}>{home === '/docs' ? words.docs : words.home}</a>
        </p>
        <p class="hint">
          {words.requestId} <code>{requestId}</code>
        </p>
      </main>
    </Document>
  );
}

/** In words for people; an API error code would not help them. */
function messageFor({ statusCode }: ErrorStatus, language: Language): { title: string; text: string } {
  const words = errorWords[language];
  if (statusCode === 404) return { title: words.notFound, text: words.notFoundText };
  if (statusCode === 403) return { title: words.refused, text: words.refusedText };
  if (statusCode === 429) return { title: words.tooMany, text: words.tooManyText };
  if (statusCode === 503) return { title: words.unavailable, text: words.unavailableText };
  if (statusCode >= 500) return { title: words.fault, text: words.faultText };
  return { title: words.notUnderstood, text: words.notUnderstoodText };
}
