import type { KeptPricingScheme } from '../../catalogue/pricingSchemeStore.ts';
import { listText } from '../../web/components/moment.tsx';
import { Badge, Card, Facts } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { ReadOnlyHint } from '../components/readOnly.tsx';
import { IdentifierHint } from '../components/recordPage.tsx';
import type { OwnersPage } from '../page.ts';
import { pricingWords } from '../words/pricing.ts';
import { rateFacts } from './rateInputs.tsx';
import { draftOf, type WindowDraft } from './schemeDraft.ts';
import { dayName } from './windowInputs.tsx';

/** A scheme that is retired, or for members who may not change it. */
export function SchemeFacts({ page, scheme }: { page: OwnersPage; scheme: KeptPricingScheme }) {
  const { language } = page;
  const words = pricingWords[language];
  const { rates, windows } = draftOf(scheme, language);
  const name = (
    <span class="named">
      {scheme.name}
      {scheme.isDefault && <Badge kind="good">{words.isDefault}</Badge>}
    </span>
  );
  return (
    <>
      <Card title={words.scheme}>
        {!page.may('PRICING') && <ReadOnlyHint page={page} permission="PRICING" />}
        <Facts
          facts={[
            { title: words.name, value: name },
            { title: words.timeZone, value: scheme.timeZone },
          ]}
        />
        <IdentifierHint title={words.schemeId} id={scheme.pricingSchemeId} />
      </Card>
      <Card title={words.trip}>
        <p class="hint">{words.beforeVat}</p>
        <Facts facts={rateFacts(rates, 'TRIP', language)} />
      </Card>
      <Card title={words.availability}>
        <p class="hint">{words.beforeVat}</p>
        <Facts facts={rateFacts(rates, 'AVAILABILITY', language)} />
      </Card>
      {windows.length > 0 && (
        <Card title={words.windowsTitle}>
          <p class="hint">{words.windowsText}</p>
          {windows.map((window, index) => (
            <WindowFacts key={index} window={window} language={language} />
          ))}
        </Card>
      )}
    </>
  );
}

function WindowFacts({ window, language }: { window: WindowDraft; language: Language }) {
  const words = pricingWords[language];
  const { name, days, from, to, rates } = window;
  const [trip, availability] = [rateFacts(rates, 'TRIP', language), rateFacts(rates, 'AVAILABILITY', language)];
  const dayNames = days.map((day) => dayName(day, language));
  return (
    <section class="window">
      <h3>{name}</h3>
      <Facts
        facts={[
          { title: words.days, value: listText(dayNames, language), isLong: true },
          { title: words.from, value: from },
          { title: words.to, value: to },
        ]}
      />
      <Facts facts={trip} />
      {availability.length > 0 && (
        <>
          <p class="hint">{words.availabilityRates}</p>
          <Facts facts={availability} />
        </>
      )}
    </section>
  );
}
