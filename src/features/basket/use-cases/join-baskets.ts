/** Puts the basket of a visitor who has logged in into the person's own, once. */
import { randomUUID } from 'node:crypto';
import {
  deleteBasket,
  deleteBasketLines,
  findBasketLines,
  insertBasket,
  lockBasket,
  setBasketLine,
  updateBasket,
} from '#basket/database/basket.ts';
import { hasMergeChanged, mergeBaskets } from '#basket/rules/baskets.ts';
import type { Database } from '#platform/database/connect.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** The visitor's basket ends in the same transaction: another call with its id changes nothing. */
export async function joinBaskets(
  { db }: Pick<Dependencies, 'db'>,
  { personId, basketId, at }: { personId: string; basketId: string; at: Date },
): Promise<void> {
  await runTransaction(db, async (transaction) => {
    // the visitor's first, by every call: two of them cannot deadlock
    const visitors = await lockBasket(transaction, { basketId });
    if (!visitors) return;
    const lines = await findBasketLines(transaction, visitors.id);
    if (lines.length > 0) await addLines(transaction, { personId, lines, at });
    await deleteBasket(transaction, visitors.id);
  });
}

type Addition = { personId: string; lines: Awaited<ReturnType<typeof findBasketLines>>; at: Date };

async function addLines(db: Database, { personId, lines, at }: Addition): Promise<void> {
  const { id } = await insertBasket(db, { id: randomUUID(), personId, at });
  const before = await findBasketLines(db, id);
  const merged = mergeBaskets(before, lines);
  await deleteBasketLines(db, id);
  for (const line of merged.lines) await setBasketLine(db, id, line);
  const isNews = hasMergeChanged(before, merged.lines);
  if (isNews) await updateBasket(db, id, { merged_at: at, left_out: merged.leftOut });
}
