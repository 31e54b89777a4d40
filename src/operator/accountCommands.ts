import { type Account, changeTier, changeVat, listAccounts } from '../accounts/accountStore.ts';
import { createDemoAccount } from '../accounts/demoAccount.ts';
import { invite } from '../accounts/invitations.ts';
import { listMembers } from '../accounts/memberStore.ts';
import { openAccount } from '../accounts/openAccount.ts';
import { listServiceTiers } from '../catalogue/serviceTierStore.ts';
import { tierView, vehicleView } from '../catalogueApi/views.ts';
import type { Database } from '../database/connection.ts';
import { OperatorFault } from '../fault.ts';
import type { Command, ContextWithoutDatabase, Given } from './command.ts';
import { existingAccount } from './givenAccount.ts';
import { expectFree, urlOf } from './memberCommands.ts';
import { parseName, parseRole, parseSignInAddress, parseTier } from './values.ts';
import { riderView, schemeView } from './views.ts';

const tierOption = { tier: { value: 'TIER', help: 'API tier, one of RATE_LIMIT_TIERS (default STANDARD)' } };
const exemptOption = { 'vat-exempt': { help: 'the account charges no VAT (franchise en base)' } };

const givenDetails = (given: Given, { settings }: ContextWithoutDatabase) => ({
  role: parseRole(given.text('role') ?? 'DRIVER'),
  apiTier: parseTier(given.text('tier'), settings.tierLimits),
  isVatExempt: given.isSet('vat-exempt'),
});

const givenAccountAndOwner = (given: Given, context: ContextWithoutDatabase) => ({
  details: { name: parseName(given.required('name')), ...givenDetails(given, context) },
  email: parseSignInAddress(given.text('email')),
});

const demo: Command = {
  words: 'demo',
  creates: true,
  help: 'create an account with a key, vehicles, riders and a pricing scheme to try things with',
  options: { role: { value: 'ROLE', help: 'DRIVER or CONTRACTOR (default DRIVER)' }, ...exemptOption, ...tierOption },
  check: givenDetails,
  async run(given, context) {
    const { database, clock, settings, note } = context;
    const made = await createDemoAccount(database, clock, givenDetails(given, context), { note });
    return {
      accountId: made.account.accountId,
      role: made.account.role,
      apiKey: made.key.apiKey,
      invitationUrl: urlOf(settings, made.invitation),
      serviceTiers: made.serviceTiers.map(tierView),
      pricingSchemes: made.pricingSchemes.map(schemeView),
      vehicles: made.vehicles.map(vehicleView),
      clients: made.riders.map(riderView),
    };
  },
};

const create: Command = {
  words: 'accounts create',
  creates: true,
  help: 'create an account and its first key',
  options: {
    email: { value: 'EMAIL', help: 'invite its owner to the dashboard: prints the link to send' },
    name: { value: 'NAME', help: 'account name', isRequired: true },
    role: { value: 'ROLE', help: 'DRIVER or CONTRACTOR', isRequired: true },
    ...tierOption,
    ...exemptOption,
  },
  check: givenAccountAndOwner,
  async run(given, context) {
    const { database, clock, settings, note, warn } = context;
    const { details, email } = givenAccountAndOwner(given, context);
    if (email !== undefined) await expectFree(database, email);
    const { account, key, invitation } = await openAccount(database, clock, details, {
      ownersEmail: () => email,
      note,
    });
    if ((await listServiceTiers(database)).length === 0)
      warn(
        'partners cannot quote before there is a vehicle category: run npm run -s trips -- tiers add --name Eco --multiplier 1',
      );
    const { accountId, role } = account;
    return { accountId, role, apiKey: key.apiKey, invitationUrl: urlOf(settings, invitation) };
  },
};

const inviteOwner: Command = {
  words: 'accounts invite',
  argument: 'ID',
  help: 'print a link for an owner to set or reset the password',
  options: { email: { value: 'EMAIL', help: 'the address to sign in with (default: that of the first owner)' } },
  async run(given, context) {
    const { database, clock, settings } = context;
    const { accountId } = await existingAccount(given.argument, context);
    const email = parseSignInAddress(given.text('email')) ?? (await firstOwner(database, accountId));
    if (email === undefined)
      throw new OperatorFault(`--email EMAIL is required: account ${accountId} has no owner yet`);
    const member = await expectFree(database, email, accountId);
    const invitation = await database.transaction(async (client) => {
      await context.note(accountId)(client, 'MEMBER_INVITED', { email, role: 'OWNER' });
      return invite(client, clock, { accountId, memberId: member?.memberId ?? null, email, name: '', role: 'OWNER' });
    });
    const { expiresAt } = invitation;
    return { accountId, email, invitationUrl: urlOf(settings, invitation), expiresAt };
  },
};

async function firstOwner(database: Database, accountId: string): Promise<string | undefined> {
  return (await listMembers(database, accountId)).find(({ role }) => role === 'OWNER')?.email;
}

const list: Command = {
  words: 'accounts list',
  help: 'all accounts',
  async run(_given, { database }) {
    return (await listAccounts(database)).map(accountView);
  },
};

const setTier: Command = {
  words: 'accounts set-tier',
  argument: 'ID',
  help: 'change the API tier of an account, which decides its rate limit; takes effect everywhere within a second',
  options: { tier: { value: 'TIER', help: 'one of RATE_LIMIT_TIERS', isRequired: true } },
  async run(given, context) {
    const { database, settings } = context;
    const account = await existingAccount(given.argument, context);
    const apiTier = parseTier(given.required('tier'), settings.tierLimits);
    if (apiTier === account.apiTier) return accountView(account);
    await database.transaction(async (client) => {
      await changeTier(client, account.accountId, apiTier);
      await context.note(account.accountId)(client, 'API_TIER_CHANGED', { from: account.apiTier, to: apiTier });
    });
    return accountView({ ...account, apiTier });
  },
};

const setVat: Command = {
  words: 'accounts set-vat',
  argument: 'ID',
  help: 'change whether an account charges VAT; for new trips and quotes, everywhere within a second',
  options: {
    exempt: { help: 'it charges none (franchise en base)' },
    charged: { help: 'it charges VAT' },
  },
  async run(given, context) {
    const { database } = context;
    const account = await existingAccount(given.argument, context);
    const isVatExempt = given.isSet('exempt');
    if (isVatExempt === given.isSet('charged')) throw new OperatorFault('give either --exempt or --charged');
    if (isVatExempt === account.isVatExempt) return accountView(account);
    await database.transaction(async (client) => {
      await changeVat(client, account.accountId, isVatExempt);
      await context.note(account.accountId)(client, 'VAT_CHANGED', {
        from: vatStatus(account),
        to: vatStatus({ isVatExempt }),
      });
    });
    return accountView({ ...account, isVatExempt });
  },
};

const vatStatus = ({ isVatExempt }: Pick<Account, 'isVatExempt'>) => (isVatExempt ? 'EXEMPT' : 'CHARGED');

const accountView = ({ accountId, name, role, apiTier, isVatExempt, createdAt }: Account) => ({
  accountId,
  name,
  role,
  tier: apiTier,
  vatExempt: isVatExempt,
  createdAt,
});

export const accountCommands = [demo, create, inviteOwner, list, setTier, setVat];
