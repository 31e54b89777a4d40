import { listAccounts } from '../accounts/accountStore.ts';
import { createDemoAccount } from '../accounts/demoAccount.ts';
import { openAccount } from '../accounts/openAccount.ts';
import type { Command } from './command.ts';
import { parseName, parseRole, parseTier } from './values.ts';
import { riderView, schemeView, tierView, vehicleView } from './views.ts';

const tierOption = { tier: { value: 'TIER', help: 'API tier, one of RATE_LIMIT_TIERS (default STANDARD)' } };
const exemptOption = { 'vat-exempt': { help: 'the account charges no VAT (franchise en base)' } };

const demo: Command = {
  words: 'demo',
  help: 'make a new account with a key, vehicles, riders and a pricing scheme to try things with',
  options: { role: { value: 'ROLE', help: 'DRIVER or CONTRACTOR (default DRIVER)' }, ...exemptOption, ...tierOption },
  async run(given, { database, clock, settings }) {
    const made = await createDemoAccount(database, clock, {
      role: parseRole(given.text('role') ?? 'DRIVER'),
      apiTier: parseTier(given.text('tier'), settings.tierLimits),
      isVatExempt: given.isSet('vat-exempt'),
    });
    return {
      accountId: made.account.accountId,
      role: made.account.role,
      apiKey: made.key.apiKey,
      serviceTiers: made.serviceTiers.map(tierView),
      pricingSchemes: made.pricingSchemes.map(schemeView),
      vehicles: made.vehicles.map(vehicleView),
      clients: made.riders.map(riderView),
    };
  },
};

const create: Command = {
  words: 'accounts create',
  help: 'make an account and its first key',
  options: {
    name: { value: 'NAME', help: 'whose it is', isRequired: true },
    role: { value: 'ROLE', help: 'DRIVER or CONTRACTOR', isRequired: true },
    ...tierOption,
    ...exemptOption,
  },
  async run(given, { database, clock, settings }) {
    const { account, key } = await openAccount(database, clock, {
      name: parseName(given.required('name')),
      role: parseRole(given.required('role')),
      apiTier: parseTier(given.text('tier'), settings.tierLimits),
      isVatExempt: given.isSet('vat-exempt'),
    });
    return { accountId: account.accountId, role: account.role, apiKey: key.apiKey };
  },
};

const list: Command = {
  words: 'accounts list',
  help: 'all accounts',
  async run(_given, { database }) {
    return (await listAccounts(database)).map(({ accountId, name, role, apiTier, isVatExempt, createdAt }) => ({
      accountId,
      name,
      role,
      tier: apiTier,
      vatExempt: isVatExempt,
      createdAt,
    }));
  },
};

export const accountCommands = [demo, create, list];
