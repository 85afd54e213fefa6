/** Reads what may be too much for one statement: as many rows as there are. */
import { type Expression, sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import { currentBudget } from '#platform/database/time-budget.ts';

const pieceRows = 1000;

/** All rows of the statement, as they are at one moment, for a file. Each piece may take as long as a statement, and as a request. */
export async function readInPieces<Row, Read>(
  db: Database,
  statement: Expression<Row>,
  readRow: (row: Row) => Read,
): Promise<Read[]> {
  return await db.transaction().execute(async (transaction) => {
    await sql`declare pieces no scroll cursor for ${statement}`.execute(transaction);
    const read: Read[] = [];
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(pieceRows)} from pieces`.execute(transaction);
      read.push(...rows.map(readRow));
      if (rows.length < pieceRows) return read;
      currentBudget()?.renew();
    }
  });
}

/** Piece by piece until one is empty; `read` finds what follows the last row of the piece before. */
export async function* readAfterLast<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1))) yield rows;
}
