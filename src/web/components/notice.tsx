import type { ComponentChildren } from 'preact';

/** A message about an event; read out when the page loads. */
export function Notice({ kind, children }: { kind: BadgeKind; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

export type BadgeKind = 'good' | 'bad' | 'warn' | 'plain';

export function Badge({ kind, children }: { kind: BadgeKind; children: ComponentChildren }) {
  return <span class={`badge ${kind}`}>{children}</span>;
}

export interface Fact {
  title: string;
  value: ComponentChildren;
}

/** Titles and values in columns. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ title, value }) => (
        <div key={title}>
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
  children: ComponentChildren;
  id?: string;
  /** In addition to the class of every card. */
  class?: string;
}

export function Card({ title, children, id, class: className }: CardProperties) {
  return (
    <section class={className ? `card ${className}` : 'card'} id={id}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}
