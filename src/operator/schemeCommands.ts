import {
  DEFAULT_TIME_ZONE,
  insertPricingScheme,
  listPricingSchemes,
  STARTING_RATES,
} from '../catalogue/pricingSchemeStore.ts';
import { newId } from '../identifiers.ts';
import type { Command } from './command.ts';
import { accountOption, givenAccount, listOfAccount } from './givenAccount.ts';
import { parseWindows, rateOptions, readRates } from './rateOptions.ts';
import { parseName, parseTimeZone } from './values.ts';
import { listedSchemeView, schemeView } from './views.ts';

const add: Command = {
  words: 'schemes add',
  help: 'add a pricing scheme to an account; rates not given keep their defaults',
  options: {
    ...accountOption,
    name: { value: 'NAME', help: 'such as Weekdays', isRequired: true },
    ...rateOptions,
    'time-zone': { value: 'ZONE', help: `time zone of its windows (default ${DEFAULT_TIME_ZONE})` },
    default: { help: 'make it the account’s default' },
  },
  async run(given, context) {
    const { accountId } = await givenAccount(given, context);
    const rates = readRates(STARTING_RATES, given.text);
    const scheme = {
      accountId,
      pricingSchemeId: newId(),
      name: parseName(given.required('name')),
      isDefault: given.isSet('default'),
      timeZone: parseTimeZone(given.text('time-zone') ?? DEFAULT_TIME_ZONE),
      rates,
      windows: parseWindows(given.texts('window'), rates),
    };
    const { pricingSchemeId, name } = scheme;
    await context.database.transaction(async (client) => {
      await insertPricingScheme(client, scheme, context.clock());
      await context.note(accountId)(client, 'SCHEME_ADDED', { pricingSchemeId, name });
    });
    return schemeView(scheme);
  },
};

const list = listOfAccount(
  'schemes list',
  'the pricing schemes of an account, retired ones last',
  listPricingSchemes,
  listedSchemeView,
);

export const schemeCommands = [add, list];
