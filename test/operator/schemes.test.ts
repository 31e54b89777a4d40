import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { databaseForFile } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
const account = (await operator.json('demo')).accountId;

/** A window is one word of the command, with spaces in it. */
const add = (...options: string[]) => ['schemes', 'add', '--account', account, '--name', 'S', ...options];

describe('schemes add', () => {
  it('keeps the rates given, for each type of trip, and the starting ones elsewhere', async () => {
    const rates = '--base 8 --per-km 2.15 --availability-per-minute 0.9';
    expect(await operator.json(add(...rates.split(' '), '--time-zone', 'Indian/Reunion'))).toMatchObject({
      timeZone: 'Indian/Reunion',
      rates: {
        TRIP: { baseCents: 800, perKmCents: 215, perMinuteCents: 35, minimumCents: 1500 },
        AVAILABILITY: { baseCents: 0, perKmCents: 0, perMinuteCents: 90, minimumCents: 4500 },
      },
      windows: [],
    });
  });

  it('keeps windows of the week in their order; a rate they do not name is the scheme’s own', async () => {
    const given = [
      'Night Mon-Sun 22:00-06:00 per-km=2.20 minimum=25',
      'Weekend Sat,Sun 00:00-24:00 base=9 availability-per-minute=1',
      'Turn Sat-Mon 6:30-7:00 base=1',
    ];
    const { windows } = await operator.json(add('--base', '8', ...given.flatMap((window) => ['--window', window])));
    expect(windows).toEqual([
      {
        name: 'Night',
        days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
        from: '22:00',
        to: '06:00',
        rates: { TRIP: { baseCents: 800, perKmCents: 220, perMinuteCents: 35, minimumCents: 2500 } },
      },
      {
        name: 'Weekend',
        days: ['Sat', 'Sun'],
        from: '00:00',
        to: '24:00',
        rates: {
          TRIP: { baseCents: 900, perKmCents: 180, perMinuteCents: 35, minimumCents: 1500 },
          AVAILABILITY: { baseCents: 0, perKmCents: 0, perMinuteCents: 100, minimumCents: 4500 },
        },
      },
      expect.objectContaining({ name: 'Turn', days: ['Mon', 'Sat', 'Sun'], from: '06:30', to: '07:00' }),
    ]);
    const schemes = await operator.json(`schemes list --account ${account}`);
    expect(schemes.at(-1).windows).toEqual(windows);
  });

  it.each([
    [['--base', '-1'], '--base needs a value'],
    [['--base', '1,50'], '--base must be euros such as 1.80 (it is "1,50")'],
    [['--per-km', '1.805'], '--per-km must be euros'],
    [['--per-km', '100.01'], '--per-km may be at most 100 EUR (it is "100.01")'],
    [['--minimum', '10000.01'], '--minimum may be at most 10000 EUR'],
    [['--availability-per-minute', 'x'], '--availability-per-minute must be euros'],
    [['--time-zone', 'Paris'], '--time-zone must be a time zone such as Europe/Paris (it is "Paris")'],
    [Array(21).fill(['--window', 'Night Mon 22:00-06:00 base=1']).flat(), '--window may be given at most 20 times'],
    [['--window', 'Night'], '--window must be "NAME DAYS FROM-TO RATE=EUR …" (it is "Night")'],
    [['--window', 'Night Mon-Sun 22:00-06:00'], '--window must be "NAME DAYS FROM-TO RATE=EUR …"'],
    [['--window', 'Night Lun 22:00-06:00 base=1'], '--window days must be such as Mon-Fri or Sat,Sun (they are "Lun")'],
    [
      ['--window', 'Night Mon 22-6 base=1'],
      '--window hours must be such as 22:00-06:00 or 00:00-24:00 (they are "22-6")',
    ],
    [['--window', 'Night Mon 24:00-06:00 base=1'], '--window hours must be'],
    [['--window', 'Night Mon 22:60-06:00 base=1'], '--window hours must be'],
    [['--window', 'Night Mon 22:00-06:00 price=1'], '--window has an unknown rate "price"'],
    [['--window', 'Night Mon 22:00-06:00 toString=1'], '--window has an unknown rate "toString"'],
    [
      ['--window', 'Night Mon 22:00-06:00 per-km=2=9'],
      '--window rates must be such as per-km=2.20 (one is "per-km=2=9")',
    ],
    [['--window', 'Night Mon 22:00-06:00 per-km=2 per-km=3'], '--window names a rate twice'],
    [['--window', 'Night Mon-Tue-Fri 22:00-06:00 base=1'], '--window days must be such as Mon-Fri or Sat,Sun'],
    [['--window', 'Night Mon 22:00-06:00 base=-1'], '--base must be euros'],
  ])('refuses %j', async (options, reason) => {
    expect(await operator.fault(add(...options))).toContain(reason);
  });
});

describe('vehicles list and schemes list', () => {
  it('have retired ones last, with when that was', async () => {
    const { accountId } = await operator.json('demo');
    await operator.json(`schemes add --account ${accountId} --name Old`);
    await operator.json(`schemes add --account ${accountId} --name New`);
    const client = new pg.Client(database.url);
    await client.connect();
    for (const text of [
      `UPDATE vehicles SET retired_at = '2027-03-01Z' WHERE account_id = $1 AND name = 'Mercedes Classe E'`,
      `UPDATE pricing_schemes SET retired_at = '2027-03-01Z' WHERE account_id = $1 AND name = 'Old'`,
    ])
      await client.query(text, [accountId]);
    await client.end();
    const listed = async (words: string) =>
      (await operator.json(`${words} list --account ${accountId}`)).map(
        ({ name, retiredAt }: { name: string; retiredAt: string | null }) => [name, retiredAt],
      );
    const since = '2027-03-01T00:00:00.000Z';
    expect(await listed('vehicles')).toEqual([
      ['Mercedes Classe V', null],
      ['Mercedes Classe E', since],
    ]);
    expect(await listed('schemes')).toEqual([
      ['Standard', null],
      ['New', null],
      ['Old', since],
    ]);
  });
});
