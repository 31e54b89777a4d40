import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../gates/errorEnvelope.ts';
import { type ErrorPagesOptions, refuseForm } from '../web/errorPage.tsx';
import { type Form, fieldOf } from '../web/formBody.ts';
import { isFormToken, SIGN_IN_PATH, targetOf, visitOf } from './visit.ts';

export const FORM_TOKEN = 'formToken';

/** Accepts only forms that were submitted from our own page in the browser it was made for. */
export function formGate(app: FastifyInstance, publicUrl: () => string, errors: ErrorPagesOptions): void {
  app.addHook('preValidation', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const [visit, form] = [visitOf(request), formOf(request)];
    const isFromHere = comesFromHere(request, publicUrl());
    if (isFromHere && isFormToken(visit, fieldOf(form, FORM_TOKEN))) return;
    const isSignedInAlready = isFromHere && visit.session && pathOf(request.url) === SIGN_IN_PATH; // in another tab
    if (isSignedInAlready) return reply.redirect(targetOf(fieldOf(form, 'to')), 303);
    const refused = { secureAddress: secureAddress(request, publicUrl()), isOutdated: isFromHere };
    return refuseForm(request, reply, errors, refused);
  });
}

/**
 * The https: address to open instead, if the form was sent from a page over http: although PUBLIC_URL is https:. Browsers drop Secure
 * cookies there, so no form can be accepted. `Origin` shows it even if the proxy does not forward the protocol.
 */
const secureAddress = ({ headers, url }: FastifyRequest, publicUrl: string): string | undefined =>
  publicUrl.startsWith('https:') && headers.origin?.startsWith('http:') ? `${publicUrl}${pathOf(url)}` : undefined;

/** The submitted form; empty if there was no body. */
export const formOf = ({ body }: FastifyRequest): Form => (body instanceof Map ? body : new Map());

/**
 * Browsers send the origin of a form. A client that sends none is not a browser, and needs the token anyway. With an https:
 * PUBLIC_URL only that origin is ours; otherwise also the address at which the browser found us, by the same protocol.
 */
function comesFromHere({ headers, host, protocol }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  const ours = new URL(publicUrl);
  return origin === ours.origin || (ours.protocol !== 'https:' && origin === `${protocol}://${host}`);
}
