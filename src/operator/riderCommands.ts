import { findSameContact, type SameContact } from '../catalogue/riderContact.ts';
import { type DatedRider, findRider } from '../catalogue/riderStore.ts';
import { OperatorFault } from '../fault.ts';
import { eraseRider, exportRider, type OwnRider } from '../privacy/riderData.ts';
import type { Command, Context, Given } from './command.ts';
import { accountOption, givenAccount } from './givenAccount.ts';
import { parseIdentifier } from './values.ts';

const options = { ...accountOption, rider: { value: 'ID', help: 'the rider (clientId)', isRequired: true } };

async function givenRider(given: Given, context: Context): Promise<DatedRider> {
  const { accountId } = await givenAccount(given, context);
  const clientId = parseIdentifier(given.required('rider'), '--rider');
  const rider = await findRider(context.database, accountId, clientId);
  if (!rider) throw unknown({ accountId, clientId });
  return rider;
}

const unknown = ({ accountId, clientId }: OwnRider) =>
  new OperatorFault(`account ${accountId} has no rider ${clientId}`);

// One person is rarely so many riders; an agency's phone number may be that of thousands.
const MOST_OTHERS = 1_000;

/** One person may be several riders, and usually asks for all of their data. */
const findOthers = ({ database }: Context, rider: DatedRider) => findSameContact(database, rider, MOST_OTHERS);

function warnOfOthers({ warn }: Context, { riders, hasMore }: SameContact, what: string): void {
  if (riders.length === 0) return;
  const ids = riders.map(({ clientId }) => clientId).join(', ');
  const more = hasMore ? ', and more, which `trips clients list` shows' : '';
  warn(`warning: other riders with the same phone number or e-mail address ${what}: ${ids}${more}`);
}

const exportCommand: Command = {
  words: 'riders export',
  help: 'everything that is stored about a rider; use --json to pass it on',
  options,
  async run(given, context) {
    const rider = await givenRider(given, context);
    const data = await exportRider(context.database, context.clock, rider, context.note(rider.accountId));
    if (!data) throw unknown(rider);
    warnOfOthers(context, await findOthers(context, rider), 'are not included');
    return data;
  },
};

const erase: Command = {
  words: 'riders erase',
  help: 'erase the personal data of a rider, permanently; trips and totals stay',
  options,
  async run(given, context) {
    const rider = await givenRider(given, context);
    const erased = { riderId: rider.clientId, state: 'ERASED' };
    if (rider.erasedAt !== null) {
      context.warn(
        `rider ${rider.clientId} was already erased, at ${rider.erasedAt.toISOString()}: nothing was changed`,
      );
      return erased;
    }
    const others = await findOthers(context, rider);
    const verdict = await eraseRider(context.database, context.clock, rider, context.note(rider.accountId));
    if (verdict === 'unknown') throw unknown(rider);
    if (verdict === 'open_trips')
      throw new OperatorFault(
        `rider ${rider.clientId} has open trips: they must be finished, or cancelled through the API or in the dashboard`,
      );
    warnOfOthers(context, others, 'were not erased');
    return erased;
  },
};

export const riderCommands = [exportCommand, erase];
