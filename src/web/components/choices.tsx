import { type Choice, describedBy } from './form.tsx';

interface CheckboxProperties {
  name: string;
  label: string;
  isChecked: boolean;
}

export function Checkbox({ name, label, isChecked }: CheckboxProperties) {
  return (
    <label class="check">
      <input type="checkbox" name={name} value="yes" checked={isChecked} />
      {label}
    </label>
  );
}

interface CheckboxChoice extends Choice {
  /** Its name in the API, shown beside the label. */
  code?: string;
}

interface CheckboxesProperties {
  name: string;
  label: string;
  choices: readonly CheckboxChoice[];
  values: readonly string[];
  error?: string | undefined;
  hint?: string;
}

/** Checkboxes; the group's name, error and hint are read out with each. With an error, the first gets the focus. */
export function Checkboxes({ name, label, choices, values, error, hint }: CheckboxesProperties) {
  return (
    <fieldset class="plain-group" aria-describedby={describedBy(name, error, hint)}>
      <legend>{label}</legend>
      <div class="chips">
        {choices.map((choice, index) => (
          <label key={choice.value} class="chip">
            <input
              {...{ type: 'checkbox', name, value: choice.value, checked: values.includes(choice.value) }}
              {...(error && index === 0 && { 'aria-invalid': 'true', autofocus: true })}
            />
            {choice.label}
            {choice.code && <code>{choice.code}</code>}
          </label>
        ))}
      </div>
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
    </fieldset>
  );
}
