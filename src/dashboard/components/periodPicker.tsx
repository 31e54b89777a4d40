import { Button } from '../../web/components/form.tsx';
import { QueryForm } from './form.tsx';

interface PeriodPickerProperties {
  /** The kind of period, which names the field too. */
  type: 'date' | 'month';
  /** The page that shows a period. */
  path: string;
  label: string;
  button: string;
  value: string;
  placeholder?: string;
  /** Whether the page says under `…-error` what is wrong with the value. */
  isFaulty: boolean;
}

/** Leads to the day or month that is chosen. */
export const PeriodPicker = ({ type, path, label, button, value, placeholder, isFaulty }: PeriodPickerProperties) => (
  <QueryForm action={path} class="picker">
    <label class="unseen" for={type}>
      {label}
    </label>
    <input
      id={type}
      name={type}
      type={type}
      value={value}
      placeholder={placeholder}
      required
      aria-invalid={isFaulty ? 'true' : undefined}
      aria-describedby={isFaulty ? `${type}-error` : undefined}
    />
    <Button kind="plain">{button}</Button>
  </QueryForm>
);
