/** The way from the basket to an order. Parts are ordered one by one: a page that orders all of them replaces this file. */
import * as paths from '#domain/paths.ts';
import type { BasketPageLine } from '#web/basket/basket-view.ts';

export function CheckOut({ lines }: { lines: BasketPageLine[] }) {
  const [line, ...others] = lines;
  if (!line || others.length > 0)
    return <p>Parts are ordered one by one: each of them has its own “Order”.</p>;
  if (line.problem) return null;
  return (
    <a className="btn btn-primary btn-lg" href={makeOrderAddress(line)}>
      Check out
    </a>
  );
}

/** Of a line among several. */
export function OrderLink({ line }: { line: BasketPageLine }) {
  if (line.problem) return null;
  return (
    <a className="btn btn-tint btn-sm" href={makeOrderAddress(line)}>
      Order <span className="sr-only">{line.name}</span>
    </a>
  );
}

function makeOrderAddress({ partId, quantity }: BasketPageLine): string {
  return `${paths.purchase(partId)}?quantity=${quantity}`;
}
