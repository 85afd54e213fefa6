/** What a comparison of parts shows. */
import { data, type RouterContextProvider } from 'react-router';
import type { PartRow } from '#database/catalogue/parts.ts';
import { findPartRatings, type PartRating } from '#database/reviews.ts';
import { maxComparedParts } from '#domain/catalogue/compared-parts.ts';
import { type Category, categorySchema } from '#domain/catalogue/parts.ts';
import { describeSpecification, specificationFields } from '#domain/catalogue/specifications.ts';
import { wording } from '#domain/wording.ts';
import { readComparedParts } from '#web/catalogue/compare/compared-parts.server.ts';
import type { ComparedRow, Comparison } from '#web/catalogue/compare/comparison-view.ts';
import { comparisonPath, groupSpecification, presentPart } from '#web/catalogue/part/part.server.ts';
import { pageContext } from '#web/server/shop-context.server.ts';

const maxAdditions = 3;

/** The comparison at this address, of the first four parts that it names; an unknown category has none (404). */
export async function readComparison(
  context: Readonly<RouterContextProvider>,
  { category: path }: { category: string },
  url: URL,
) {
  const { db, catalogue, publicUrl, reviewsFrom: from } = context.get(pageContext);
  const category = categorySchema.safeParse(path).data;
  if (!category) return data({ comparison: undefined }, { status: 404 });
  const { parts, omitted: leftOut } = await readComparedParts(db, category, url.searchParams);
  const slugs = parts.map(({ slug }) => slug);
  const [ratings, near] = await Promise.all([
    findPartRatings(
      db,
      from,
      parts.map(({ id }) => id),
    ),
    parts[0] && parts.length < maxComparedParts
      ? catalogue.similar(parts[0], maxComparedParts + maxAdditions)
      : [],
  ]);
  const onlyDifferences = url.searchParams.get('only') === 'differences' && parts.length > 1;
  const addressOf = (slugs: readonly string[], only = onlyDifferences) =>
    comparisonPath(category, slugs) + (only ? '&only=differences' : '');
  const comparison: Comparison = {
    category,
    parts: parts.map((part) => ({
      ...presentPart(part),
      without: addressOf(slugs.filter((slug) => slug !== part.slug)),
    })),
    groups: compare(category, parts, ratings, onlyDifferences),
    onlyDifferences,
    toggled: addressOf(slugs, !onlyDifferences),
    leftOut,
    additions: near
      .filter(({ slug }) => !slugs.includes(slug))
      .slice(0, maxAdditions)
      .map(({ name, slug }) => ({ name, to: addressOf([...slugs, slug]) })),
    canonical: parts.length > 1 ? publicUrl + comparisonPath(category, [...slugs].sort()) : undefined,
  };
  return data({ comparison });
}

function compare(
  category: Category,
  parts: readonly PartRow[],
  ratings: ReadonlyMap<string, PartRating>,
  onlyDifferences: boolean,
): Comparison['groups'] {
  const offers = compareOffers(parts, ratings);
  const rows = compareSpecifications(category, parts);
  const groups = [
    { group: 'Offer', rows: offers.filter(({ values }) => values.some((value) => value !== undefined)) },
    ...groupSpecification(rows).map(({ group }) => ({
      group,
      rows: rows.filter((row) => row.group === group).map(({ row }) => row),
    })),
  ];
  return groups
    .map(({ group, rows }) => ({ group, rows: rows.filter(({ differs }) => differs || !onlyDifferences) }))
    .filter(({ rows }) => rows.length > 0);
}

function compareOffers(parts: readonly PartRow[], ratings: ReadonlyMap<string, PartRating>): ComparedRow[] {
  const shown = parts.map(presentPart);
  return [
    makeRow(
      'Price',
      shown.map(({ price }) => price ?? 'No price yet'),
    ),
    makeRow(
      'Price per GB',
      shown.map(({ pricePerGb }) => pricePerGb),
    ),
    makeRow(
      wording.product.stock,
      shown.map(({ stock, isSoldOut }) =>
        isSoldOut ? `${stock} (${wording.product.soldOut})` : String(stock),
      ),
    ),
    makeRow(
      wording.product.minimumOrder,
      shown.map(({ minimumOrder }) => String(minimumOrder)),
    ),
    makeRow(
      'Rating',
      parts.map(({ id }) => formatRating(ratings.get(id))),
    ),
    makeRow(
      'Brand',
      shown.map(({ brand }) => brand || undefined),
    ),
  ];
}

/** The rows of all specifications that a part states, each with its group. */
function compareSpecifications(category: Category, parts: readonly PartRow[]) {
  const described = parts.map(({ specs }) => describeSpecification(category, specs));
  const fields = [
    ...new Set([
      ...Object.keys(specificationFields[category]),
      ...described.flatMap((rows) => rows.map(({ field }) => field)),
    ]),
  ];
  return fields.flatMap((field) => {
    const of = described.map((rows) => rows.find((row) => row.field === field));
    const any = of.find((row) => row !== undefined);
    return any
      ? [
          {
            ...any,
            row: makeRow(
              any.label,
              of.map((row) => row?.value),
            ),
          },
        ]
      : [];
  });
}

function makeRow(label: string, values: (string | undefined)[]): ComparedRow {
  return { label, values, differs: new Set(values).size > 1 };
}

function formatRating(rating: PartRating | undefined): string | undefined {
  return rating && `${rating.average.toFixed(1)} of 5 (${rating.count})`;
}
