/** Restores the database to a moment of the drill, and compares it with what it held then. */
import { sql } from 'kysely';
import { connect, type DatabaseAddress } from '#database/connect.ts';
import { commandLimits } from '#database/lend-client.ts';
import type { Finding } from '../findings.ts';
import type { Cluster } from './cluster.ts';

export type Moment = { time: string; content: string };

/** Reads the moment while the load is paused: the database's own time, and a hash of its orders and payments. */
export async function readMoment(cluster: Cluster): Promise<Moment> {
  return await readDatabase(cluster.database());
}

/** Backs up, so that the log until now is archived, restores to the moment beside the cluster, and compares. */
export async function compareRestored(
  cluster: Cluster,
  moment: Moment,
  { folder, port }: { folder: string; port: number },
): Promise<Finding[]> {
  await cluster.run('backup');
  await cluster.run('restore', moment.time, folder, String(port));
  const restored = new URL(String(cluster.database()));
  restored.port = String(port);
  const { content } = await readDatabase(restored.href);
  return content === moment.content
    ? []
    : [{ sentence: `Restored to ${moment.time}: ${content}; the database held ${moment.content}.` }];
}

async function readDatabase(address: DatabaseAddress): Promise<Moment> {
  const { db, close } = connect(address, 1, commandLimits);
  try {
    const { rows } = await sql<Moment>`
      select clock_timestamp()::text as time, concat_ws(', ',
        (select count(*) || ' orders ' || md5(string_agg(id || state || total_cents, ',' order by id)) from orders),
        (select count(*) || ' transitions ' || md5(string_agg(order_id || to_state, ',' order by id)) from order_moves),
        (select count(*) || ' movements ' || md5(string_agg(units::text, ',' order by id)) from stock_movements))
        as content`.execute(db);
    const [row] = rows;
    if (!row) throw new Error('The database answers no row.');
    return row;
  } finally {
    await close();
  }
}
