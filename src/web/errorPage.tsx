import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import { ApiError } from '../errors.ts';
import { pathOf, renderErrors } from '../gates/errorEnvelope.ts';
import { matchesPath } from '../gates/unroutable.ts';
import { Brand } from './components/brand.tsx';
import { LinkButton } from './components/form.tsx';
import { cookiesOf } from './cookies.ts';
import { Document, sendPage } from './document.tsx';
import { chooseLanguage, LANGUAGE_COOKIE, type Language } from './language.ts';
import { errorWords } from './words/errors.ts';

/** The language of the page. */
export const languageOf = (request: FastifyRequest): Language =>
  chooseLanguage(cookiesOf(request).get(LANGUAGE_COOKIE), request.headers['accept-language']);

/** The page around an error, if it is not the plain one. */
export type ErrorFrame = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: { title: string; statusCode: number; content: ComponentChildren },
) => Promise<VNode | undefined>;

export interface ErrorPagesOptions {
  /** Where an error page leads to. */
  home: string;
  frame?: ErrorFrame;
}

/** Below this prefix, an error is a page instead of a JSON envelope. */
export function errorPages(app: FastifyInstance, options: ErrorPagesOptions): void {
  const pages: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('GET')) pages.push(url);
  });
  renderErrors(app, (error, request, reply) => {
    // The address of a form's action is reloaded, or opened again: the page of the form is the one to see.
    if (error.code === 'METHOD_NOT_ALLOWED' && request.method === 'GET')
      return reply.redirect(pageAbove(pathOf(request.url), pages) ?? options.home, 303);
    return sendErrorPage(error, request, reply, options);
  });
  // So that unknown paths below the prefix get a page too.
  app.setNotFoundHandler(async () => {
    throw new ApiError('NOT_FOUND');
  });
}

/** The nearest page above a path. */
function pageAbove(path: string, pages: readonly string[]): string | undefined {
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (parent === '') return undefined;
  return pages.some((page) => matchesPath(page, parent)) ? parent : pageAbove(parent, pages);
}

interface RefusedForm {
  /** Where to open the page instead. */
  secureAddress?: string | undefined;
  /** Whether it came from our page, which was made for an earlier session. */
  isOutdated?: boolean | undefined;
}

/** Answers a form that did not come from our page, or came from one at an address that cannot work. */
export function refuseForm(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ErrorPagesOptions,
  refused: RefusedForm = {},
) {
  request.errorCode = 'FORM_REFUSED';
  return sendErrorPage({ statusCode: 403, headers: {}, ...refused }, request, reply, options);
}

type ErrorStatus = Pick<ApiError, 'statusCode' | 'headers'> & RefusedForm;

async function sendErrorPage(
  error: ErrorStatus,
  request: FastifyRequest,
  reply: FastifyReply,
  { home, frame }: ErrorPagesOptions,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const { statusCode, secureAddress, isOutdated } = error;
  reply.code(statusCode).headers(error.headers).header('cache-control', 'no-store');
  const { title, text } = messageFor(error, language, home);
  const content = <ErrorContent {...{ language, text, home, secureAddress, isOutdated }} requestId={request.id} />;
  const framed = await frame?.(request, reply, { title, statusCode, content });
  return sendPage(reply, framed ?? <PlainPage {...{ language, title, home, statusCode, content }} />);
}

interface PlainPageProperties {
  language: Language;
  title: string;
  home: string;
  statusCode: number;
  content: ComponentChildren;
}

function PlainPage({ language, title, home, statusCode, content }: PlainPageProperties) {
  return (
    <Document language={language} title={title}>
      <main class="narrow" id="main">
        <Brand href={home} />
        <p class="eyebrow">{statusCode}</p>
        <h1>{title}</h1>
        {content}
      </main>
    </Document>
  );
}

interface ErrorContentProperties extends RefusedForm {
  language: Language;
  text: string;
  home: string;
  requestId: string;
}

function ErrorContent({ language, text, home, secureAddress, isOutdated, requestId }: ErrorContentProperties) {
  const words = errorWords[language];
  return (
    <>
      <p data-outdated={isOutdated || undefined}>{text}</p>
      <div class="buttons">
        {secureAddress === undefined ? (
          <LinkButton href={home}>{home === '/docs' ? words.docs : words.home}</LinkButton>
        ) : (
          <LinkButton href={secureAddress}>{words.openSecurely(new URL(secureAddress).origin)}</LinkButton>
        )}
      </div>
      <p class="hint">
        {words.requestId} <code>{requestId}</code>
      </p>
    </>
  );
}

/** Plain words: an API error code would not help people. */
function messageFor({ statusCode, headers, secureAddress }: ErrorStatus, language: Language, home: string) {
  const words = errorWords[language];
  if (statusCode === 404)
    return { title: words.notFound, text: home === '/docs' ? words.docsNotFoundText : words.notFoundText };
  if (secureAddress !== undefined) return { title: words.refused, text: words.insecureText };
  if (statusCode === 403) return { title: words.refused, text: words.refusedText };
  if (statusCode === 429)
    return { title: words.tooMany, text: words.tooManyText(waitText(Number(headers['retry-after']), language)) };
  if (statusCode === 503) return { title: words.unavailable, text: words.unavailableText };
  if (statusCode >= 500) return { title: words.fault, text: words.faultText };
  return { title: words.notUnderstood, text: words.notUnderstoodText };
}

/** How long to wait, in the larger unit that is not zero: "45 seconds", "2 minutes". */
function waitText(seconds: number, language: Language): string {
  const words = errorWords[language];
  return seconds < 60 ? words.seconds(Math.max(1, seconds)) : words.minutes(Math.ceil(seconds / 60));
}
