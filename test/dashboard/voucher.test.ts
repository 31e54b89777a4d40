import { describe, expect, it } from 'vitest';
import { newMember, ownerOf, type Visitor } from '../support/browserClient.ts';
import { agree } from '../support/drivers.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();

/** As the account page saves them. */
const setDetails = ({ accountId }: TestAccount, [legalName, registrationNumber, siren, address, phone]: string[]) =>
  service.database.query({
    text: `UPDATE accounts SET legal_name = $2, registration_number = $3, siren = $4, address = $5, phone = $6
            WHERE account_id = $1`,
    values: [accountId, legalName, registrationNumber, siren, address, phone],
  });

const DRIVER = [
  'Chauffeurs du Rhône SARL',
  'EVTC069210001',
  '732 829 320',
  '1 quai Perrache, 69002 Lyon',
  '+33472000000',
];
const CONTRACTOR = ['Palace & Co', 'CR-7', '356000000', '2 place Vendôme, 75001 Paris', '+33140000000'];

async function bookedBy(account: TestAccount, changes: Record<string, unknown> = {}) {
  const { _id } = await account.api.createdTrip(changes);
  return `/app/trips/${_id}`;
}

/** The lines of a voucher under their French titles, by its parts. */
async function voucherOf(owner: Visitor, path: string): Promise<Record<string, Record<string, string>>> {
  const { status, html } = await owner.get(`${path}/voucher`);
  expect(status).toBe(200);
  const parts = [...html.matchAll(/<section><h3>(.*?)<\/h3><dl>(.*?)<\/dl>/gs)].map(([, title = '', lines = '']) => [
    french(title),
    Object.fromEntries(
      [...lines.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name = '', value = '']) => [
        french(name),
        french(value),
      ]),
    ),
  ]);
  return Object.fromEntries(parts);
}

const french = (html: string) =>
  html
    .replace(/<span[^>]*lang="en">.*?<\/span>/g, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .trim();

const RIDE = {
  'Date et heure de prise en charge': '14 mars 2027, 10:30 (Paris)',
  'Date et heure de la réservation': '1er mars 2027, 09:00 (Paris)',
  'Lieu de prise en charge': '10 Rue de Rivoli, 75004 Paris',
  Destination: 'Aéroport CDG, Terminal 2E',
  'Prix TTC': '66,00 €',
};

describe('the voucher', () => {
  it('of a driver’s own trip names the driver as operator, the rider, the times and the places', async () => {
    const account = await service.account();
    await setDetails(account, DRIVER);
    const owner = await ownerOf(service, account);
    const path = await bookedBy(account);
    const voucher = await voucherOf(owner, path);
    expect(voucher).toEqual({
      Exploitant: {
        'Nom ou dénomination sociale': DRIVER[0],
        'Numéro d’inscription au registre des exploitants de VTC': DRIVER[1],
        SIREN: DRIVER[2],
        Adresse: DRIVER[3],
        Téléphone: DRIVER[4],
      },
      Client: { Nom: 'Ada Lovelace', Téléphone: '+33612345678' },
      Réservation: expect.objectContaining(RIDE),
    });
    expect((await owner.get(path)).html).not.toContain('Missing on the booking voucher');
  });

  it('has the references of the trip, as its page has', async () => {
    const account = await service.account();
    const owner = await ownerOf(service, account);
    const { _id, reference } = await account.api.createdTrip({ externalReference: 'ORDER-4711' });
    expect((await voucherOf(owner, `/app/trips/${_id}`)).Réservation).toMatchObject({
      Référence: reference,
      Numéro: _id,
    });
    const { html } = await owner.get(`/app/trips/${_id}`);
    for (const text of [reference, 'ORDER-4711']) expect(html).toContain(`<dd>${text}</dd>`);
  });

  it('of a contractor’s trip names the driver as operator, and the contractor as who took the booking', async () => {
    const [contractor, driver] = [await service.account({ role: 'CONTRACTOR' }), await service.account()];
    await ownerOf(service, driver);
    const owner = await ownerOf(service, contractor);
    const path = await bookedBy(contractor);
    await setDetails(contractor, CONTRACTOR);
    await setDetails(driver, DRIVER);
    const unassigned = await voucherOf(owner, path);
    expect(unassigned['Chauffeur et exploitant']).toEqual({
      'Nom ou dénomination sociale': 'aucun chauffeur attribué',
    });
    expect((await owner.get(path)).html).toContain('Missing on the booking voucher: driver.');
    await agree(service, contractor, driver);
    await owner.submit(path, `${path}/assign`, { driver: driver.accountId });
    const voucher = await voucherOf(owner, path);
    expect(voucher['Chauffeur et exploitant']).toMatchObject({ Téléphone: DRIVER[4] });
    expect(voucher['Réservation prise par']).toEqual({
      'Nom ou dénomination sociale': CONTRACTOR[0],
      'Numéro d’inscription au registre des exploitants de VTC': CONTRACTOR[1],
      SIREN: CONTRACTOR[2],
      Adresse: CONTRACTOR[3],
      Téléphone: CONTRACTOR[4],
    });
  });

  it('tells the driver of a contractor’s trip what is missing, and where they enter it', async () => {
    const [contractor, driver] = [await service.account({ role: 'CONTRACTOR' }), await service.account()];
    const [owner, driversOwner] = [await ownerOf(service, contractor), await ownerOf(service, driver)];
    const dispatcher = await newMember(service, driversOwner, { role: 'DISPATCHER' });
    const path = await bookedBy(contractor);
    await agree(service, contractor, driver);
    await owner.submit(path, `${path}/assign`, { driver: driver.accountId });
    const ride = path.replace('trips', 'rides');
    const enter = '<a href="/app/account">Complete your voucher details</a>';
    for (const page of [ride, `${ride}/voucher`]) {
      const { html } = await driversOwner.get(page);
      for (const text of ['Missing on the booking voucher: ', enter]) expect(html).toContain(text);
      const { html: read } = await dispatcher.get(page);
      expect(read).toContain('An owner of your account completes the operator’s details');
      expect(read).not.toContain(enter);
    }
    for (const page of [path, `${path}/voucher`])
      expect((await owner.get(page)).html).toContain(
        'The driver completes the operator’s details in their own account.',
      );
    await setDetails(driver, DRIVER);
    expect((await driversOwner.get(`${ride}/voucher`)).html).not.toContain('Missing on the booking voucher');
  });

  it('says plainly what is missing, and so does the page of the trip, with where to enter it', async () => {
    const account = await service.account();
    const owner = await ownerOf(service, account);
    const path = await bookedBy(account, { client: { firstName: 'A', lastName: 'B', email: 'a@example.com' } });
    const voucher = await voucherOf(owner, path);
    expect(Object.values(voucher.Exploitant ?? {})).toEqual([
      'non renseigné',
      'non renseigné',
      'non renseigné',
      'non renseigné',
      'non renseigné',
    ]);
    expect(voucher.Client).toMatchObject({ Téléphone: 'non renseigné' });
    const { html } = await owner.get(path);
    for (const text of [
      'rider’s phone number',
      'VTC registration number',
      'SIREN',
      'href="/app/account">Complete your',
    ])
      expect(html).toContain(text);
    const rider = /href="(\/app\/riders\/\w+)">Add the rider’s phone number/.exec(html)?.[1] ?? '';
    expect((await owner.get(rider)).html).toContain('id="phone"');
    const viewer = await newMember(service, owner, { role: 'VIEWER' });
    expect((await viewer.get(path)).html).not.toContain('Add the rider’s phone number');
  });

  it('tells a contractor that the driver’s details are the driver’s to enter', async () => {
    const [contractor, driver] = [await service.account({ role: 'CONTRACTOR' }), await service.account()];
    const driversOwner = await ownerOf(service, driver);
    const owner = await ownerOf(service, contractor, { 'accept-language': 'fr' });
    const path = await bookedBy(contractor, { client: { firstName: 'A', lastName: 'B', email: 'b@example.com' } });
    await agree(service, contractor, driver);
    await owner.submit(path, `${path}/assign`, { driver: driver.accountId });
    expect((await owner.get(path)).html).toContain(
      'Le chauffeur complète les informations de l’exploitant dans son propre compte',
    );
    const ride = (await driversOwner.get(path.replace('trips', 'rides'))).html;
    expect(ride).toContain('rider’s phone number');
    expect(ride).not.toContain('Add the rider’s phone number');
  });

  it('of an account that is exempt from VAT says that none applies', async () => {
    const account = await service.account({ isVatExempt: true });
    const owner = await ownerOf(service, account);
    const path = await bookedBy(account);
    expect((await voucherOf(owner, path)).Réservation).toMatchObject({
      'Prix (TVA non applicable, art. 293 B du CGI)': '66,00 €',
    });
    const { html } = await owner.get(`${path}/voucher`);
    expect(html).toContain('Price (VAT not applicable, art. 293 B of the French tax code)');
    expect(html).not.toMatch(/Prix TTC|Price including VAT/);
  });

  it('of a cancelled booking says that it is one', async () => {
    const account = await service.account();
    const owner = await ownerOf(service, account);
    const path = await bookedBy(account);
    await account.api.cancel(path.slice('/app/trips/'.length));
    expect((await owner.get(`${path}/voucher`)).html).toContain('Cette réservation est annulée');
  });
});
