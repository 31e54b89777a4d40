/**
 * An INSERT that is fed either by a relation or by one row's own values. Its expressions name the columns of what feeds it
 * with the same alias in both cases, so that what is inserted is written once.
 */
export interface Insertion {
  /** The table, with an alias if the tail needs one. */
  into: string;
  /** Each column with the expression for it. */
  columns: Record<string, string>;
  /** ON CONFLICT, RETURNING. */
  tail?: string;
}

const columnsOf = ({ columns }: Insertion) => Object.keys(columns).join(', ');
const expressionsOf = ({ columns }: Insertion) => Object.values(columns).join(', ');

/** `source` is all that follows SELECT's list: a FROM clause, and more where needed. */
export const insertFrom = (insertion: Insertion, source: string) => `
    INSERT INTO ${insertion.into} (${columnsOf(insertion)})
    SELECT ${expressionsOf(insertion)} ${source}
    ${insertion.tail ?? ''}`;

export const insertValues = (insertion: Insertion) => `
    INSERT INTO ${insertion.into} (${columnsOf(insertion)})
    VALUES (${expressionsOf(insertion)})
    ${insertion.tail ?? ''}`;
