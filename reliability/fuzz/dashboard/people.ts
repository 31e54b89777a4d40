import { createDemoAccount } from '../../../src/accounts/demoAccount.ts';
import { answerContractor, inviteDriver } from '../../../src/accounts/driverAgreementStore.ts';
import { invite } from '../../../src/accounts/invitations.ts';
import { findMember, findMemberByEmail } from '../../../src/accounts/memberStore.ts';
import { bookingExample } from '../../../src/contract/openapi/examples.ts';
import type { MemberRole, Role } from '../../../src/contract/values.ts';
import type { Database } from '../../../src/database/connection.ts';
import { newId } from '../../../src/identifiers.ts';
import { assignTrip } from '../../../src/trips/store/changeTrip.ts';
import { findTripOfAnyAccount } from '../../../src/trips/store/findTrips.ts';
import { type Browser, browser, formsIn, type PageAnswer, type PageForm } from '../../support/pages.ts';
import { MARK } from '../making/values.ts';
import { PROBES } from './spoiling.ts';

interface DashboardAccount {
  accountId: string;
  apiKey: string;
  ownersEmail: string;
  tripIds: string[];
  /** Text that only members of this account may see. */
  privateText: string;
}

/** Somebody who uses the dashboard; a stranger has no account. */
export interface Person {
  name: string;
  account: DashboardAccount | undefined;
  role: MemberRole | undefined;
  memberId: string;
  browser: Browser;
  signedInAt: number;
}

/** A contractor with three members, a driver who drives for it, and an account that has nothing to do with either. */
export interface DashboardWorld {
  contractor: DashboardAccount;
  driver: DashboardAccount;
  other: DashboardAccount;
  people: readonly Person[];
  /** The owner of the other account. Only reads, so that its records are known and never change. */
  bystander: Person;
}

export const FORM_TOKEN = 'formToken';
const PASSWORD = 'correct horse battery staple';
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

export interface DashboardTarget {
  url: string;
  database: Database;
}

export async function furnishWorld(target: DashboardTarget): Promise<DashboardWorld> {
  const contractor = await openAccount(target, 'CONTRACTOR');
  const driver = await openAccount(target, 'DRIVER');
  const other = await openAccount(target, 'CONTRACTOR');
  const person = (name: string, account?: DashboardAccount, role?: MemberRole): Person => ({
    name,
    account,
    role,
    memberId: '',
    browser: browser(target.url),
    signedInAt: 0,
  });
  const owner = person('owner', contractor, 'OWNER');
  const driving = person('driver', driver, 'OWNER');
  const bystander = person('bystander', other, 'OWNER');
  const members = [person('dispatcher', contractor, 'DISPATCHER'), person('viewer', contractor, 'VIEWER')];
  const world = { contractor, driver, other, bystander, people: [owner, ...members, driving, person('stranger')] };
  for (const each of [...world.people, bystander]) await signIn(target, each);
  // A driver sees the trips that are assigned to it, so the contractor's trips and vehicles have no private text.
  await book(target, contractor, PROBES[0]);
  for (const account of [driver, other]) await book(target, account, account.privateText);
  for (const each of [owner, driving, bystander]) await writePrivateText(each, ADDING);
  for (const each of [driving, bystander]) await writePrivateText(each, ['vehicles/new']);
  await agree(target.database, contractor, driver);
  return world;
}

async function openAccount({ database }: DashboardTarget, role: Role): Promise<DashboardAccount> {
  const details = { role, apiTier: 'STANDARD', isVatExempt: false };
  const { account, key, invitation } = await createDemoAccount(database, () => new Date(), details);
  const { accountId } = account;
  return {
    accountId,
    apiKey: key.apiKey,
    ownersEmail: invitation?.email ?? '',
    tripIds: [],
    privateText: `${MARK}of${accountId}`,
  };
}

/**
 * Signs in by a link to set the password, as an operator would print it. The member is as it was at first, whatever
 * was done to it since.
 */
export async function signIn({ url, database }: DashboardTarget, person: Person): Promise<void> {
  person.browser = browser(url);
  person.signedInAt = Date.now();
  const { account, role } = person;
  if (!account || !role) return void (await person.browser.request('/app/sign-in'));
  const { accountId } = account;
  await database.query({
    text: 'UPDATE members SET role = $3, totp_secret = NULL WHERE account_id = $1 AND member_id = $2',
    values: [accountId, person.memberId, role],
  });
  const known = await findMember(database, { accountId, memberId: person.memberId });
  const isFirst = person.memberId === '' && person.role === 'OWNER';
  const email = known?.email ?? (isFirst ? account.ownersEmail : `member-${newId()}@example.com`);
  const invited = { accountId, memberId: known?.memberId ?? null, email, name: 'Camille Martin', role };
  const { token } = await invite(database, () => new Date(), invited);
  const path = `/app/invitations/${token}`;
  const [form] = formsIn((await person.browser.request(path)).html).filter(({ action }) => action === path);
  const { status } = await submit(person.browser, form, { password: PASSWORD });
  if (status !== 303) throw new Error(`the ${person.name} cannot sign in: ${status}`);
  person.memberId = (await findMemberByEmail(database, email))?.memberId ?? '';
}

/** Sends a form as its page filled it in, but for what is changed. */
function submit(by: Browser, form: PageForm | undefined, changes: Record<string, string>): Promise<PageAnswer> {
  if (!form) throw new Error('a page has not the form that it should have');
  const sent = form.fields.filter(({ isSent }) => isSent).map(({ name, value }) => [name, value] as [string, string]);
  const body = new URLSearchParams([...sent.filter(([name]) => !(name in changes)), ...Object.entries(changes)]);
  return by.request(form.action, { method: 'POST', body });
}

async function book({ url }: DashboardTarget, account: DashboardAccount, text: string): Promise<void> {
  for (let index = 0; index < 5; index += 1) {
    const response = await fetch(`${url}/v1/trips`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': `dashboard-${newId()}`,
      },
      body: JSON.stringify({
        ...bookingExample,
        pickup: { ...bookingExample.pickup, address: `${text} Paris` },
        scheduledAt: tomorrow(),
        client: { firstName: text, lastName: text, phone: `+3361234567${index}` },
        note: text,
        externalReference: text,
        metadata: { text },
      }),
    });
    if (response.status !== 201) throw new Error(`no booking: ${response.status} ${await response.text()}`);
    const { data } = (await response.json()) as { data: { _id: string } };
    account.tripIds.push(data._id);
  }
}

/** Pages whose form adds a record with a text of the owner's choice. */
const ADDING = ['pricing/new', 'developers/keys/new', 'developers/webhooks/new', 'account/members/invite'];

async function writePrivateText({ browser, account }: Person, pages: readonly string[]): Promise<void> {
  for (const page of pages) {
    const path = `/app/${page}`;
    const { html } = await browser.request(path);
    const form = formsIn(html).find(({ method, action }) => method === 'post' && path.startsWith(action));
    const text = account?.privateText ?? '';
    const values: Record<string, string> = {
      name: text,
      description: text,
      plate: 'AA-123-BB',
      seats: '4',
      email: `${text}@example.com`.toLowerCase(),
    };
    const named = (form?.fields ?? []).filter(({ name }) => name in values || name === 'url');
    const changes = named.map(({ name }) => [name, values[name] ?? `https://hooks.invalid/${text}`]);
    const { status } = await submit(browser, form, Object.fromEntries(changes));
    if (status >= 400) throw new Error(`${path} cannot be filled in: ${status}`);
  }
}

/** Lets the driver drive for the contractor, and assigns it a few trips. */
async function agree(database: Database, contractor: DashboardAccount, driver: DashboardAccount): Promise<void> {
  const now = new Date();
  const { accountId: contractorId } = contractor;
  const { accountId: driverId, ownersEmail: email } = driver;
  await inviteDriver(database, contractorId, email, now);
  await answerContractor(database, { driverId, emails: [email], contractorId, status: 'AGREED' }, now);
  for (const tripId of contractor.tripIds.slice(0, 3)) {
    const trip = await findTripOfAnyAccount(database, tripId);
    if (trip) await assignTrip(database, { trip, executorId: driverId, assignedAt: now, assignedBy: 'DASHBOARD' });
  }
}
