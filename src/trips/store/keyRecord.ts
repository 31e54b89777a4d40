/**
 * The two halves of idempotency in SQL, the same for every statement that carries a key. Times are the database's own, so
 * all processes agree on when a key is new again.
 */
const RETENTION = `interval '24 hours'`;

/** Joins the answer that is known under a row's key; an expired one is not known, whether or not it was swept. */
export const joinKnownAnswer = (row: string) => `
      LEFT JOIN idempotency_keys known
        ON known.account_id = ${row}.account_id AND known.idempotency_key = ${row}.idempotency_key
       AND known.expires_at > now()`;

/**
 * Claims the keys of the judged rows that the condition chooses, and keeps their answers. Who inserts the record has the
 * key; one past its day is taken over. A second process with the same key waits here until the first has committed, and
 * gets no row. Keys are claimed in one order, so that two such statements cannot each wait for the other.
 */
export const claimKeys = (condition: string, answer = 'response_body') => `
    INSERT INTO idempotency_keys AS k (account_id, idempotency_key, fingerprint, response_body, expires_at)
    SELECT account_id, idempotency_key, fingerprint, ${answer}, now() + ${RETENTION}
      FROM judged WHERE ${condition}
     ORDER BY account_id, idempotency_key
    ON CONFLICT (account_id, idempotency_key) DO UPDATE
       SET fingerprint = excluded.fingerprint, response_body = excluded.response_body, expires_at = excluded.expires_at
     WHERE k.expires_at <= now()
    RETURNING account_id, idempotency_key`;
