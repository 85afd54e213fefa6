/** Makes the cards of public pages from rows of parts, with nothing that these pages do not show. */
import type { CardPart } from '#app/pages/parts/part-card.tsx';
import type { PartOnSale } from '#catalogue/database/parts.ts';
import { choosePartImage } from '#catalogue/rules/part-image.ts';
import { type NamedPart, showName } from '#catalogue/rules/shown-names.ts';
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
    description: part.shownDescription ?? part.description,
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
