/** Loads a comparison of parts. */
import { data, type RouterContextProvider } from 'react-router';
import { readComparedParts } from '#app/pages/compare/compared-parts.server.ts';
import { makeComparisonPath, makePartDetails } from '#app/pages/part/part.server.ts';
import { catalogueContext } from '#catalogue/components/catalogue-context.server.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import { compareValues } from '#catalogue/rules/better-values.ts';
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { maxComparedParts } from '#catalogue/rules/compared-parts.ts';
import { answerComparison, type ComparedFact, findBest } from '#catalogue/rules/comparison-answer.ts';
import { categorySchema } from '#catalogue/rules/parts.ts';
import { computePricePerGb } from '#catalogue/rules/price-per-gb.ts';
import { showName } from '#catalogue/rules/shown-names.ts';
import { findGroup } from '#catalogue/rules/specification-fields.ts';
import { computeCapacityGb, describeSpecification } from '#catalogue/rules/specifications.ts';
import { wording } from '#kernel/wording.ts';
import { readRatingTexts } from '#reviews/components/review-cards.server.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

const maxAdditions = 3;

/** Compares the first four parts that the address names. Responds with 404 to an unknown category. */
export async function readComparison(
  context: Readonly<RouterContextProvider>,
  { category: path }: { category: string },
  url: URL,
) {
  const { db, publicUrl, showsStock } = context.get(pageContext);
  const catalogue = context.get(catalogueContext);
  const category = categorySchema.safeParse(path).data;
  if (!category) return data({ comparison: undefined }, { status: 404 });
  const { parts, omitted } = await readComparedParts(db, category, url.searchParams);
  const slugs = parts.map(({ slug }) => slug);
  const ids = parts.map(({ id }) => id);
  const [ratings, similar] = await Promise.all([
    readRatingTexts(context, ids),
    parts[0] && parts.length < maxComparedParts
      ? catalogue.similar(parts[0], maxComparedParts + maxAdditions)
      : [],
  ]);
  showsStock({ parts: ids, showsAvailability: true });
  const onlyDifferences = url.searchParams.get('only') === 'differences' && parts.length > 1;
  const makePath = (slugs: readonly string[], only = onlyDifferences) =>
    makeComparisonPath(category, slugs) + (only ? '&only=differences' : '');
  const offers = compareOffers(parts, ratings);
  const rows = compareSpecifications(category, parts);
  const shownParts = parts.map((part) => ({
    ...makePartDetails(part),
    pathWithout: makePath(slugs.filter((slug) => slug !== part.slug)),
  }));
  const comparison = {
    category,
    parts: shownParts,
    /** Undefined: fewer than two parts. */
    answer:
      parts.length > 1
        ? answerComparison(
            parts.map(showName),
            [...offers, ...rows].filter(({ isRanked }) => isRanked),
            shownParts.map(({ isSoldOut }) => isSoldOut),
          )
        : undefined,
    groups: makeGroups([...offers, ...rows], onlyDifferences),
    onlyDifferences,
    togglePath: makePath(slugs, !onlyDifferences),
    omitted,
    additions: similar
      .filter(({ slug }) => !slugs.includes(slug))
      .slice(0, maxAdditions)
      .map(({ name, slug }) => ({ name, to: makePath([...slugs, slug]) })),
    canonical: parts.length > 1 ? publicUrl + makeComparisonPath(category, [...slugs].sort()) : undefined,
  };
  return data({ comparison });
}

function makeGroups(rows: readonly GroupedRow[], onlyDifferences: boolean) {
  const shown = rows.filter(
    ({ values, differs }) => values.some((value) => value !== undefined) && (differs || !onlyDifferences),
  );
  return [...Map.groupBy(shown, ({ group }) => group)].map(([group, rows]) => ({ group, rows }));
}

/** `missing`: what stands for a value that is not known; `isRanked`: less or more is better. */
type GroupedRow = ComparedFact & { missing: string; differs: boolean; group: string; isRanked: boolean };

function compareOffers(parts: readonly PartRow[], ratings: ReadonlyMap<string, string>): GroupedRow[] {
  const details = parts.map(makePartDetails);
  const cents = parts.map(({ price_cents }) => price_cents ?? undefined);
  const capacities = parts.map(({ category, specs }) => computeCapacityGb(category, specs));
  const perGb = cents.map((price, part) => price && computePricePerGb(price, capacities[part]));
  const prices = details.map(({ price }) => price);
  const pricesPerGb = details.map(({ pricePerGb }) => pricePerGb);
  const makeOffer = (label: string, values: (string | undefined)[], rank?: Partial<GroupedRow>) =>
    makeRow({ label, group: 'Offer' }, values, rank);
  return [
    makeOffer('Price', prices, {
      isRanked: true,
      isBest: findCheapest(prices, cents),
      missing: 'no price yet',
    }),
    makeOffer('Price per GB', pricesPerGb, {
      isRanked: new Set(capacities).size > 1, // parts of one capacity are told apart by their price alone
      isBest: findCheapest(pricesPerGb, perGb),
    }),
    makeOffer(
      wording.product.stock,
      details.map(({ stock, isSoldOut }) =>
        isSoldOut ? `${stock} (${wording.product.soldOut})` : String(stock),
      ),
    ),
    makeOffer(
      wording.product.minimumOrder,
      details.map(({ minimumOrder }) => String(minimumOrder)),
    ),
    makeOffer(
      'Rating',
      parts.map(({ id }) => ratings.get(id)),
      { missing: 'not rated yet' },
    ),
    makeOffer(
      'Brand',
      details.map(({ brand }) => brand || undefined),
    ),
  ];
}

function findCheapest(
  values: readonly (string | undefined)[],
  cents: readonly (number | undefined)[],
): boolean[] {
  return findBest(values, (one, other) => {
    const [price, otherPrice] = [cents[one], cents[other]];
    return price === undefined || otherPrice === undefined ? undefined : otherPrice - price;
  });
}

function compareSpecifications(category: Category, parts: readonly PartRow[]): GroupedRow[] {
  const { fields } = getDefinition(category);
  const described = parts.map(({ specs }) =>
    Map.groupBy(describeSpecification(category, specs), ({ field }) => field),
  );
  const names = new Set([...Object.keys(fields), ...described.flatMap((rows) => [...rows.keys()])]);
  return [...names].flatMap((field) => {
    const rows = described.map((rows) => rows.get(field)?.[0]);
    const { [field]: own } = fields;
    const heading = own
      ? { label: own.label, group: findGroup(fields, field) }
      : rows.find((row) => row !== undefined);
    if (!heading) return [];
    const values = parts.map(
      ({ specs }, part) => rows[part]?.value ?? (own?.isLacked?.(specs) ? 'none' : undefined),
    );
    const isBest = findBest(values, (one, other) =>
      compareValues(category, field, parts[one]?.specs ?? {}, parts[other]?.specs ?? {}),
    );
    return [makeRow(heading, values, { isRanked: own?.better !== undefined, isBest })];
  });
}

/** A missing value is no difference: nobody knows whether it differs. */
function makeRow(
  { label, group }: { label: string; group: string },
  values: (string | undefined)[],
  { isRanked = false, isBest = values.map(() => false), missing = 'not known' }: Partial<GroupedRow> = {},
): GroupedRow {
  const known = values.filter((value) => value !== undefined);
  return { label, group, values, missing, differs: new Set(known).size > 1, isRanked, isBest };
}
