/** Rows of parts as the cards of public pages show them, and nothing else of them. */
import type { PartOnSale } from '#database/parts.ts';
import { formatMoney } from '#domain/money.ts';
import { partImage } from '#domain/part-image.ts';
import { paths } from '#domain/paths.ts';
import { formatPricePerGb, pricePerGbInCents } from '#domain/price-per-gb.ts';
import { capacityInGb, describeSpecification, type SpecificationValues } from '#domain/specifications.ts';
import type { CardPart, ListedPart } from '#web/components/part-card.tsx';
import { describePicture } from '#web/pictures.server.ts';

export function cardOf(part: PartOnSale): CardPart {
  const image = partImage(part);
  return {
    id: part.id,
    name: part.name,
    description: part.description,
    category: part.category,
    brand: part.brand,
    image,
    alt: describePicture(image) ?? part.name,
    stock: part.stock,
    minimumOrder: part.minimum_order,
    price: formatMoney(part.price_cents),
    isSoldOut: part.stock < part.minimum_order,
    address: paths.part(part),
  };
}

/** The part as lists show it: what its specification says and its name does not. */
export function listedCardOf(part: PartOnSale): ListedPart {
  const { category, slug, price_cents } = part;
  const specs = part.specs as SpecificationValues;
  const perGb = pricePerGbInCents(price_cents, capacityInGb(category, specs));
  const facts = describeSpecification(category, specs).filter(({ value }) => !isSaid(part.name, value));
  return {
    ...cardOf(part),
    slug,
    facts: facts.slice(0, 4).map(({ label, value }) => `${label} ${value}`),
    pricePerGb: perGb === undefined ? undefined : formatPricePerGb(perGb),
  };
}

/** '6000 MT/s' is said by 'DDR5-6000', 'Black' by nothing but itself. */
function isSaid(name: string, value: string): boolean {
  return name.includes(/^\d+(\.\d+)?/.exec(value)?.[0] ?? value);
}
