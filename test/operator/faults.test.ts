import { describe, expect, it } from 'vitest';
import { freePort } from '../../reliability/support/process.ts';
import { databaseForFile } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

const NOBODY = '0'.repeat(24);

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
const account = (await operator.json('accounts create --name Garage --role DRIVER')).accountId;

describe('the operator’s command refuses, with one line, a code that is not 0, and nothing on standard output', () => {
  it.each([
    ['an unknown command', 'nonsense', 'there is no command "nonsense"'],
    ['an unknown command of a group', 'keys burn', 'there is no command "keys burn": the commands of keys are issue, '],
    ['a group without a command', 'keys', 'keys needs one of: issue, rotate, revoke, list'],
    ['a group with only an option', 'trips --json', 'trips needs one of: list, show, advance, assign'],
    ['a missing option', 'accounts create --name Garage', '--role ROLE is required'],
    ['an unknown option', 'demo --colour red', "Unknown option '--colour'"],
    ['an option without its value', 'demo --role', "Option '--role <value>' argument missing"],
    [
      'an option in place of a value',
      'demo --tier --json',
      '--tier needs a value; one that begins with a dash is written --tier=-…: see --help',
    ],
    ['a value for a switch', 'demo --vat-exempt=yes', "Option '--vat-exempt' does not take an argument"],
    ['a missing argument', 'keys revoke', 'KEYID is required'],
    ['an argument too many', 'accounts list all', '"all" is not expected here'],
    ['a bad role', 'demo --role PASSENGER', '--role must be DRIVER or CONTRACTOR (it is "PASSENGER")'],
    ['a tier that is no setting', 'demo --tier GOLD', '--tier must be one of STANDARD, PRO (it is "GOLD")'],
    ['a bad key identifier', 'keys rotate 123', 'KEYID must be 24 hexadecimal characters (it is "123")'],
    [
      'a key in place of an account',
      `keys list --account trip_live_${NOBODY}.secret`,
      'the account must be 24 hexadecimal characters (it is an API key)',
    ],
    ['a bad account identifier', 'keys list --account x', 'the account must be 24 hexadecimal characters (it is "x")'],
    ['a bad trip identifier', 'trips advance x', '"x" is neither a trip’s id nor its reference'],
    [
      'a key in place of a trip',
      `trips advance trip_live_${NOBODY}.secret`,
      'this is an API key, not the name of a trip',
    ],
    ['an unknown account', `keys issue --account ${NOBODY}`, `there is no account ${NOBODY}`],
    ['an unknown key to rotate', `keys rotate ${NOBODY}`, `there is no key ${NOBODY}`],
    ['an unknown key to revoke', `keys revoke ${NOBODY}`, `there is no key ${NOBODY}`],
    ['an unknown trip', `trips advance ${NOBODY}`, `there is no trip ${NOBODY}`],
    ['an unknown vehicle category', `tiers set ${NOBODY} --name Eco`, `there is no vehicle category ${NOBODY}`],
    ['a multiplier of nothing', 'tiers add --name Free --multiplier 0', '--multiplier must be a number such as 1.3'],
  ])('%s', async (_what, line, reason) => {
    expect(await operator.fault(line)).toContain(`trips: ${reason}`);
  });

  it.each([
    ['keys issue', '--expires-in 1w', '--expires-in must be a duration such as 0s, 30s, 15m, 24h or 7d (it is "1w")'],
    ['vehicles add', '--name V --seats 0', '--seats must be a whole number from 1 to 99'],
    ['clients add', '--first-name A --last-name B', '--phone PHONE or --email EMAIL is required'],
    ['clients add', '--first-name A --last-name B --phone 123', '--phone must have 4 to 40 characters'],
    ['clients add', '--first-name A --last-name B --email a@b', '--email must be an e-mail address'],
  ])('%s %s', async (words, rest, reason) => {
    expect(await operator.fault(`${words} --account ${account} ${rest}`)).toContain(`trips: ${reason}`);
  });

  it('a second vehicle category of one name', async () => {
    await operator.json('tiers add --name Luxe --multiplier 2');
    expect(await operator.fault('tiers add --name Luxe --multiplier 2')).toContain('named Luxe already exists');
    const { _id } = await operator.json('tiers add --name Lux --multiplier 2');
    expect(await operator.fault(`tiers set ${_id} --name Luxe`)).toContain('named Luxe already exists');
  });

  it('a change of a vehicle category to nothing, or to what it could not be added with', async () => {
    const { _id } = await operator.json('tiers add --name Pousse-pousse --multiplier 2');
    expect(await operator.fault(`tiers set ${_id}`)).toContain('--name NAME or --multiplier NUMBER is required');
    expect(await operator.fault(`tiers set ${_id} --multiplier 11`)).toContain('--multiplier must be a number');
    expect(await operator.fault(['tiers', 'set', _id, '--name', ' '])).toContain('--name must have 1 to');
    expect(await operator.json('tiers list')).toContainEqual({ _id, name: 'Pousse-pousse', multiplier: 2 });
  });

  it('a database that does not answer, and broken settings, without a password', async () => {
    const closed = await freePort();
    const unavailable = operatorOn({ DATABASE_URL: `postgres://someone:hunter2@127.0.0.1:${closed}/trips` });
    const unanswered = await unavailable.fault('accounts list');
    expect(unanswered).toContain('the database at DATABASE_URL cannot be used');
    const broken = await operatorOn({ DATABASE_URL: 'mysql://someone:hunter2@h/x', PORT: 'x' }).fault('accounts list');
    expect(broken).toMatch(/PORT must be .*DATABASE_URL must be/);
    expect(unanswered + broken).not.toContain('hunter2');
  });
});
