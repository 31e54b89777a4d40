import nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import type { IsStopped } from '../sweeping.ts';
import { type ClaimedMail, claimMail, deleteMail, postponeMail } from './mailStore.ts';

export interface MailSettings {
  /** smtp: or smtps:, with user and password if the server asks for them. */
  smtpUrl: string;
  /** The sender's address. */
  from: string;
}

interface MailerDependencies {
  database: Queryable;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  settings: MailSettings;
}

export interface Mailer {
  /** Sends every mail that is due. */
  sendDue(isStopped?: IsStopped): Promise<void>;
  close(): void;
}

/** Longer than an attempt takes: the timeouts below together. */
const CLAIM_MS = 2 * 60_000;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** A server that restarts is back after the first pauses; one that stays away is tried every half hour. */
const PAUSES_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000];

/** Sends the mails that wait in the database, one after the other. */
export function createMailer({ database, clock, log, settings }: MailerDependencies): Mailer {
  const transport = nodemailer.createTransport({
    url: settings.smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });

  async function send(mail: ClaimedMail): Promise<void> {
    const { accountId, mailId, kind, recipient, subject, body } = mail;
    const facts = { accountId, mailId, kind, attempt: mail.attempts };
    try {
      // The recipient goes in as an object: a text would be parsed as a list of addresses.
      const to = { name: '', address: recipient };
      await transport.sendMail({ from: settings.from, to, subject, text: body, headers: HEADERS });
    } catch (error) {
      return judgeFailure(mail, facts, error as SmtpError);
    }
    await deleteMail(database, mail);
    log.info(facts, 'mail sent');
  }

  async function judgeFailure(mail: ClaimedMail, facts: object, error: SmtpError): Promise<void> {
    const { code, responseCode } = error;
    const retryAt = new Date(clock().getTime() + pauseAfter(mail.attempts));
    const problemOfUrl = PROBLEMS_OF_URL[code ?? ''];
    const isRefused = (responseCode ?? 0) >= 500 && problemOfUrl === undefined;
    const isFinal = isRefused || retryAt >= mail.expiresAt;
    // The server's text may quote the recipient's address, so it is not logged.
    const problem = { ...facts, code, responseCode };
    if (isFinal) {
      await deleteMail(database, mail);
      return log.error(problem, 'mail given up: it was not accepted by the mail server of SMTP_URL');
    }
    await postponeMail(database, mail, retryAt);
    const what = responseCode === undefined ? 'cannot be reached' : (problemOfUrl ?? 'did not accept a mail');
    log.warn({ ...problem, retryAt }, `the mail server of SMTP_URL ${what}; trying again`);
  }

  return {
    async sendDue(isStopped = () => false) {
      while (!isStopped()) {
        const now = clock();
        const mail = await claimMail(database, now, new Date(now.getTime() + CLAIM_MS));
        if (!mail) return;
        await send(mail);
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpError extends Error {
  code?: string;
  /** What the server answered, such as 550. */
  responseCode?: number;
}

/** Refusals that say nothing about the mail, by the code of nodemailer: somebody may be about to correct SMTP_URL. */
const PROBLEMS_OF_URL: Record<string, string | undefined> = {
  EAUTH: 'refused the login',
  ETLS: 'offers no STARTTLS, which requireTLS asks for',
};

/** Keeps mailboxes from sending automatic replies. */
const HEADERS = { 'Auto-Submitted': 'auto-generated' };

const pauseAfter = (attempts: number): number => PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? 0;
