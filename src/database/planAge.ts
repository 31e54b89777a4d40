const FIRST_AFTER = 50;
const MAX_AGE = 10_000;
const MAX_MS = 60_000;

/**
 * PostgreSQL caches the plan of a prepared statement, and of a foreign key check, and it suits the tables as they were:
 * a plan made for empty tables uses any index that begins with the account, and reads all the account's rows once there
 * are many, until statistics are gathered. So a connection drops its plans now and then: after fifty statements, after
 * three times as many, and so on, so that no plan outlives much growth; and every minute, because others write too.
 * Planning again takes milliseconds.
 */
export class PlanAge {
  readonly #plans = new WeakMap<object, { left: number; limit: number; droppedAt: number }>();

  /** Counts one statement; returns whether the connection should drop its plans before it. */
  isOver(connection: object): boolean {
    const age = this.#plans.get(connection);
    if (age === undefined) {
      this.#plans.set(connection, { left: FIRST_AFTER, limit: FIRST_AFTER, droppedAt: performance.now() });
      return false;
    }
    age.left -= 1;
    if (age.left > 0 && performance.now() - age.droppedAt < MAX_MS) return false;
    age.limit = Math.min(3 * age.limit, MAX_AGE);
    age.left = age.limit;
    age.droppedAt = performance.now();
    return true;
  }
}
