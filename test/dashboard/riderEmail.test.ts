import { describe, expect, it } from 'vitest';
import { catalogueCommands } from '../../src/operator/catalogueCommands.ts';
import { type Command, type Context, readOptions } from '../../src/operator/command.ts';
import { ownerForFile } from '../support/browserClient.ts';
import { bookingBody, newKey } from '../support/client.ts';

const { service, account, owner } = await ownerForFile();

/** Adds a rider with this e-mail address by each of the three ways there are; whether each accepted it. */
async function addedBy(email: string) {
  const { accountId } = account;
  const client = { firstName: 'Ada', lastName: 'Lovelace', email };
  const command = catalogueCommands.find(({ words }) => words === 'clients add') as Command;
  const line = ['--account', accountId, '--first-name', 'Ada', '--last-name', 'Lovelace', `--email=${email}`];
  const { given } = readOptions(command, line);
  const context = { database: service.database, clock: () => new Date() } as Context;
  return {
    api: (await account.api.send('POST', '/v1/trips', { body: bookingBody({ client }), headers: newKey() })).status,
    dashboard: (await owner.change('/app/riders/new', client)).status,
    command: await command.run(given, context).then(
      () => 'added',
      (error) => error.message,
    ),
  };
}

describe('the e-mail address of a rider', () => {
  it.each(['ada@lovelace.fr', 'a.b+c@sub.example.co.uk', "O'Neill@EXAMPLE.ie", `${'a'.repeat(193)}@ex.fr`])(
    'may be %s, in the API, the dashboard and the trips command alike',
    async (email) => expect(await addedBy(email)).toEqual({ api: 201, dashboard: 303, command: 'added' }),
  );

  it.each(['ada', 'ada@example', 'a..b@x.fr', '.a@x.fr', 'jean@café.fr', 'a b@x.fr', 'a@-x.fr', 'a,b@x.fr'])(
    'may not be %s, in the API, the dashboard and the trips command alike',
    async (email) =>
      expect(await addedBy(email)).toEqual({
        api: 400,
        dashboard: 422,
        command: '--email must be an e-mail address',
      }),
  );
});
