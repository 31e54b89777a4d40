const FIRST_AFTER_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * PostgreSQL keeps a prepared statement's plan, and the plan fits the tables as they were: one made while they were empty
 * reads them whole, and goes on doing so when they are large, until statistics are gathered. So a connection drops its
 * plans now and then: after a second, after two more, then four, and in the end every minute. Making one anew takes
 * milliseconds; the connection's name for the statement stays.
 */
export class PlanAge {
  readonly #dueAt = new WeakMap<object, { at: number; waitMs: number }>();

  /** Whether the plans of this connection should be dropped now. */
  isOver(connection: object): boolean {
    const now = performance.now();
    const due = this.#dueAt.get(connection);
    if (due !== undefined && now < due.at) return false;
    const waitMs = due === undefined ? FIRST_AFTER_MS : Math.min(2 * due.waitMs, LONGEST_MS);
    this.#dueAt.set(connection, { at: now + waitMs, waitMs });
    return due !== undefined;
  }
}
