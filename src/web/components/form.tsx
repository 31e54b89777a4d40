import type { ComponentChildren, InputHTMLAttributes } from 'preact';

export interface FieldProperties {
  name: string;
  label: string;
  /** What was typed before, when a form is shown again. */
  value?: string;
  /** The error, as a sentence. */
  error?: string | undefined;
  hint?: string;
  type?: 'text' | 'email' | 'password' | 'tel' | 'number' | 'search' | 'url' | 'date' | 'time' | 'datetime-local';
  autocomplete?: string;
  isRequired?: boolean;
  maxLength?: number;
  minLength?: number;
  min?: string;
  max?: string;
  step?: string;
  placeholder?: string;
  /** The keyboard that a phone shows. */
  inputmode?: 'decimal' | 'numeric';
  /** Gets the focus when the page loads. */
  autofocus?: boolean;
}

/** A labelled input whose hint and error are read out with it. */
export function Field({ name, label, error, hint, isRequired = false, type = 'text', ...rest }: FieldProperties) {
  return (
    <FieldFrame name={name} label={label} error={error} hint={hint}>
      <input
        id={name}
        name={name}
        required={isRequired}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={describedBy(name, error, hint)}
        {...({ type, ...rest } as InputHTMLAttributes)}
      />
    </FieldFrame>
  );
}

export interface TextAreaProperties extends Omit<FieldProperties, 'type' | 'min' | 'max' | 'step'> {
  rows?: number;
}

export function TextArea({ name, label, error, hint, isRequired = false, rows = 3, ...rest }: TextAreaProperties) {
  return (
    <FieldFrame name={name} label={label} error={error} hint={hint}>
      <textarea
        id={name}
        name={name}
        rows={rows}
        required={isRequired}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={describedBy(name, error, hint)}
        {...rest}
      />
    </FieldFrame>
  );
}

export interface Choice {
  value: string;
  label: string;
}

export interface SelectProperties {
  name: string;
  label: string;
  choices: readonly Choice[];
  value?: string;
  error?: string | undefined;
  hint?: string;
}

export function Select({ name, label, choices, value, error, hint }: SelectProperties) {
  return (
    <FieldFrame name={name} label={label} error={error} hint={hint}>
      <select
        id={name}
        name={name}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={describedBy(name, error, hint)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** The identifiers of a field's error and hint. */
export const describedBy = (name: string, error: string | undefined, hint: string | undefined) =>
  [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined;

interface FrameProperties {
  name: string;
  label: string;
  error: string | undefined;
  hint: string | undefined;
  children: ComponentChildren;
}

function FieldFrame({ name, label, error, hint, children }: FrameProperties) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {children}
      {error && (
        <p class="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export type ButtonKind = 'primary' | 'plain' | 'danger';

export function Button({ kind = 'primary', children }: { kind?: ButtonKind; children: ComponentChildren }) {
  return (
    <button type="submit" class={`button ${kind}`}>
      {children}
    </button>
  );
}

export function LinkButton({
  href,
  kind = 'plain',
  children,
  ...rest
}: {
  href: string;
  kind?: ButtonKind;
  children: ComponentChildren;
  /** Opens the link's page in a dialog if JavaScript is available. */
  'data-dialog'?: boolean;
}) {
  return (
    <a class={`button ${kind}`} href={href} {...rest}>
      {children}
    </a>
  );
}
