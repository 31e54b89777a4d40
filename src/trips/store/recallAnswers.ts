import type { Queryable } from '../../database/connection.ts';
import { rowset } from '../../database/rowset.ts';
import { joinKnownAnswer } from './keyRecord.ts';

/** A request that carries a key, and what makes it the same as another. */
export interface KeyedRequest {
  accountId: string;
  idempotencyKey: string;
  fingerprint: Buffer;
}

export type RecalledAnswer = { verdict: 'replay'; responseBody: string } | { verdict: 'conflict' };

const requests = rowset<KeyedRequest>('asked', [
  { name: 'account_id', type: 'text', of: (row) => row.accountId },
  { name: 'idempotency_key', type: 'text', of: (row) => row.idempotencyKey },
  { name: 'fingerprint', type: 'bytea', of: (row) => row.fingerprint },
]);

const recall = requests.statement(
  'recall_answers',
  (asked) => `
  SELECT CASE WHEN known.fingerprint = asked.fingerprint THEN 'replay'
              WHEN known.fingerprint IS NOT NULL THEN 'conflict' END AS verdict,
         CASE WHEN known.fingerprint = asked.fingerprint THEN known.response_body END AS "responseBody"
    FROM ${asked}${joinKnownAnswer('asked')}
   ORDER BY asked.ordinal`,
);

/** What is known under the keys, in the order of the requests; undefined where nothing is, or nothing any more. */
export async function recallAnswers(
  database: Queryable,
  asked: readonly KeyedRequest[],
): Promise<(RecalledAnswer | undefined)[]> {
  const { rows } = await database.query<RecalledAnswer | { verdict: null }>(recall(asked));
  return rows.map((row) => (row.verdict === null ? undefined : row));
}
