import type { Queryable } from '../database/connection.ts';

/** What a trip's voucher says about the driver. */
export interface VoucherDetails {
  legalName: string | null;
  registrationNumber: string | null;
  siren: string | null;
  address: string | null;
  phone: string | null;
}

export async function findVoucherDetails(database: Queryable, accountId: string): Promise<VoucherDetails | undefined> {
  const { rows } = await database.query<VoucherDetails>({
    name: 'find_voucher_details',
    text: `SELECT legal_name AS "legalName", registration_number AS "registrationNumber", siren, address, phone
             FROM accounts WHERE account_id = $1`,
    values: [accountId],
  });
  return rows[0];
}

export async function saveVoucherDetails(
  database: Queryable,
  accountId: string,
  { legalName, registrationNumber, siren, address, phone }: VoucherDetails,
): Promise<void> {
  await database.query({
    text: `UPDATE accounts SET legal_name = $2, registration_number = $3, siren = $4, address = $5, phone = $6
            WHERE account_id = $1`,
    values: [accountId, legalName, registrationNumber, siren, address, phone],
  });
}
