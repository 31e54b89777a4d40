import type { ServiceTier } from '../../catalogue/serviceTierStore.ts';
import { numberText } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { Table } from '../../web/components/table.tsx';
import type { Language } from '../../web/language.ts';
import { pricingWords } from '../words/pricing.ts';

/** The platform's vehicle categories with the identifiers that quotes need. */
export function ServiceTiersCard({ tiers, language }: { tiers: readonly ServiceTier[]; language: Language }) {
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
