/** Detects another process on the same database whose card sandbox has another ledger. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { type DatabaseAddress, poolFields } from '#platform/database/connect.ts';

/** The first half of the advisory locks' keys; the second is a hash of the ledger's secret. */
const claimsTable = 0x636c6d;

/** Undefined while it is claimed for another ledger. Of two concurrent claims both may fail. */
export async function claimSandboxLedger(
  address: DatabaseAddress,
  secret: string,
): Promise<{ close(): Promise<void> } | undefined> {
  const ledger = createHash('sha256').update(secret).digest().readInt32BE(0);
  const client = new pg.Client({
    ...poolFields(address),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'compact-ledger-claim',
  });
  client.on('error', () => {});
  await client.connect();
  await client.query('select pg_advisory_lock_shared($1, $2)', [claimsTable, ledger]);
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and granted and classid = $1::oid and objid::bigint <> ($2::bigint & 4294967295)
      and database = (select oid from pg_database where datname = current_database())`,
    [claimsTable, ledger],
  );
  if (rowCount === 0) return { close: () => client.end() };
  await client.end();
  return undefined;
}
