import type { Queryable } from '../database/connection.ts';

/** What a trip's voucher says about the driver. */
export interface VoucherDetails {
  legalName: string | null;
  registrationNumber: string | null;
  siren: string | null;
  address: string | null;
  phone: string | null;
}

/** Each detail and the column that holds it. */
export const VOUCHER_COLUMNS: readonly (readonly [member: keyof VoucherDetails, column: string])[] = [
  ['legalName', 'legal_name'],
  ['registrationNumber', 'registration_number'],
  ['siren', 'siren'],
  ['address', 'address'],
  ['phone', 'phone'],
];

const SELECT_DETAILS = `
  SELECT ${VOUCHER_COLUMNS.map(([member, column]) => `${column} AS "${member}"`).join(', ')}
    FROM accounts WHERE account_id = $1`;

export async function findVoucherDetails(database: Queryable, accountId: string): Promise<VoucherDetails | undefined> {
  const { rows } = await database.query<VoucherDetails>({
    name: 'find_voucher_details',
    text: SELECT_DETAILS,
    values: [accountId],
  });
  return rows[0];
}

/** Locks the account until the transaction ends, so that two changes run one after the other. Bookings do not wait for this lock. */
export async function findVoucherDetailsForUpdate(
  database: Queryable,
  accountId: string,
): Promise<VoucherDetails | undefined> {
  const { rows } = await database.query<VoucherDetails>({
    text: `${SELECT_DETAILS} FOR NO KEY UPDATE`,
    values: [accountId],
  });
  return rows[0];
}

export async function saveVoucherDetails(
  database: Queryable,
  accountId: string,
  details: VoucherDetails,
): Promise<void> {
  await database.query({
    text: `UPDATE accounts SET ${VOUCHER_COLUMNS.map(([, column], index) => `${column} = $${index + 2}`).join(', ')}
            WHERE account_id = $1`,
    values: [accountId, ...VOUCHER_COLUMNS.map(([member]) => details[member])],
  });
}
