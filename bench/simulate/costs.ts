/** What a request costs, in milliseconds of CPU. */
export interface Cost {
  service: number;
  /** Of one PostgreSQL. Requests of one moment share statements, so this is under load. */
  single: number;
  /** Of all nodes of a Citus cluster together. */
  citus: number;
}

/**
 * Measured on a Neoverse-N1: `npm run bench` for the service, `npm run layouts` for the database (docs/scaling.md has both tables).
 * Reads and lists of one account share statements there; here they are of many accounts, and cost more. A quote is mostly
 * geocoding and routing within the service; its rates are read at most four times per second and account.
 */
export const COSTS = {
  book: { service: 0.38, single: 0.45, citus: 3 },
  read: { service: 0.2, single: 0.1, citus: 0.8 },
  list: { service: 0.35, single: 0.15, citus: 0.6 },
  quote: { service: 0.4, single: 0.02, citus: 0.1 },
  cancel: { service: 0.4, single: 0.4, citus: 4.1 },
} satisfies Record<string, Cost>;

/** Requests per trip: an assumption about integrators. */
export const PER_TRIP: Record<keyof typeof COSTS, number> = { book: 1, quote: 3, read: 4, list: 1, cancel: 0.1 };

/** The busiest hour has this many times the average. */
export const PEAK = 4;

/** Of a booking: its write-ahead log, and its rows with their indexes. */
export const WAL_BYTES = 3_470;
export const STORED_BYTES = 2_800;
