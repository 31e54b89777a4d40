/**
 * Three ways in which PostgreSQL refuses a booking with a note: a change of the table, and its undoing. Its detail (the
 * first) or its very message (the others) quotes what was in the row.
 */
const ROW_REFUSALS = [
  ['ADD CONSTRAINT refused CHECK (length(note) < 3) NOT VALID', 'DROP CONSTRAINT refused'],
  ['ALTER note TYPE varchar(3) USING NULL', 'ALTER note TYPE text'],
  ['ADD COLUMN refused int GENERATED ALWAYS AS (CASE WHEN note IS NOT NULL THEN note::int END) STORED', 'DROP refused'],
] as const;

/** Acts once under each of them. */
export async function underRowRefusals(
  run: (statements: string) => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<void> {
  for (const [make, undo] of ROW_REFUSALS) {
    await run(`UPDATE trips SET note = NULL; ALTER TABLE trips ${make}`);
    await act();
    await run(`ALTER TABLE trips ${undo}`);
  }
}
