import type { FastifyReply } from 'fastify';
import type { ComponentChildren } from 'preact';
import { SHOWN_TIME_ZONE } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { refreshWords } from '../words/refresh.ts';

interface RefreshedProperties {
  id: string;
  /** Where an open page asks for the value that its content now has, answered by `sendRefreshValue`. */
  path: string;
  /** Differs when the content does. */
  value: string | number;
  /** How often it asks. */
  seconds: number;
  children: ComponentChildren;
}

/** A part of a page that follows changes while the page is open. */
export const Refreshed = ({ id, path, value, seconds, children }: RefreshedProperties) => (
  <div id={id} class="stack" data-refresh={path} data-refresh-seconds={seconds} data-refresh-value={value}>
    {children}
  </div>
);

/** Says within such a part whether it does. */
export function RefreshStatus({ language }: { language: Language }) {
  const words = refreshWords[language];
  return (
    <span
      role="status"
      data-refresh-live={words.live}
      data-refresh-failed={words.notUpdatedSince('{time}')}
      data-time-zone={SHOWN_TIME_ZONE}
      data-sign-in={words.signIn}
    >
      {words.still}
    </span>
  );
}

/** A few bytes, so that an open page can ask often. */
export const sendRefreshValue = (reply: FastifyReply, value: string | number): FastifyReply =>
  reply.type('text/plain; charset=utf-8').send(String(value));
