import type pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import type { Catalogue, Reference } from './catalogue.ts';

/** Holds every foreign key, for all rows at once: in the session that loaded them PostgreSQL did not. */
export async function checkReferences(session: pg.Client, { references }: Catalogue): Promise<void> {
  for (const reference of references) {
    const { rows } = await session.query<{ broken: boolean }>(`SELECT EXISTS (${orphansOf(reference)}) AS broken`);
    if (rows[0]?.broken)
      throw new OperatorFault(
        `a row of ${reference.child} refers to none of ${reference.parent} (${reference.name}): nothing was changed`,
      );
  }
}

function orphansOf({ child, childColumns, parent, parentColumns }: Reference): string {
  const isGiven = childColumns.map((column) => `c.${column} IS NOT NULL`);
  const isThere = childColumns.map((column, index) => `p.${parentColumns[index]} = c.${column}`);
  return `
    SELECT FROM ${child} c
     WHERE ${isGiven.join(' AND ')} AND NOT EXISTS (SELECT FROM ${parent} p WHERE ${isThere.join(' AND ')})`;
}
