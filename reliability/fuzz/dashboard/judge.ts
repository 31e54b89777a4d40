import { mayRole } from '../../../src/accounts/permissions.ts';
import type { MemberRole } from '../../../src/contract/values.ts';
import type { DashboardRoute } from '../../support/dashboardRoutes.ts';
import type { PageAnswer } from '../../support/pages.ts';
import { MARK } from '../making/values.ts';

/** Who asked for what, as far as it decides what the service may do. */
export interface PageRequest {
  method: 'GET' | 'POST';
  route: DashboardRoute | undefined;
  /** The role at that moment; undefined for somebody who is not signed in. */
  role: MemberRole | undefined;
  /** Whether the form comes from a page that was sent to this browser. */
  isTokenValid: boolean;
  /** The accounts whose records this person may change. */
  mayChange: readonly string[];
  /** Text of accounts that this person does not belong to. */
  foreignTexts: readonly string[];
}

/** Everything wrong with a page, given the rows (`account table`) that were different after the request. */
export const pageFaults = (asked: PageRequest, answer: PageAnswer, changes: readonly string[]): string[] => [
  ...(answer.status >= 500 ? [`${answer.status}: the service failed`] : []),
  ...asked.foreignTexts
    .filter((text) => answer.html.toLowerCase().includes(text.toLowerCase()))
    .map((text) => `the page shows another account's record; ${text}`),
  ...(isHtml(answer) ? unescapedIn(answer.html).map((tag) => `the page has text that is not escaped; ${tag}`) : []),
  ...accessFaults(asked, answer),
  ...changeFaults(asked, changes),
];

const isHtml = ({ headers }: PageAnswer) => headers.get('content-type')?.startsWith('text/html') ?? false;

const TAGS = /<[a-z/!](?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const OURS = new RegExp(MARK, 'i');
const ACTIVE_LINK = /\b(?:href|src|action)="\s*(?:javascript|data|vbscript):/i;
const ENTITY = new RegExp(`&lt;${MARK}entity`, 'i');

/** Tags with text that somebody typed: as their name, as an attribute, or as a link that runs. */
export const unescapedIn = (html: string): string[] => [
  ...(html.match(TAGS) ?? []).filter((tag) => OURS.test(tag.replaceAll(/"[^"]*"/g, '')) || ACTIVE_LINK.test(tag)),
  ...(ENTITY.exec(html) ?? []),
];

/** Why the service may not do what was asked. */
function refusalDue({ method, route, role, isTokenValid }: PageRequest): string | undefined {
  if (method === 'POST' && !isTokenValid) return 'without a valid form token';
  if (!route?.permission) return undefined; // for everybody, or not there
  if (role === undefined) return 'without a session';
  return mayRole(role, route.permission) ? undefined : `by a ${role}`;
}

const SIGN_IN = '/app/sign-in';

function accessFaults(asked: PageRequest, { status, headers }: PageAnswer): string[] {
  const reason = refusalDue(asked);
  // The sign-in form of somebody who is signed in already leads on, and changes nothing.
  const isSignedInAlready = asked.route?.url === SIGN_IN && asked.role !== undefined && status === 303;
  const isRefused = status >= 400 || isSignedInAlready || (headers.get('location')?.startsWith(SIGN_IN) ?? false);
  return reason === undefined || isRefused ? [] : [`${status} ${reason}`];
}

function changeFaults(asked: PageRequest, changes: readonly string[]): string[] {
  const reason = refusalDue(asked) ?? (asked.method === 'GET' ? 'by opening a page' : undefined);
  if (reason !== undefined) return changes.map((change) => `rows were changed ${reason}; ${change}`);
  return changes
    .filter((change) => !asked.mayChange.some((accountId) => change.startsWith(`${accountId} `)))
    .map((change) => `rows of another account were changed; ${change}`);
}
