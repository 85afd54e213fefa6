/** A worker thread that sells one unit of a part at a steady rate until it is told to stop, and announces each as an order does. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import { connect } from '#app/connect.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import { changeStock, runTransaction } from '#platform/database/transaction.ts';

export type Selling = { database: DatabaseAddress; parts: string[]; unitsPerSecond: number };

if (parentPort) parentPort.postMessage(await sell(workerData as Selling));

/** How many were sold. */
async function sell({ database, parts, unitsPerSecond }: Selling): Promise<number> {
  const { db, close } = connect(database, 4);
  const sales: Promise<void>[] = [];
  const timer = setInterval(() => {
    const part = parts[sales.length % parts.length] ?? '';
    const sale = runTransaction(db, async (transaction) => {
      await sql`update parts set stock = stock - 1 where id = ${part}`.execute(
        changeStock(transaction, [part]),
      );
    });
    sales.push(sale);
  }, 1000 / unitsPerSecond);
  if (parentPort) await once(parentPort, 'message');
  clearInterval(timer);
  parentPort?.unref();
  await Promise.all(sales);
  await close();
  return sales.length;
}
