/** Who ordered: name and e-mail. */
import type { Order } from '#contract/orders.ts';

export function Buyer({ order }: { order: Order }) {
  return (
    <>
      {order.name}
      <br />
      <span className="text-sm break-all">{order.email}</span>
    </>
  );
}
