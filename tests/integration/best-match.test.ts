/** The order 'best match' is what the words of each part say: it equals a sum over all rows, one by one, whatever is searched for. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { PartRow } from '#catalogue/database/parts.ts';
import { listPartWords } from '#catalogue/rules/search/part-words.ts';
import {
  computeRelevance,
  findParts,
  hasWord,
  isBuyable,
  isOnSale,
  type ListQuery,
  sortByRelevance,
} from '../support/brute-force.ts';
import { ask } from '../support/given.ts';
import { givenCatalogue } from '../support/given-catalogue.ts';
import { areOnlyWords, readWord, searchable } from '../support/searched-words.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();
let onSale: PartRow[];

beforeAll(async () => {
  await givenCatalogue(shop, 800);
  onSale = (await shop.db.selectFrom('parts').selectAll().execute()).filter(isOnSale);
});

test('of a search the best match comes first, then what can be bought, then our choice, what sells, what is rated, the newest', async () => {
  const decided = { byFit: 0, byStock: 0, byChoice: 0, bySales: 0, byRating: 0, byImport: 0, byRow: 0 };
  await fc.assert(
    fc.asyncProperty(searches(), async (search) => {
      const matches = findParts(onSale, search);
      const expected = sortByRelevance(matches, search, onSale);
      const address = new URLSearchParams({ q: search.words.join(' '), sort: 'relevance' });
      if (search.category) address.set('category', search.category);
      const { body } = await ask(shop, 'GET', `/api/parts?${address}`);
      expect(
        body.map(({ _id }) => _id),
        String(address),
      ).toEqual(expected.map(({ id }) => id));
      // lists that a rule has nothing to say about prove nothing of it
      const fits = Map.groupBy(matches, (part) => computeRelevance(part, search.words));
      const isMixed = (of: (part: PartRow) => boolean | number) =>
        fits.values().some((alike) => new Set(alike.map(of)).size > 1);
      if (fits.size > 1) decided.byFit += 1;
      if (isMixed(isBuyable)) decided.byStock += 1;
      if (isMixed(({ featured_rank }) => featured_rank !== null)) decided.byChoice += 1;
      if (isMixed(({ sales_points }) => sales_points)) decided.bySales += 1;
      if (isMixed(({ rating_points }) => rating_points)) decided.byRating += 1;
      if (isMixed(({ created_at }) => created_at.getTime())) decided.byImport += 1;
      if (isMixed(({ file_row }) => file_row)) decided.byRow += 1;
    }),
    { numRuns: 150 },
  );
  for (const [rule, times] of Object.entries(decided)) expect(times, rule).toBeGreaterThan(10);
}, 60_000);

/**
 * Searches for a word that parts have in different places, some perhaps only as a beginning, and perhaps for others of a part
 * that has it; of all parts, or of its category.
 */
function searches(): fc.Arbitrary<ListQuery> {
  const known = [...new Set(onSale.flatMap((part) => [...listPartWords(part).keys()]))].filter(
    (word) => /^[a-z0-9]/.test(word) && searchable([word]).length > 0,
  );
  const telling = known.flatMap((word) => {
    const having = onSale.filter((part) => hasWord(part, word));
    return new Set(having.map((part) => computeRelevance(part, [word]))).size > 1 ? [{ word, having }] : [];
  });
  const others = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 2, max: 9 })), { maxLength: 2 });
  return fc
    .tuple(fc.constantFrom(...telling), fc.nat(), others, fc.boolean())
    .map(([{ word, having }, which, others, isInCategory]) => {
      const part = having[which % having.length] as PartRow;
      const words = [word, ...others.map(([other, length]) => readWord(part, other, length))];
      return {
        ...(isInCategory ? { category: part.category } : {}),
        words: searchable(words),
        choices: [],
      };
    })
    .filter(({ words, category }) => areOnlyWords(words, category));
}
