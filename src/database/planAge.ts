const FIRST_AFTER = 50;
const MOST = 10_000;
const MAX_MS = 60_000;

/**
 * PostgreSQL keeps the plan of a prepared statement, and of the check of a foreign key, and it fits the tables as they were: one
 * made while they were empty takes any index that begins with the account, and reads all the account's rows when there are
 * many, until statistics are gathered. So a connection drops its plans now and then: after fifty statements, after three times as many, and so
 * on, so that no plan outlives much growth; and every minute, because others write too. Making a plan anew takes milliseconds.
 */
export class PlanAge {
  readonly #plans = new WeakMap<object, { left: number; limit: number; droppedAt: number }>();

  /** Counts one statement; whether the plans of this connection should be dropped before it. */
  isOver(connection: object): boolean {
    const age = this.#plans.get(connection);
    if (age === undefined) {
      this.#plans.set(connection, { left: FIRST_AFTER, limit: FIRST_AFTER, droppedAt: performance.now() });
      return false;
    }
    age.left -= 1;
    if (age.left > 0 && performance.now() - age.droppedAt < MAX_MS) return false;
    age.limit = Math.min(3 * age.limit, MOST);
    age.left = age.limit;
    age.droppedAt = performance.now();
    return true;
  }
}
