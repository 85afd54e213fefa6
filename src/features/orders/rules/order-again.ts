/** What of an earlier purchase can be bought again, by what its parts are now, and what a buyer is told of the others. */
import type { OrderablePart } from '#catalogue/rules/orderable-part.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { isClosedUnpaid, type OrderState } from '#purchases/rules/orders.ts';

type PastLine = { part_name: string; quantity: number; unit_price_cents: Cents };

export type LineAgain = {
  /** 0: nobody can buy the part now. */
  quantity: number;
  /** In sentences, what is not as it was. */
  differences: string[];
};

/** What was bought; of a purchase that nobody paid, what was to be bought. */
export function selectBought<Order extends { state: OrderState }>(
  orders: readonly Order[],
): readonly Order[] {
  const bought = orders.filter(({ state }) => !isClosedUnpaid(state));
  return bought.length > 0 ? bought : orders;
}

/** As many as were ordered, within the smallest order and the stock of now; `part` undefined: it is gone. */
export function planLineAgain(
  { part_name: name, quantity, unit_price_cents: oldPrice }: PastLine,
  part: OrderablePart | undefined,
): LineAgain {
  if (!part || part.offSale || part.unitPrice === null)
    return { quantity: 0, differences: [`${name} is not for sale at the moment, so it was left out.`] };
  const { unitPrice: price, stock, minimumOrder: minimum } = part;
  if (stock < minimum) return { quantity: 0, differences: [`${name} is sold out, so it was left out.`] };
  const differences: string[] = [];
  if (quantity > stock)
    differences.push(
      `Only ${stock} of ${name} ${stock === 1 ? 'is' : 'are'} left; you had ordered ${quantity}.`,
    );
  if (quantity < minimum)
    differences.push(`The smallest order of ${name} is ${minimum} now; you had ordered ${quantity}.`);
  if (price !== oldPrice)
    differences.push(`${name} costs ${formatMoney(price)} now; it was ${formatMoney(oldPrice)}.`);
  return { quantity: Math.min(Math.max(quantity, minimum), stock), differences };
}
