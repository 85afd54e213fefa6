/** The rows of a table that have ids: added, found, and saved whole. */

import type { Ledger } from './ledger.ts';

/** `what` names a row in errors. */
export function makeTable<Row extends { id: string }>(table: string, what: string) {
  const find = (ledger: Ledger, id: string) =>
    ledger.rows(`select * from ${table} where id = ?`, [id])[0] as Row | undefined;
  return {
    find,
    /** A row that must exist, because the ledger refers to it. */
    get(ledger: Ledger, id: string): Row {
      const row = find(ledger, id);
      if (!row) throw new Error(`The ledger lacks ${what} ${id}.`);
      return row;
    },
    /** Columns that are left out have their defaults. */
    add(ledger: Ledger, row: Partial<Row>): Row {
      const columns = Object.keys(row);
      const marks = columns.map(() => '?').join(', ');
      const query = `insert into ${table} (${columns.join(', ')}) values (${marks}) returning *`;
      return ledger.rows(query, Object.values(row))[0] as Row;
    },
    /** Saves every column that may change. The ledger's transaction excludes concurrent changes. */
    save(ledger: Ledger, row: Row): void {
      const values = Object.entries(row).filter(([column]) => column !== 'id' && column !== 'seq');
      const query = `update ${table} set ${values.map(([column]) => `${column} = ?`).join(', ')} where id = ?`;
      ledger.rows(query, [...values.map(([, value]) => value), row.id]);
    },
  };
}
