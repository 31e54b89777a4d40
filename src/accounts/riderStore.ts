import type { Static } from 'typebox';
import type { Client } from '../contract/trip.ts';
import type { Queryable } from '../database/connection.ts';

export type RiderDetails = Static<typeof Client>;

export interface Rider extends RiderDetails {
  accountId: string;
  clientId: string;
}

export async function insertRider(database: Queryable, rider: Rider, createdAt: Date): Promise<void> {
  await database.query({
    text: `INSERT INTO riders (account_id, client_id, first_name, last_name, phone, email, company_name, type,
                               address, city, country, postal_code, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      rider.accountId,
      rider.clientId,
      rider.firstName,
      rider.lastName,
      rider.phone,
      rider.email,
      rider.companyName,
      rider.type,
      rider.address,
      rider.city,
      rider.country,
      rider.postalCode,
      createdAt,
    ],
  });
}

export async function listRiders(database: Queryable, accountId: string): Promise<Rider[]> {
  const { rows } = await database.query<Rider>({
    text: `SELECT account_id AS "accountId", client_id AS "clientId", first_name AS "firstName", last_name AS "lastName",
                  phone, email, company_name AS "companyName", type, address, city, country, postal_code AS "postalCode"
             FROM riders WHERE account_id = $1 ORDER BY created_at, client_id`,
    values: [accountId],
  });
  return rows;
}
