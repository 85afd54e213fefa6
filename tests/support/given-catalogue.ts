/** A catalogue of generated parts, the same for the same seed, for tests of filters, counts and searches. */
import { randomUUIDv7 } from 'node:crypto';
import { insertParts, type NewPartRow } from '#catalogue/database/write-parts.ts';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import { makeParts } from '../../bench/made-parts.ts';
import type { TestShop } from './shop.ts';

/** Adds parts of three imports; every tenth has no price, every fifteenth is off sale, a few are featured, sold or rated. */
export async function givenCatalogue(
  shop: TestShop,
  count: number,
  kinds?: Parameters<typeof makeParts>[2],
): Promise<void> {
  const at = new Date();
  const rows = makeParts(count, 1, kinds).map((part, index): NewPartRow => {
    const socket = part.category === 'motherboard' && index % 9 === 4 ? { socket: 'AM3+/AM3' } : {};
    const { specs, derivedFields } = deriveFacts({ ...part, specs: { ...part.specs, ...socket } });
    return {
      ...part,
      id: randomUUIDv7(),
      specs: JSON.stringify(specs),
      derived_fields: JSON.stringify(derivedFields),
      price_cents: index % 10 === 9 ? null : part.price_cents,
      off_sale_at: index % 15 === 14 ? at : null,
      featured_rank: index % 40 === 3 ? index : null,
      sales_points: index % 7 === 2 ? (index % 5) * 90 : 0,
      rating_points: index % 11 === 5 ? (index % 9) * 40 - 160 : 0,
      rating_tenths: index % 4 === 1 ? 10 + (index % 41) : null,
      created_at: new Date(at.getTime() + (index % 3) * 1000),
      file_row: Math.floor(index / 2),
      updated_at: at,
    };
  });
  for (let start = 0; start < rows.length; start += 500) {
    const batch = rows.slice(start, start + 500);
    await runTransaction(shop.db, (transaction) => insertParts(transaction, batch));
  }
}
