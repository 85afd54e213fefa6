/** Makes the cards of public pages from rows of parts, with nothing that these pages do not show. */

import type { CardPart, ListedPart } from '#app/pages/parts/part-card.tsx';
import type { PartOnSale } from '#catalogue/database/parts.ts';
import { choosePartImage } from '#catalogue/rules/part-image.ts';
import { computePricePerGb, formatPricePerGb } from '#catalogue/rules/price-per-gb.ts';
import { type NamedPart, showName } from '#catalogue/rules/shown-names.ts';
import {
  computeCapacityGb,
  describeSpecification,
  type SpecificationValues,
} from '#catalogue/rules/specifications.ts';
import type { Promises } from '#delivery/components/promises.server.ts';
import { formatMoney } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import { describeImage } from '#ui/images/image-manifest.server.ts';

/** `promises`: undefined for cards that say nothing of delivery. */
export function makePartCard(part: PartOnSale & NamedPart, promises: Promises | undefined): CardPart {
  const image = choosePartImage(part);
  const name = showName(part);
  const isSoldOut = part.stock < part.minimum_order;
  return {
    id: part.id,
    name,
    description: part.description,
    category: part.category,
    brand: part.brand,
    image,
    alt: describeImage(image) ?? name,
    stock: part.stock,
    minimumOrder: part.minimum_order,
    price: formatMoney(part.price_cents),
    isSoldOut,
    address: paths.part(part),
    promise: isSoldOut ? undefined : promises?.describe(part),
  };
}

export function makeListedPartCard(part: PartOnSale & NamedPart, promises: Promises): ListedPart {
  const { category, slug, price_cents } = part;
  const name = showName(part);
  const specs = part.specs as SpecificationValues;
  const perGb = computePricePerGb(price_cents, computeCapacityGb(category, specs));
  const rows = describeSpecification(category, specs);
  const facts = rows.filter(
    ({ value }, index) =>
      !isInName(name, value) && !rows.slice(0, index).some((row) => row.value.includes(value)),
  );
  return {
    ...makePartCard(part, promises),
    slug,
    facts: facts.slice(0, 4).map(({ label, value }) => `${label} ${value}`),
    pricePerGb: perGb === undefined ? undefined : formatPricePerGb(perGb),
  };
}

/** By the number of the value where it has one: 'DDR5-6000' contains '6000 MT/s'. */
function isInName(name: string, value: string): boolean {
  return name.includes(/^\d+(\.\d+)?/.exec(value)?.[0] ?? value);
}
