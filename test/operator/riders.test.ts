import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MOST_SAME_CONTACT } from '../../src/catalogue/riderContact.ts';
import { newId } from '../../src/identifiers.ts';
import { backupDirectory } from '../support/backups.ts';
import { databaseForFile } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
const directory = backupDirectory();
const { accountId } = await operator.json('demo');

const PHONE = '+33698127634';
let riders = 0;
const newPhone = () => `+3369812${5000 + riders++}`;
const add = async (phone = newPhone()): Promise<string> => {
  const words = `clients add --account ${accountId} --first-name Zenobie --last-name Quartermain --phone ${phone}`;
  return (await operator.json(words))._id;
};
const of = (rider: string) => `--account ${accountId} --rider ${rider}`;
const nameOf = async (rider: string) => (await operator.json(`riders export ${of(rider)}`)).rider.firstName;

describe('trips riders', () => {
  it('export prints everything that is stored about a rider', async () => {
    const rider = await add(PHONE);
    expect(await operator.json(`riders export ${of(rider)}`)).toMatchObject({
      exportedAt: expect.any(String),
      rider: { _id: rider, firstName: 'Zenobie', lastName: 'Quartermain', phone: PHONE, erasedAt: null },
      trips: [],
    });
  });

  it('erase leaves no name, once', async () => {
    const rider = await add();
    expect(await operator.json(`riders erase ${of(rider)}`)).toEqual({ riderId: rider, state: 'ERASED' });
    expect(await nameOf(rider)).toBe('Erased');
    expect(await operator.run(`riders erase ${of(rider)}`)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(`^trips: rider ${rider} was already erased, at 20.+Z: nothing was changed\n$`),
    });
    const log = await operator.json(`audit --account ${accountId} --limit 3`);
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      ...['RIDER_EXPORTED', 'RIDER_ERASED'],
      expect.anything(),
    ]);
  });

  it('name other riders with the same contact details, who are not included', async () => {
    const phone = newPhone();
    const [rider, twin] = [await add(phone), await add(phone)];
    const others = 'trips: warning: other riders with the same phone number or e-mail address';
    expect(await operator.run(`riders export ${of(rider)}`)).toMatchObject({
      code: 0,
      stderr: `${others} are not included: ${twin}\n`,
    });
    expect(await operator.run(`riders erase ${of(rider)}`)).toMatchObject({
      code: 0,
      stderr: `${others} were not erased: ${twin}\n`,
    });
    expect(await operator.run(`riders erase ${of(twin)}`)).toMatchObject({ code: 0, stderr: '' });
  });

  it('name all of them, also where a page of the dashboard would not', async () => {
    const phone = newPhone();
    const added: string[] = [];
    for (let count = 0; count <= MOST_SAME_CONTACT + 1; count++) added.push(await add(phone));
    const [rider = '', ...twins] = added;
    const { stderr } = await operator.run(`riders export ${of(rider)}`);
    expect(stderr.trim().split(': ').at(-1)).toBe(twins.reverse().join(', '));
  });

  it('refuse an unknown rider and a malformed identifier', async () => {
    const rider = newId();
    for (const command of ['export', 'erase']) {
      expect(await operator.fault(`riders ${command} ${of(rider)}`)).toContain(`has no rider ${rider}`);
      expect(await operator.fault(`riders ${command} ${of('x')}`)).toContain(
        '--rider must be 24 hexadecimal characters',
      );
    }
  });

  it('who was erased since a backup stays erased when it is restored', async () => {
    const [erased, kept] = [await add(), await add()];
    const file = join(directory, 'before.trips');
    await operator.json(`backup ${file}`);
    await operator.json(`riders erase ${of(erased)}`);
    await operator.json(`restore ${file}`);
    expect([await nameOf(erased), await nameOf(kept)]).toEqual(['Erased', 'Zenobie']);
  });
});
