/** Rows of parts as the cards of public pages show them, and nothing else of them. */
import type { PartOnSale } from '#database/parts.ts';
import { formatMoney } from '#domain/money.ts';
import { partImage } from '#domain/part-image.ts';
import type { CardPart } from '#web/components/part-card.tsx';
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
  };
}
