import type { ComponentChildren } from 'preact';
import type { ServiceTier } from '../../catalogue/serviceTierStore.ts';
import { QUOTE_ADDRESS } from '../../contract/values.ts';
import { Field, Select } from '../../web/components/form.tsx';
import { durationText, moneyText, numberText } from '../../web/components/moment.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { quoteWords } from '../words/quotePanel.ts';
import { fieldLabel } from './fieldLabel.ts';
import { HireHours } from './hireHours.tsx';
import type { QuoteDraft, Tried, TriedRide } from './quoteDraft.ts';

interface QuotePanelProperties {
  language: Language;
  draft: QuoteDraft;
  tiers: readonly ServiceTier[];
  timeZone: string;
  tried: Tried;
  /** The button's target. */
  action: string;
}

/** Beside the rates: a ride to try them on, and its price. Only the price is updated while the user types. */
export function QuotePanel({ language, draft, tiers, timeZone, tried, action }: QuotePanelProperties) {
  const words = quoteWords[language];
  const calculate = (
    <button type="submit" class="button plain small" formaction={`${action}#quote`} formnovalidate>
      {words.calculate}
    </button>
  );
  const common = { maxLength: QUOTE_ADDRESS.max, autocomplete: 'off' };
  return (
    <Card title={words.title} actions={calculate} class="quote-panel" data-scratch>
      <Field
        name="quote-pickup"
        label={words.pickup}
        value={draft.pickup}
        placeholder="Gare de Lyon, Paris"
        {...common}
      />
      <Field name="quote-dropoff" label={words.dropoff} value={draft.dropoff} placeholder="Aéroport CDG" {...common} />
      <div class="pair">
        <Select
          name="quote-tier"
          label={words.tier}
          value={draft.serviceTierId}
          choices={tiers.map(({ serviceTierId, name }) => ({ value: serviceTierId, label: name }))}
        />
        <Select
          name="quote-type"
          label={words.tripType}
          value={draft.tripType}
          choices={[
            { value: 'TRIP', label: words.trip },
            { value: 'AVAILABILITY', label: words.availability },
          ]}
        />
      </div>
      <HireHours name="quote-hours" value={draft.hireHours} language={language} />
      <Field name="quote-at" label={words.at(timeZone)} type="datetime-local" value={draft.at} />
      <QuoteAnswer language={language} tried={tried} />
    </Card>
  );
}

interface QuoteAnswerProperties {
  language: Language;
  tried: Tried;
  /** Whether the price is for now because no time was entered yet. */
  isForNow?: boolean;
  /** Replaced together with the price. */
  children?: ComponentChildren;
}

/** The price, or why there is none; the part of a form that is updated while the user types. */
export function QuoteAnswer({ language, tried, isForNow = false, children }: QuoteAnswerProperties) {
  const words = quoteWords[language];
  return (
    <section id="quote" class="quote" aria-label={words.quote} aria-live="polite" data-failed={words.failed}>
      <Answer {...{ language, tried, isForNow }} />
      {children}
    </section>
  );
}

type AnswerProperties = Required<Pick<QuoteAnswerProperties, 'language' | 'tried' | 'isForNow'>>;

function Answer({ language, tried, isForNow }: AnswerProperties) {
  if ('ride' in tried) return <Breakdown {...{ language, isForNow, ...tried }} />;
  if ('line' in tried) return <p class="quote-line">{tried.line}</p>;
  return (
    <>
      <p class="quote-line">{quoteWords[language].faultyRates}</p>
      <ul class="quote-faults">
        {tried.faultyFields.map((field) => (
          <li key={field}>
            <a href={`#${field}`}>{fieldLabel(field, language)}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Breakdown({ language, isForNow, ride, rates, windowName }: TriedRide & Omit<AnswerProperties, 'tried'>) {
  const words = quoteWords[language];
  const money = (cents: number) => moneyText(cents, language);
  const [km, minutes] = [
    numberText(ride.tensOfMetres / 100, language),
    numberText(ride.tenthsOfMinutes / 10, language),
  ];
  const { price, tier } = ride;
  const estimated = ride.isEstimated && ` (${words.estimated})`;
  const isHire = ride.tripType === 'AVAILABILITY'; // its duration was agreed
  const isMinimum = price.totalCents === price.minimumCents && price.minimumCents > 0;
  const lines: readonly [title: string, amount: string, kind?: string][] = [
    [words.base, money(price.baseCents)],
    [words.distance(km, money(rates.perKmCents)), money(price.distanceCents)],
    [words.time(minutes, money(rates.perMinuteCents)), money(price.timeCents)],
    [words.subtotal, money(price.subtotalCents), 'sum'],
    [words.multiplied(tier.name), `× ${numberText(tier.multiplierThousandths / 1000, language)}`],
    [isMinimum ? words.minimumCounts : words.minimum, money(price.minimumCents)],
    [words.total, money(price.totalCents), 'sum'],
    [ride.isVatExempt ? words.exempt : words.vat(ride.vatRate), money(price.vatCents)],
    [words.totalTtc, money(price.totalTtcCents), 'total'],
  ];
  return (
    <>
      <p class="quote-way">
        {ride.from.label} → {ride.to.label}
        <span class="hint">
          {km} km{isHire && estimated}, {durationText(ride.tenthsOfMinutes / 10)}
          {!isHire && estimated}
          {' · '}
          {windowName === undefined ? words.byOrdinary : words.byWindow(windowName)}
          {isForNow && ` · ${words.forNow}`}
        </span>
      </p>
      {ride.tensOfMetres === 0 && ride.tripType === 'TRIP' && <Notice kind="warn">{words.samePlace}</Notice>}
      <dl class="bill">
        {lines.map(([title, amount, kind]) => (
          <div key={title} class={kind}>
            <dt>{title}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
