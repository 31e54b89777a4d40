import type { FastifyReply } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { FONT_PATH, ICON_PATH, SCRIPT_PATH, STYLE_PATH } from './assets.ts';
import { applyPageHeaders } from './headers.ts';
import type { Language } from './language.ts';

interface DocumentProperties {
  language: Language;
  /** The title, before the name of the service. */
  title: string;
  /** Additional elements for the head. */
  head?: ComponentChildren;
  /** Whether it is a page to work in, which is denser than one to read. */
  isApp?: boolean;
  children: ComponentChildren;
}

/** The HTML document around every page. */
export function Document({ language, title, head, isApp = false, children }: DocumentProperties) {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Trip Booking`}</title>
        <link rel="icon" href={ICON_PATH} />
        <link rel="preload" href={FONT_PATH} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={STYLE_PATH} />
        <script type="module" src={SCRIPT_PATH} />
        {head}
      </head>
      <body class={isApp ? 'app' : undefined}>{children}</body>
    </html>
  );
}

export const renderPage = (page: VNode): string => `<!doctype html>${renderToString(page)}`;

/** Sends a page; its status is 200 unless it was set before. */
export const sendPage = (reply: FastifyReply, page: VNode): FastifyReply => sendRendered(reply, renderPage(page));

export const sendRendered = (reply: FastifyReply, html: string): FastifyReply =>
  applyPageHeaders(reply).type('text/html; charset=utf-8').send(html);
