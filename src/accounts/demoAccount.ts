import { listPricingSchemes, type PricingScheme } from '../catalogue/pricingSchemeStore.ts';
import { insertRider, type Rider, type RiderDetails } from '../catalogue/riderStore.ts';
import { insertServiceTier, listServiceTiers, type ServiceTier } from '../catalogue/serviceTierStore.ts';
import { insertVehicle, type Vehicle } from '../catalogue/vehicleStore.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { newId } from '../identifiers.ts';
import { type AccountDetails, type OpenedAccount, type OpeningOptions, openAccount } from './openAccount.ts';

export interface DemoAccount extends OpenedAccount {
  serviceTiers: ServiceTier[];
  pricingSchemes: PricingScheme[];
  vehicles: Vehicle[];
  riders: Rider[];
}

const DEMO_TIERS = [
  { name: 'Eco', multiplierThousandths: 1000 },
  { name: 'Berline', multiplierThousandths: 1300 },
  { name: 'Van', multiplierThousandths: 1600 },
];

const DEMO_VEHICLES = [
  { name: 'Mercedes Classe E', plate: 'GA-123-BC', seats: 4 },
  { name: 'Mercedes Classe V', plate: 'GB-456-CD', seats: 7 },
];

const DEMO_RIDERS: RiderDetails[] = [
  { firstName: 'Ada', lastName: 'Lovelace', phone: '+33600000001', email: 'ada@demo.example' },
  { firstName: 'Louis', lastName: 'Blériot', phone: '+33600000002', type: 'BUSINESS', companyName: 'Aéroplanes SA' },
];

/** A new account with everything that a first booking can refer to, and no trips. */
export async function createDemoAccount(
  database: Database,
  clock: Clock,
  details: Omit<AccountDetails, 'name'>,
  options: Pick<OpeningOptions, 'note'> = {},
): Promise<DemoAccount> {
  const now = clock();
  for (const tier of DEMO_TIERS) await insertServiceTier(database, { serviceTierId: newId(), ...tier }, now);
  const opened = await openAccount(
    database,
    clock,
    { name: `Demo ${details.role.toLowerCase()}`, ...details },
    { ownersEmail: (id) => `demo-${id}@example.com`, keyName: 'Demo', ...options },
  );
  const { accountId } = opened.account;
  const vehicles = DEMO_VEHICLES.map((vehicle) => ({ accountId, vehicleId: newId(), ...vehicle }));
  const riders = DEMO_RIDERS.map((rider) => ({ accountId, clientId: newId(), ...rider }));
  await database.transaction(async (client) => {
    for (const vehicle of vehicles) await insertVehicle(client, vehicle, now);
    for (const rider of riders) await insertRider(client, rider, now);
  });
  const [serviceTiers, pricingSchemes] = [
    await listServiceTiers(database),
    await listPricingSchemes(database, accountId),
  ];
  return { ...opened, serviceTiers, pricingSchemes, vehicles, riders };
}
