import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export interface FieldProperties {
  name: string;
  label: string;
  /** What was typed before, when a form is shown again. */
  value?: string;
  /** The error, as a sentence. */
  error?: string | undefined;
  hint?: string;
  type?:
    | 'text'
    | 'email'
    | 'password'
    | 'tel'
    | 'number'
    | 'search'
    | 'url'
    | 'date'
    | 'month'
    | 'time'
    | 'datetime-local';
  autocomplete?: string;
  isRequired?: boolean;
  readonly?: boolean;
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
  /** Where the page's script asks for suggestions while the user types. */
  'data-suggest'?: string;
  /** What shows what was found for the text of such a field. */
  'data-found'?: string;
}

/** A labelled input whose hint and error are read out with it. */
export function Field(properties: FieldProperties) {
  const { name, label, error, hint, isRequired = false, type = 'text', ...rest } = properties;
  return (
    <FieldFrame name={name} label={label} error={error} hint={hint}>
      <input
        id={name}
        name={name}
        required={isRequired}
        {...({ type, ...rest, ...marksOf(name, error, hint) } as InputHTMLAttributes)}
      />
    </FieldFrame>
  );
}

type SearchFieldProperties = Pick<FieldProperties, 'name' | 'label' | 'value' | 'maxLength' | 'hint' | 'autofocus'>;

/** A search box: its label is its placeholder. */
export function SearchField({ name, label, hint, ...rest }: SearchFieldProperties) {
  return (
    <div class="field">
      <label class="unseen" for={name}>
        {label}
      </label>
      <div class="search-box">
        <Icon name="search" />
        <input
          {...{ id: name, name, placeholder: label, ...rest }}
          type="search"
          aria-describedby={describedBy(name, undefined, hint)}
        />
      </div>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface TextAreaProperties extends Omit<FieldProperties, 'type' | 'min' | 'max' | 'step'> {
  rows?: number;
}

export function TextArea({ name, label, error, hint, isRequired = false, rows = 3, ...rest }: TextAreaProperties) {
  return (
    <FieldFrame name={name} label={label} error={error} hint={hint}>
      <textarea id={name} name={name} rows={rows} required={isRequired} {...rest} {...marksOf(name, error, hint)} />
    </FieldFrame>
  );
}

export interface Choice {
  value: string;
  label: string;
}

interface SelectProperties {
  name: string;
  label: string;
  choices: readonly Choice[];
  value?: string;
  /** Whether a choice with a value must be made. */
  isRequired?: boolean;
  error?: string | undefined;
  hint?: string;
}

export function Select({ name, label, choices, value, isRequired = false, error, hint }: SelectProperties) {
  return (
    <FieldFrame name={name} label={label} error={error} hint={hint}>
      <select id={name} name={name} required={isRequired} {...marksOf(name, error, hint)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** With an error; of several such fields, browsers focus the first. */
const marksOf = (name: string, error: string | undefined, hint: string | undefined) => ({
  'aria-describedby': describedBy(name, error, hint),
  ...(error && { 'aria-invalid': 'true' as const, autofocus: true }),
});

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

interface ButtonProperties {
  kind?: ButtonKind;
  icon?: IconName;
  children: ComponentChildren;
}

export function Button({ kind = 'primary', icon, children }: ButtonProperties) {
  return (
    <button type="submit" class={`button ${kind}`}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface LinkButtonProperties extends ButtonProperties {
  href: string;
  /** Where an icon stands alone. */
  'aria-label'?: string;
  /** Opens the link's page in a dialog if JavaScript is available. */
  'data-dialog'?: boolean;
  /** Ticks the boxes of its form instead, if JavaScript is available. */
  'data-select-all'?: boolean;
}

export function LinkButton({ href, kind = 'plain', icon, children, ...rest }: LinkButtonProperties) {
  return (
    <a class={`button ${kind}`} href={href} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
