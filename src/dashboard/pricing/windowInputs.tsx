import { NAME } from '../../contract/values.ts';
import { MAX_WINDOWS } from '../../money/rateBounds.ts';
import { Checkboxes } from '../../web/components/choices.tsx';
import { Field } from '../../web/components/form.tsx';
import { Card } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import type { Faults } from '../textBounds.ts';
import { pricingWords } from '../words/pricing.ts';
import type { RateTexts } from './rateFields.ts';
import { RateInputs } from './rateInputs.tsx';
import { WEEK, type WindowDraft, windowPrefix } from './schemeDraft.ts';

interface WindowsProperties {
  language: Language;
  windows: readonly WindowDraft[];
  /** The scheme's rates, which apply where a window names none. */
  ordinary: RateTexts;
  faults: Faults;
  /** The window just added. */
  newest: number | undefined;
}

export function Windows({ language, windows, ordinary, faults, newest }: WindowsProperties) {
  const words = pricingWords[language];
  return (
    <Card title={words.windowsTitle}>
      <p class="hint">{words.windowsText}</p>
      {windows.map((window, index) => (
        <WindowInputs key={index} {...{ language, window, index, ordinary, faults }} isNew={index === newest} />
      ))}
      {windows.length < MAX_WINDOWS ? (
        <div class="buttons">
          <button type="submit" class="button plain" name="do" value="add" formnovalidate>
            {words.addWindow}
          </button>
        </div>
      ) : (
        <p class="hint">{words.mostWindows(MAX_WINDOWS)}</p>
      )}
    </Card>
  );
}

interface WindowProperties {
  language: Language;
  window: WindowDraft;
  index: number;
  ordinary: RateTexts;
  faults: Faults;
  isNew: boolean;
}

function WindowInputs({ language, window, index, ordinary, faults, isNew }: WindowProperties) {
  const words = pricingWords[language];
  const prefix = windowPrefix(index);
  const rates = { language, texts: window.rates, faults, prefix, ordinary };
  const hasAvailability = Object.entries(window.rates).some(([field, text]) => field.startsWith('a') && text !== '');
  const isFaulty = [...faults.keys()].some((field) => field.startsWith(`${prefix}availability`));
  return (
    <fieldset class="window">
      <legend>{words.window(index + 1)}</legend>
      <Field
        name={`${prefix}name`}
        label={words.windowName}
        value={window.name}
        error={faults.get(`${prefix}name`)}
        maxLength={NAME.max}
        autofocus={isNew}
        isRequired
      />
      <WindowTimes {...{ language, window, prefix, faults }} />
      <p class="hint">{words.windowRates}</p>
      <RateInputs {...rates} tripType="TRIP" fault={faults.get(`${prefix}rates`)} />
      <details open={hasAvailability || isFaulty}>
        <summary>{words.availabilityRates}</summary>
        <RateInputs {...rates} tripType="AVAILABILITY" />
      </details>
      <div class="buttons">
        <button type="submit" class="button danger small" name="do" value={`remove-${index}`} formnovalidate>
          {words.removeWindow(window.name || words.window(index + 1))}
        </button>
      </div>
    </fieldset>
  );
}

type TimesProperties = Pick<WindowProperties, 'language' | 'window' | 'faults'> & { prefix: string };

function WindowTimes({ language, window, prefix, faults }: TimesProperties) {
  const words = pricingWords[language];
  const time = (name: string) => ({
    type: 'time' as const,
    name: prefix + name,
    error: faults.get(prefix + name),
    isRequired: true,
  });
  return (
    <>
      <Checkboxes
        name={`${prefix}days`}
        label={words.days}
        choices={WEEK.map((day) => ({ value: day, label: dayName(day, language) }))}
        values={window.days}
        error={faults.get(`${prefix}days`)}
      />
      <div class="times">
        <Field {...time('from')} label={words.from} value={window.from} />
        <Field {...time('to')} label={words.to} value={window.to} />
      </div>
      <p class="hint">{words.overMidnight}</p>
    </>
  );
}

/** 1 January 2024 was a Monday. */
export const dayName = (day: string, language: Language) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, Number(day)));
