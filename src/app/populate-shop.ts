/** Fills an empty shop with the demo catalogue. */
import { randomUUIDv7 } from 'node:crypto';
import { selectParts } from '#catalogue/database/parts.ts';
import { insertParts } from '#catalogue/database/write-parts.ts';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import type { DemoPart, DemoReview } from '#catalogue/rules/import/demo-parts.ts';
import { dollarsToCents } from '#kernel/money.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { insertReviews } from '#reviews/database/reviews.ts';

export type ShopContent = { parts: DemoPart[]; reviews: DemoReview[]; at: Date };

export async function populateShop(
  { db }: Pick<Dependencies, 'db'>,
  { parts, reviews, at }: ShopContent,
): Promise<{ parts: number; reviews: number } | undefined> {
  return await runTransaction(db, async (transaction) => {
    if (await selectParts(transaction).select('id').limit(1).executeTakeFirst()) return undefined;
    const featured = parts.filter((part) => part.featured);
    await insertParts(
      transaction,
      parts.map((part) => makePartRow(part, featured.indexOf(part), at)),
    );
    await insertReviews(transaction, reviews.map(makeReviewRow));
    return { parts: parts.length, reviews: reviews.length };
  });
}

function makePartRow(part: DemoPart, featuredIndex: number, at: Date) {
  const { specs, derivedFields } = deriveFacts(part);
  return {
    id: randomUUIDv7(),
    sku: part.sku,
    mpn: part.mpn ?? null,
    category: part.category,
    brand: part.brand,
    name: part.name,
    description: part.description,
    price_cents: dollarsToCents(part.price),
    stock: part.available_quantity,
    minimum_order: part.minimum_order,
    specs: JSON.stringify(specs),
    derived_fields: JSON.stringify(derivedFields),
    featured_rank: featuredIndex === -1 ? null : featuredIndex + 1,
    created_at: at,
    updated_at: at,
  };
}

function makeReviewRow({ name, avatar, review, rating, posted }: DemoReview) {
  return {
    id: randomUUIDv7(),
    author_name: name,
    author_image: `/pictures/avatar-${avatar}-128.webp`,
    author_id: null,
    review,
    rating,
    created_at: new Date(posted),
  };
}
