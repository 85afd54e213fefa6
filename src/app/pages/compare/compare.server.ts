/** Loads a comparison of parts. */
import { data, type RouterContextProvider } from 'react-router';
import { readComparedParts } from '#app/pages/compare/compared-parts.server.ts';
import type { ComparedRow, Comparison } from '#app/pages/compare/comparison-view.ts';
import { groupSpecification, makeComparisonPath, makePartDetails } from '#app/pages/part/part.server.ts';
import { catalogueContext } from '#catalogue/components/catalogue-context.server.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import { maxComparedParts } from '#catalogue/rules/compared-parts.ts';
import { type Category, categorySchema } from '#catalogue/rules/parts.ts';
import { describeSpecification, specificationFields } from '#catalogue/rules/specifications.ts';
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
  const [ratings, similar] = await Promise.all([
    readRatingTexts(
      context,
      parts.map(({ id }) => id),
    ),
    parts[0] && parts.length < maxComparedParts
      ? catalogue.similar(parts[0], maxComparedParts + maxAdditions)
      : [],
  ]);
  showsStock({ parts: parts.map(({ id }) => id), showsAvailability: true });
  const onlyDifferences = url.searchParams.get('only') === 'differences' && parts.length > 1;
  const makePath = (slugs: readonly string[], only = onlyDifferences) =>
    makeComparisonPath(category, slugs) + (only ? '&only=differences' : '');
  const comparison: Comparison = {
    category,
    parts: parts.map((part) => ({
      ...makePartDetails(part),
      pathWithout: makePath(slugs.filter((slug) => slug !== part.slug)),
    })),
    groups: makeGroups(category, parts, ratings, onlyDifferences),
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

function makeGroups(
  category: Category,
  parts: readonly PartRow[],
  ratings: ReadonlyMap<string, string>,
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

function compareOffers(parts: readonly PartRow[], ratings: ReadonlyMap<string, string>): ComparedRow[] {
  const details = parts.map(makePartDetails);
  return [
    makeRow(
      'Price',
      details.map(({ price }) => price ?? 'No price yet'),
    ),
    makeRow(
      'Price per GB',
      details.map(({ pricePerGb }) => pricePerGb),
    ),
    makeRow(
      wording.product.stock,
      details.map(({ stock, isSoldOut }) =>
        isSoldOut ? `${stock} (${wording.product.soldOut})` : String(stock),
      ),
    ),
    makeRow(
      wording.product.minimumOrder,
      details.map(({ minimumOrder }) => String(minimumOrder)),
    ),
    makeRow(
      'Rating',
      parts.map(({ id }) => ratings.get(id)),
    ),
    makeRow(
      'Brand',
      details.map(({ brand }) => brand || undefined),
    ),
  ];
}

function compareSpecifications(category: Category, parts: readonly PartRow[]) {
  const described = parts.map(({ specs }) => describeSpecification(category, specs));
  const fields = [
    ...new Set([
      ...Object.keys(specificationFields[category]),
      ...described.flatMap((rows) => rows.map(({ field }) => field)),
    ]),
  ];
  return fields.flatMap((field) => {
    const rows = described.map((specification) => specification.find((row) => row.field === field));
    const stated = rows.find((row) => row !== undefined);
    return stated
      ? [
          {
            ...stated,
            row: makeRow(
              stated.label,
              rows.map((row) => row?.value),
            ),
          },
        ]
      : [];
  });
}

function makeRow(label: string, values: (string | undefined)[]): ComparedRow {
  return { label, values, differs: new Set(values).size > 1 };
}
