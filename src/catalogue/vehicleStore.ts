import type { Queryable } from '../database/connection.ts';

export interface Vehicle {
  accountId: string;
  vehicleId: string;
  name: string;
  plate: string | null;
  seats: number | null;
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

const SELECT_VEHICLE = `
  SELECT account_id AS "accountId", vehicle_id AS "vehicleId", name, plate, seats FROM vehicles WHERE account_id = $1`;

export async function listVehicles(database: Queryable, accountId: string): Promise<Vehicle[]> {
  const { rows } = await database.query<Vehicle>({
    name: 'list_vehicles',
    text: `${SELECT_VEHICLE} ORDER BY created_at, vehicle_id`,
    values: [accountId],
  });
  return rows;
}

export async function findVehicle(
  database: Queryable,
  accountId: string,
  vehicleId: string,
): Promise<Vehicle | undefined> {
  const { rows } = await database.query<Vehicle>({
    text: `${SELECT_VEHICLE} AND vehicle_id = $2`,
    values: [accountId, vehicleId],
  });
  return rows[0];
}
