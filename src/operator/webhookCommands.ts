import { lookup } from 'node:dns';
import { EVENT_TYPES, WEBHOOK_BOUNDS } from '../contract/values.ts';
import { ApiError } from '../errors.ts';
import { OperatorFault } from '../fault.ts';
import { createSender } from '../webhooks/sender.ts';
import { attemptView, endpointView, withSecretView } from '../webhooks/views.ts';
import { disableEndpoint, listEndpoints, type OwnEndpoint, type WebhookEndpoint } from '../webhooks/webhookStore.ts';
import { addEndpoint, changeEndpoint, sendTest } from '../webhooks/webhooks.ts';
import type { Command, Context, Given } from './command.ts';
import { accountOption, givenAccount, listOfAccounts } from './givenAccount.ts';
import { parseIdentifier, parseText } from './values.ts';

const list = listOfAccounts(
  'webhooks list',
  'the webhook endpoints of an account, or of all, without their secrets',
  listEndpoints,
  (endpoint) => statusView(endpoint),
);

const add: Command = {
  words: 'webhooks add',
  help: 'add a webhook endpoint; its secret is shown only once',
  options: {
    ...accountOption,
    url: { value: 'URL', help: 'where to send events', isRequired: true },
    type: {
      value: 'TYPE',
      help: `only events of this type, repeatable: ${EVENT_TYPES.join(', ')} (default: all)`,
      isRepeated: true,
    },
    description: { value: 'TEXT', help: 'a note' },
  },
  async run(given, context) {
    const { database, clock, settings } = context;
    const { accountId } = await givenAccount(given, context);
    const description = given.text('description');
    const endpoint = {
      accountId,
      url: parseText(given.required('url'), 'url', WEBHOOK_BOUNDS.url),
      eventTypes: [...new Set(given.texts('type').map(parseEventType))],
      description:
        description === undefined
          ? null
          : parseText(description, 'description', { min: 1, ...WEBHOOK_BOUNDS.description }),
    };
    const note = context.note(accountId);
    return withSecretView(await addEndpoint(database, clock, settings.webhookTargets, endpoint, note).catch(explained));
  },
};

const test: Command = {
  words: 'webhooks test',
  argument: 'ENDPOINTID',
  help: 'send a test event to an endpoint now, and show the outcome',
  options: accountOption,
  async run(given, context) {
    const { database, clock, settings } = context;
    const endpoint = await givenEndpoint(given, context);
    const sender = createSender({ targets: settings.webhookTargets, clock, lookup });
    return attemptView(existing(await sendTest(database, clock, sender, endpoint, 'OPERATOR'), endpoint));
  },
  faultIn(answer) {
    const { error, responseStatus } = answer as ReturnType<typeof attemptView>;
    if (error === null) return undefined;
    return `the test event was not delivered: ${error}${responseStatus === null ? '' : ` ${responseStatus}`}`;
  },
};

const disable: Command = {
  words: 'webhooks disable',
  argument: 'ENDPOINTID',
  help: 'stop sending to an endpoint until its owner enables it',
  options: accountOption,
  async run(given, context) {
    const endpoint = await givenEndpoint(given, context);
    const note = context.note(endpoint.accountId);
    const disabled = await changeEndpoint(context.database, note, 'WEBHOOK_DISABLED', (client) =>
      disableEndpoint(client, endpoint, 'REQUESTED'),
    );
    return statusView(existing(disabled, endpoint));
  },
};

const statusView = (endpoint: WebhookEndpoint) => {
  const { disabledReason, failingSince } = endpoint;
  return { ...endpointView(endpoint), disabledReason, failingSince };
};

async function givenEndpoint(given: Given, context: Context): Promise<OwnEndpoint> {
  const { accountId } = await givenAccount(given, context);
  return { accountId, endpointId: parseIdentifier(given.argument, 'ENDPOINTID') };
}

function existing<Found>(found: Found | undefined, { endpointId }: OwnEndpoint): Found {
  if (found === undefined) throw new OperatorFault(`this account has no webhook endpoint ${endpointId}`);
  return found;
}

function parseEventType(text: string) {
  const type = EVENT_TYPES.find((each) => each === text);
  if (type === undefined) throw new OperatorFault(`--type must be one of ${EVENT_TYPES.join(', ')} (it is "${text}")`);
  return type;
}

/** Reports an error of the API as a fault of the command. */
function explained(error: unknown): never {
  throw error instanceof ApiError ? new OperatorFault([error.publicMessage].flat().join('; ')) : error;
}

export const webhookCommands = [list, add, test, disable];
