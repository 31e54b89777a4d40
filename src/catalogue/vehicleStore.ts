import type { RequestedPage } from '../contract/pagination.ts';
import type { Queryable } from '../database/connection.ts';
import { type Page, selectPage } from '../database/page.ts';

export interface Vehicle {
  accountId: string;
  vehicleId: string;
  name: string;
  plate: string | null;
  seats: number | null;
}

/** A retired one stays on its trips; nothing new can name it. */
export interface KeptVehicle extends Vehicle {
  retiredAt: Date | null;
}

export async function insertVehicle(database: Queryable, vehicle: Vehicle, createdAt: Date): Promise<void> {
  await database.query({
    text: `INSERT INTO vehicles (account_id, vehicle_id, name, plate, seats, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [vehicle.accountId, vehicle.vehicleId, vehicle.name, vehicle.plate, vehicle.seats, createdAt],
  });
}

/** False if the account has no such vehicle. */
export async function updateVehicle(database: Queryable, vehicle: Vehicle): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `UPDATE vehicles SET name = $3, plate = $4, seats = $5 WHERE account_id = $1 AND vehicle_id = $2`,
    values: [vehicle.accountId, vehicle.vehicleId, vehicle.name, vehicle.plate, vehicle.seats],
  });
  return rowCount === 1;
}

/** Null brings it back. False if nothing changed: the account has no such vehicle, or it is retired or in use already. */
export async function retireVehicle(
  database: Queryable,
  accountId: string,
  vehicleId: string,
  retiredAt: Date | null,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `UPDATE vehicles SET retired_at = $3
            WHERE account_id = $1 AND vehicle_id = $2 AND (retired_at IS NULL) = ($3::timestamptz IS NOT NULL)`,
    values: [accountId, vehicleId, retiredAt],
  });
  return rowCount === 1;
}

const COLUMNS = 'account_id AS "accountId", vehicle_id AS "vehicleId", name, plate, seats';
const OF_ACCOUNT = 'vehicles WHERE account_id = $1';
const SELECT_VEHICLE = `SELECT ${COLUMNS}, retired_at AS "retiredAt" FROM ${OF_ACCOUNT}`;

/** The retired ones last. */
export async function listVehicles(database: Queryable, accountId: string): Promise<KeptVehicle[]> {
  const { rows } = await database.query<KeptVehicle>({
    name: 'list_vehicles',
    text: `${SELECT_VEHICLE} ORDER BY retired_at IS NOT NULL, created_at, vehicle_id`,
    values: [accountId],
  });
  return rows;
}

/** Without the retired ones. */
export const pageOfVehicles = (database: Queryable, accountId: string, page: RequestedPage): Promise<Page<Vehicle>> =>
  selectPage(
    database,
    {
      name: 'page_of_vehicles',
      columns: COLUMNS,
      from: `${OF_ACCOUNT} AND retired_at IS NULL`,
      order: 'name, vehicle_id',
      values: [accountId],
    },
    page,
  );

export async function findVehicle(
  database: Queryable,
  accountId: string,
  vehicleId: string,
): Promise<KeptVehicle | undefined> {
  const { rows } = await database.query<KeptVehicle>({
    text: `${SELECT_VEHICLE} AND vehicle_id = $2`,
    values: [accountId, vehicleId],
  });
  return rows[0];
}

/** Locks the vehicle until the transaction ends, so that two changes run one after the other. Bookings do not wait for this lock. */
export async function findVehicleForUpdate(
  database: Queryable,
  accountId: string,
  vehicleId: string,
): Promise<KeptVehicle | undefined> {
  const { rows } = await database.query<KeptVehicle>({
    text: `${SELECT_VEHICLE} AND vehicle_id = $2 FOR NO KEY UPDATE`,
    values: [accountId, vehicleId],
  });
  return rows[0];
}
