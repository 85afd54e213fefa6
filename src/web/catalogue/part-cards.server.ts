/** Rows of parts as the cards of public pages show them, and nothing else of them. */
import type { PartOnSale } from '#database/catalogue/parts.ts';
import { choosePartImage } from '#domain/catalogue/part-image.ts';
import { computePricePerGb, formatPricePerGb } from '#domain/catalogue/price-per-gb.ts';
import {
  computeCapacityGb,
  describeSpecification,
  type SpecificationValues,
} from '#domain/catalogue/specifications.ts';
import { formatMoney } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import type { CardPart, ListedPart } from '#web/catalogue/part-card.tsx';
import { describeImage } from '#web/images/image-manifest.server.ts';

export function makePartCard(part: PartOnSale): CardPart {
  const image = choosePartImage(part);
  return {
    id: part.id,
    name: part.name,
    description: part.description,
    category: part.category,
    brand: part.brand,
    image,
    alt: describeImage(image) ?? part.name,
    stock: part.stock,
    minimumOrder: part.minimum_order,
    price: formatMoney(part.price_cents),
    isSoldOut: part.stock < part.minimum_order,
    address: paths.part(part),
  };
}

/** The part as lists show it: what its specification says and its name does not. */
export function makeListedPartCard(part: PartOnSale): ListedPart {
  const { category, slug, price_cents } = part;
  const specs = part.specs as SpecificationValues;
  const perGb = computePricePerGb(price_cents, computeCapacityGb(category, specs));
  const facts = describeSpecification(category, specs).filter(({ value }) => !isInName(part.name, value));
  return {
    ...makePartCard(part),
    slug,
    facts: facts.slice(0, 4).map(({ label, value }) => `${label} ${value}`),
    pricePerGb: perGb === undefined ? undefined : formatPricePerGb(perGb),
  };
}

/** '6000 MT/s' is said by 'DDR5-6000', 'Black' by nothing but itself. */
function isInName(name: string, value: string): boolean {
  return name.includes(/^\d+(\.\d+)?/.exec(value)?.[0] ?? value);
}
