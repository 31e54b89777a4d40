import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

const ICONS: Record<BadgeKind, IconName> = {
  good: 'circle-check',
  bad: 'circle-alert',
  warn: 'triangle-alert',
  going: 'activity',
  plain: 'info',
};

interface NoticeProperties {
  kind: BadgeKind;
  children: ComponentChildren;
  /** For what came of a form that was submitted before. */
  'data-outcome'?: boolean;
}

/** A message about an event; read out when the page loads. */
export function Notice({ kind, children, ...rest }: NoticeProperties) {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'} {...rest}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  );
}

export type BadgeKind = 'good' | 'bad' | 'warn' | 'going' | 'plain';

export function Badge({ kind, children }: { kind: BadgeKind; children: ComponentChildren }) {
  return <span class={`badge ${kind}`}>{children}</span>;
}

export interface Fact {
  title: string;
  value: ComponentChildren;
  /** Whether it needs the whole width of a phone, such as an e-mail address or an identifier. */
  isLong?: boolean;
}

/** Titles and values in columns. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ title, value, isLong }) => (
        <div key={title} class={isLong ? 'long' : undefined}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Text to copy, with a button if JavaScript is available. */
export function Copyable({ id, text, copy, copied }: { id: string; text: string; copy: string; copied: string }) {
  return (
    <div class="copyable">
      <pre id={id}>{text}</pre>
      <button type="button" class="button plain" data-copy={`#${id}`} data-copied={copied} hidden>
        {copy}
      </button>
    </div>
  );
}

interface CardProperties {
  title?: string;
  /** Shown at the right of the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
  id?: string;
  /** In addition to the class of every card. */
  class?: string;
  /** For fields that are tried and never saved. */
  'data-scratch'?: boolean;
}

export function Card({ title, actions, children, class: className, ...rest }: CardProperties) {
  return (
    <section class={className ? `card ${className}` : 'card'} {...rest}>
      {(title || actions) && (
        <div class="card-head">
          {title && <h2>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
