/** What the checkout shows: the basket, the buyer, and why lines were refused. */
import { type Basket, type BasketLine, findPossibleQuantity } from '#basket/components/basket-view.ts';
import type { DeliveredLine } from '#delivery/components/use-delivery.ts';
import { formatDollars } from '#kernel/money.ts';
import type { ImpossibleLine } from '#kernel/refusals.ts';
import type { Problem } from '#ui/api/api-client.ts';
import type { Route } from './+types/checkout.ts';

export const partsHeadingId = 'parts';

export function makeLineId(partId: string): string {
  return `part-${partId}`;
}

export type CheckoutPage = Route.ComponentProps['loaderData'];
export type Buyer = NonNullable<CheckoutPage['buyer']>;

/** What of a basket can be ordered now. */
export function listDeliveredLines({ lines }: Basket): DeliveredLine[] {
  return lines.filter(({ total }) => total > 0).map(({ partsId, quantity }) => ({ partsId, quantity }));
}

export type RefusedPurchase = Problem & {
  /** Those that cannot be ordered. */
  lines?: ImpossibleLine[];
  /** The lines as the buyer saw them. */
  seenLines: BasketLine[];
};

export type LineProblem = { sentence: string; possibleQuantity: number | undefined; isNewPrice: boolean };

/** What is wrong with a line: by the basket of now, otherwise by the refused purchase. */
export function findLineProblem(
  line: BasketLine,
  refusal: RefusedPurchase | null | undefined,
): LineProblem | undefined {
  const { partsId, problem } = line;
  if (problem)
    return { sentence: problem.detail, possibleQuantity: findPossibleQuantity(line), isNewPrice: false };
  const impossible = refusal?.lines?.find((each) => each.partsId === partsId);
  if (!impossible) return undefined;
  const { refused, detail, units = 0, price } = impossible;
  const seenPrice = refusal?.seenLines.find((each) => each.partsId === partsId)?.price;
  const isNewPrice = refused === 'price-changed' && price !== undefined;
  return {
    sentence:
      isNewPrice && seenPrice != null
        ? `The price was ${formatDollars(seenPrice)}; it is ${formatDollars(price)} now.`
        : detail,
    possibleQuantity: units >= line.minimum_order ? units : undefined,
    isNewPrice,
  };
}
