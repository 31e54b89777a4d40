import type { FastifyRequest } from 'fastify';
import { listMembers, type Member } from '../accounts/memberStore.ts';
import { HOUR_MS } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { newId } from '../identifiers.ts';
import { insertMail } from '../mail/mailStore.ts';
import { dateTimeText } from '../web/components/moment.tsx';
import type { Language } from '../web/language.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { sessionOf } from './page.ts';
import { visitOf } from './visit.ts';
import { mailsWords } from './words/mails.ts';

/** The recipient of a mail. */
export interface Recipient {
  accountId: string;
  email: string;
  name: string;
  language: Language;
}

/** The signed-in member, in the language of the page. */
export const recipientOf = (request: FastifyRequest): Recipient => ({
  ...sessionOf(request).member,
  language: visitOf(request).language,
});

type Words = (typeof mailsWords)[Language];

interface MailContent {
  kind: string;
  subject: string;
  text: string;
}

/** Writes a mail from the words of the recipient's language and the time there. */
type Composer = (words: Words, when: string, language: Language) => MailContent;

type Postbox = Pick<DashboardDependencies, 'clock' | 'publicUrl' | 'sendsMail'>;

const NOTICE_MS = 24 * HOUR_MS;

/** Queues a mail; a job sends it. Without SMTP_URL nothing happens. */
export async function queueMail(
  database: Queryable,
  { clock, publicUrl, sendsMail }: Postbox,
  { accountId, email, name, language }: Recipient,
  compose: Composer,
  lifetimeMs = NOTICE_MS,
): Promise<void> {
  if (!sendsMail) return;
  const now = clock();
  const words = mailsWords[language];
  const { kind, subject, text } = compose(words, dateTimeText(now, language), language);
  const body = `${words.hello(name)}\n\n${text}\n\n${words.goodbye(`${publicUrl()}/app`)}\n`;
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await insertMail(database, { accountId, mailId: newId(), kind, recipient: email, subject, body, expiresAt }, now);
}

/** Notifies a member that something about their sign-in changed, and says what to do if it was somebody else. */
export const notifyMember = (
  dependencies: DashboardDependencies,
  member: Recipient,
  compose: Composer,
): Promise<void> =>
  queueMail(dependencies.database, dependencies, member, (words, when, language) => {
    const { text, ...rest } = compose(words, when, language);
    return { ...rest, text: `${text}\n\n${words.wasItYou(`${dependencies.publicUrl()}/app/account`)}` };
  });

/** Notifies every owner of the account. */
export async function notifyOwners(
  dependencies: DashboardDependencies,
  accountId: string,
  compose: Composer,
): Promise<void> {
  if (!dependencies.sendsMail) return;
  const owners = (await listMembers(dependencies.database, accountId)).filter(({ role }) => role === 'OWNER');
  for (const owner of owners) await queueMail(dependencies.database, dependencies, owner, compose);
}

export const passwordChangedMail: Composer = (words, when) => ({
  kind: 'PASSWORD_CHANGED',
  subject: words.passwordChangedSubject,
  text: words.passwordChanged(when),
});

export const keyIssuedMail =
  (accountName: string, by: Pick<Member, 'name' | 'email'>, keyName: string): Composer =>
  (words, when) => ({
    kind: 'KEY_ISSUED',
    subject: words.keyIssuedSubject(accountName),
    text: words.keyIssued(by.name || by.email, keyName, when),
  });
