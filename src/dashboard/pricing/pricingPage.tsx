import type { FastifyInstance } from 'fastify';
import { type KeptPricingScheme, listPricingSchemes } from '../../catalogue/pricingSchemeStore.ts';
import { listServiceTiers, type ServiceTier } from '../../catalogue/serviceTierStore.ts';
import { moneyText, numberText } from '../../web/components/moment.tsx';
import { Badge, Card } from '../../web/components/notice.tsx';
import { type Column, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { EmptyList, ListPage } from '../components/list.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { pricingWords } from '../words/pricing.ts';
import { schemeRoutes } from './schemeRoutes.tsx';

export function pricingRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/pricing', allow('VIEW'), async (request, reply) => {
    const { database } = dependencies;
    const [schemes, tiers] = await Promise.all([
      listPricingSchemes(database, accountIdOf(request)),
      listServiceTiers(database),
    ]);
    return sendPage(reply, <PricingPage page={ownersPageFor(request, reply)} schemes={schemes} tiers={tiers} />);
  });
  schemeRoutes(app, dependencies);
}

interface PricingPageProperties {
  page: OwnersPage;
  schemes: readonly KeptPricingScheme[];
  tiers: readonly ServiceTier[];
}

function PricingPage({ page, schemes, tiers }: PricingPageProperties) {
  const words = pricingWords[page.language];
  return (
    <ListPage page={page} section="pricing" words={words} permission="PRICING">
      <p class="hint">
        {words.intro} {words.beforeVat}
      </p>
      <Card>
        {schemes.length === 0 ? (
          <EmptyList page={page} permission="PRICING" icon="euro" title={words.empty} text={words.emptyText} />
        ) : (
          <Table
            caption={words.caption}
            columns={columns(page.language)}
            rows={schemes}
            keyOf={({ pricingSchemeId }) => pricingSchemeId}
            linkTo={({ pricingSchemeId }) => `/app/pricing/${pricingSchemeId}`}
          />
        )}
      </Card>
      <ServiceTiersCard tiers={tiers} language={page.language} />
    </ListPage>
  );
}

function columns(language: Language): Column<KeptPricingScheme>[] {
  const words = pricingWords[language];
  const money = (cents: number) => moneyText(cents, language);
  return [
    {
      title: words.name,
      cell: ({ name, isDefault, retiredAt }) => (
        <span class="named">
          {name}
          {isDefault && <Badge kind="good">{words.isDefault}</Badge>}
          {retiredAt && <Badge kind="plain">{words.retired}</Badge>}
        </span>
      ),
    },
    {
      title: words.tripRates,
      cell: ({ rates: { TRIP } }) =>
        words.ratesText(money(TRIP.baseCents), money(TRIP.perKmCents), money(TRIP.perMinuteCents)),
    },
    { title: words.minimum, isNumber: true, cell: ({ rates }) => money(rates.TRIP.minimumCents) },
    { title: words.windows, isNumber: true, cell: ({ windows }) => numberText(windows.length, language) },
    { title: words.timeZone, cell: ({ timeZone }) => timeZone },
  ];
}

/** The platform's vehicle categories with the identifiers that quotes need. */
function ServiceTiersCard({ tiers, language }: { tiers: readonly ServiceTier[]; language: Language }) {
  const words = pricingWords[language];
  if (tiers.length === 0) return null;
  return (
    <Card title={words.tiers}>
      <p class="hint">{words.tiersText}</p>
      <Table
        caption={words.tiers}
        rows={tiers}
        keyOf={({ serviceTierId }) => serviceTierId}
        columns={[
          { title: words.name, cell: ({ name }) => name },
          {
            title: words.multiplier,
            cell: ({ multiplierThousandths }) => `× ${numberText(multiplierThousandths / 1000, language)}`,
          },
          { title: words.tierId, cell: ({ serviceTierId }) => <code>{serviceTierId}</code> },
        ]}
      />
    </Card>
  );
}
