import type { KeptPricingScheme } from '../../catalogue/pricingSchemeStore.ts';
import type { ServiceTier } from '../../catalogue/serviceTierStore.ts';
import { NAME } from '../../contract/values.ts';
import { MAX_WINDOWS } from '../../money/rateBounds.ts';
import { Checkbox } from '../../web/components/choices.tsx';
import { Field, LinkButton, Select } from '../../web/components/form.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import { IdentifierHint } from '../components/recordPage.tsx';
import { RetirementCard } from '../components/retirement.tsx';
import type { OwnersPage } from '../page.ts';
import type { Faults } from '../textBounds.ts';
import { formWords } from '../words/form.ts';
import { layoutWords } from '../words/layout.ts';
import { pricingWords } from '../words/pricing.ts';
import { quoteWords } from '../words/quotePanel.ts';
import type { QuoteDraft, Tried } from './quoteDraft.ts';
import { QuotePanel } from './quotePanel.tsx';
import { RateInputs } from './rateInputs.tsx';
import { FILLED_WITH, type SchemeDraft } from './schemeDraft.ts';
import { SchemeFacts } from './schemeFacts.tsx';
import { timeZoneChoices } from './timeZones.ts';
import { Windows } from './windowInputs.tsx';

interface SchemePageProperties {
  page: OwnersPage;
  /** Undefined for a new one. */
  scheme: KeptPricingScheme | undefined;
  draft: SchemeDraft;
  faults: Faults;
  isRefused: boolean;
  /** Whether somebody else changed the scheme while the form was open. */
  isOutdated: boolean;
  /** The fingerprint of the scheme that the form was filled with. */
  filledWith: string | undefined;
  /** Whether the draft was submitted and not saved. */
  hasChanges: boolean;
  newest: number | undefined;
  quoteDraft: QuoteDraft;
  tiers: readonly ServiceTier[];
  tried: Tried;
}

export function SchemePage(properties: SchemePageProperties) {
  const { page, scheme, isRefused, isOutdated } = properties;
  const words = pricingWords[page.language];
  const windows = scheme?.windows.length ?? 0;
  return (
    <Layout
      page={page}
      section="pricing"
      title={scheme?.name ?? words.newTitle}
      back={{ href: '/app/pricing', title: words.title }}
    >
      {isRefused && <Notice kind="bad">{formWords[page.language].faulty}</Notice>}
      {scheme && isOutdated && (
        <Notice kind="bad">
          <p>{words.outdated}</p>
          <p>
            <a href={`/app/pricing/${scheme.pricingSchemeId}`} target="_blank" rel="noopener">
              {words.openCurrent}
            </a>
          </p>
        </Notice>
      )}
      {scheme && (scheme.retiredAt || !page.may('PRICING')) ? (
        <SchemeFacts page={page} scheme={scheme} />
      ) : windows > MAX_WINDOWS ? (
        <Notice kind="plain">{words.tooManyWindows(windows, MAX_WINDOWS)}</Notice>
      ) : (
        <SchemeForm {...properties} />
      )}
      {scheme && (
        <RetirementCard
          {...{ page, words, retiredAt: scheme.retiredAt }}
          permission="PRICING"
          path={`/app/pricing/${scheme.pricingSchemeId}`}
          obstacle={scheme.isDefault ? words.retireDefault : undefined}
        />
      )}
    </Layout>
  );
}

function SchemeForm(properties: SchemePageProperties) {
  const { page, scheme, draft, faults, filledWith, hasChanges, newest, quoteDraft, tiers, tried } = properties;
  const { language } = page;
  const words = pricingWords[language];
  const action = `/app/pricing/${scheme?.pricingSchemeId ?? 'new'}`;
  const rates = { language, texts: draft.rates, faults };
  return (
    <OwnersForm page={page} action={action} class="beside" hasChanges={hasChanges} data-live="#quote">
      {/* The first button is the one that Enter presses: it must not save, add or remove. */}
      <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" formnovalidate>
        {quoteWords[language].calculate}
      </button>
      {filledWith !== undefined && <input type="hidden" name={FILLED_WITH} value={filledWith} data-typed />}
      <div class="stack">
        <SchemeCard {...{ page, scheme, draft, faults }} />
        <Card title={words.trip}>
          <p class="hint">
            {words.tripText} {words.beforeVat}
          </p>
          <RateInputs {...rates} tripType="TRIP" />
        </Card>
        <Card title={words.availability}>
          <p class="hint">
            {words.availabilityText} {words.beforeVat}
          </p>
          <RateInputs {...rates} tripType="AVAILABILITY" />
        </Card>
        <Windows {...{ language, windows: draft.windows, ordinary: draft.rates, faults, newest }} />
        <div class="buttons">
          <button type="submit" class="button primary" name="do" value="save">
            {words.save}
          </button>
          <LinkButton href="/app/pricing">{layoutWords[language].cancel}</LinkButton>
        </div>
      </div>
      <QuotePanel {...{ language, tiers, tried, action }} draft={quoteDraft} timeZone={draft.timeZone} />
    </OwnersForm>
  );
}

function SchemeCard({
  page,
  scheme,
  draft,
  faults,
}: Pick<SchemePageProperties, 'page' | 'scheme' | 'draft' | 'faults'>) {
  const words = pricingWords[page.language];
  return (
    <Card title={words.scheme}>
      <div class="pair">
        <Field
          name="name"
          label={words.name}
          hint={words.nameHint}
          value={draft.name}
          error={faults.get('name')}
          maxLength={NAME.max}
          autocomplete="off"
          isRequired
        />
        <Select
          name="time-zone"
          label={words.timeZone}
          value={draft.timeZone}
          choices={timeZoneChoices(draft.timeZone)}
          error={faults.get('time-zone')}
        />
      </div>
      {scheme?.isDefault ? (
        <p>{words.defaultText}</p>
      ) : (
        <Checkbox name="default" label={words.makeDefault} isChecked={draft.isDefault} />
      )}
      {scheme && <IdentifierHint title={words.schemeId} id={scheme.pricingSchemeId} />}
    </Card>
  );
}
