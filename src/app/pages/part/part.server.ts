/** Loads the page of a part. */
import { data, type RouterContextProvider, redirect } from 'react-router';
import { catalogueContext } from '#catalogue/components/catalogue-context.server.ts';
import { findPartsBySlugs } from '#catalogue/database/part-pages.ts';
import type { PartOnSale, PartRow } from '#catalogue/database/parts.ts';
import { showParts } from '#catalogue/database/shown-parts.ts';
import { findBetterParts } from '#catalogue/rules/better-values.ts';
import { isMadeSku } from '#catalogue/rules/import/part-sku.ts';
import { choosePartImage, chooseSecondImage } from '#catalogue/rules/part-image.ts';
import { type Category, categorySchema } from '#catalogue/rules/parts.ts';
import { computePricePerGb, formatPricePerGb } from '#catalogue/rules/price-per-gb.ts';
import { type NamedPart, showName } from '#catalogue/rules/shown-names.ts';
import { makeSlug } from '#catalogue/rules/slugs.ts';
import {
  computeCapacityGb,
  describeSpecification,
  type SpecificationRow,
} from '#catalogue/rules/specifications.ts';
import { readPromises } from '#delivery/components/promises.server.ts';
import { makeShippingDetails } from '#delivery/components/shipping-data.ts';
import { makeDeliveredLine } from '#delivery/rules/quote.ts';
import { describeCompanions } from '#fit/rules/kind-categories.ts';
import { isStorable } from '#kernel/fields.ts';
import { formatMoney } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import { readPartReviews } from '#reviews/components/review-cards.server.ts';
import { settingsContext } from '#settings/components/settings-context.server.ts';
import { readWords } from '#settings/rules/prose.ts';
import { describeImage, makePreviewImage } from '#ui/images/image-manifest.server.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

/** Among them are those that are better in one number. */
const maxNearParts = 18;
const maxSimilarParts = 6;
const maxBetterParts = 3;
const maxComparedParts = 4;
const initialReviewCount = 9;
const maxReviews = 1000;

/** Redirects an old slug or category to the current path; responds with 404 to an unknown slug. */
export async function readPart(
  context: Readonly<RouterContextProvider>,
  { category: path, slug }: { category: string; slug: string },
  url: URL,
) {
  const { db, publicUrl, now, showsStock } = context.get(pageContext);
  const catalogue = context.get(catalogueContext);
  const category = categorySchema.safeParse(path).data;
  const row =
    category && isStorable(slug) ? (await findPartsBySlugs(db, category, [slug])).get(slug) : undefined;
  if (!row) return data({ part: undefined }, { status: 404 });
  const [named = row]: (PartRow & NamedPart)[] = await showParts(db, [row]);
  const details = makePartDetails(named);
  if (details.slug !== slug || details.category !== category) throw redirect(details.to, 301);
  const limit = url.searchParams.get('reviews') === 'all' ? maxReviews : initialReviewCount;
  const [near, reviews, promises] = await Promise.all([
    catalogue.similar(row, maxNearParts),
    readPartReviews(context, { partId: row.id, limit }),
    readPromises(context),
  ]);
  const similar = near.slice(0, maxSimilarParts);
  const better = findBetterParts(
    row,
    near.filter(({ stock, minimum_order }) => stock >= minimum_order),
  ).slice(0, maxBetterParts);
  showsStock({
    parts: [row, ...similar, ...better.map(({ part }) => part)].map(({ id }) => id),
    showsAvailability: true,
  });
  const { price_cents: cents, minimum_order: minimum } = row;
  const lines = [makeDeliveredLine(row, minimum)];
  const part = {
    ...details,
    sku: row.sku,
    mpn: row.mpn ?? undefined,
    gtin: row.gtin ?? undefined,
    title: makeTitle(named),
    /** The image is the shop's own, drawn from the specification. */
    isIllustrated: row.image === null,
    secondImage: makeSecondImage(row),
    description: named.shownDescription ?? row.description,
    dollars: cents === null ? undefined : (cents / 100).toFixed(2),
    minimumOrderPrice: cents !== null && minimum > 1 ? formatMoney(cents * minimum) : undefined,
    /** 'incl. 15% VAT' */
    includedTax: promises.includedTax,
    groups: groupSpecification(describeSpecification(category, row.specs, row.derived_fields)),
    reviews,
    similar: similar.map(makePartDetails),
    /** Of the similar ones; '2 ns faster for $6.00 more'. */
    better: better.map(({ part, advantage }) => ({
      name: showName(part),
      to: paths.part(part),
      advantage,
    })),
    /** The default one first; empty: it cannot be delivered. */
    deliveryZones: promises.listZones(lines),
    shippingDetails: makeShippingDetails(promises.rules, { lines, now }),
    comparisonPath: makeSimilarComparisonPath(row, similar),
    ...describeCompanions(named),
    /** What becomes of the money when the part is not what it claims to be. */
    moneyBack: readWords(context.get(settingsContext).texts.read('money-back').opening),
    canonical: publicUrl + details.to,
    publicUrl,
    preview: makePreviewImage({ address: details.image, description: details.alt }, publicUrl),
  };
  return data({ part });
}

/** Its ports and plugs. */
function makeSecondImage(part: PartRow) {
  const address = chooseSecondImage(part);
  return address ? { address, alt: describeImage(address) ?? '' } : undefined;
}

/** With the SKU where nothing else tells the part from an earlier one, unless the shop has made it up. */
function makeTitle(part: PartRow & NamedPart): string {
  const { name, distinction, slug, sku, category } = part;
  if (distinction || slug === makeSlug(name) || isMadeSku(sku, category)) return showName(part);
  return `${name} (${sku})`;
}

export function makePartDetails(part: PartRow & NamedPart) {
  const { category, specs, price_cents: cents } = part;
  const name = showName(part);
  const image = choosePartImage(part);
  const perGb = cents === null ? undefined : computePricePerGb(cents, computeCapacityGb(category, specs));
  return {
    id: part.id,
    category,
    slug: part.slug,
    to: paths.part({ category, slug: part.slug }),
    name,
    brand: part.brand,
    image,
    alt: describeImage(image) ?? name,
    stock: part.stock,
    minimumOrder: part.minimum_order,
    price: cents === null ? undefined : formatMoney(cents),
    pricePerGb: perGb === undefined ? undefined : formatPricePerGb(perGb),
    isSoldOut: part.stock < part.minimum_order,
  };
}

function groupSpecification(rows: readonly SpecificationRow[]) {
  return [...Map.groupBy(rows, ({ group }) => group)].map(([group, rows]) => ({ group, rows }));
}

export function makeComparisonPath(category: Category, slugs: readonly string[]): string {
  return `${paths.comparison(category)}?${new URLSearchParams(slugs.map((slug) => ['part', slug]))}`;
}

function makeSimilarComparisonPath(part: PartRow, similar: readonly PartOnSale[]): string | undefined {
  if (similar.length === 0) return undefined;
  return makeComparisonPath(
    part.category,
    [part, ...similar].slice(0, maxComparedParts).map(({ slug }) => slug),
  );
}
