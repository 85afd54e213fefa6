/** Who ordered: name and e-mail. */
import type { Order } from '#contract/orders/orders.ts';

export function Buyer({ order: { name, email } }: { order: Pick<Order, 'name' | 'email'> }) {
  return (
    <>
      {name}
      <br />
      <Email address={email} />
    </>
  );
}

/** An address that breaks before its @ first, where it has to break. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <span className="address text-sm wrap-anywhere">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
