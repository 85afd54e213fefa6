/** My Orders: what the person has ordered; to be paid, cancelled, or followed. */
import { useState } from 'react';
import { Link, replace, useRevalidator } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { listMyOrders, type Order } from '#contract/orders.ts';
import { formatMoney } from '#domain/money.ts';
import { wording } from '#domain/wording.ts';
import { askPage, endSession, isProblem } from '#web/api-client.ts';
import { Buyer } from '#web/components/buyer.tsx';
import { CancelDialog } from '#web/components/cancel-dialog.tsx';
import { DataTable, PartThumbnail } from '#web/components/data-list.tsx';
import { TrashIcon } from '#web/components/icons.tsx';
import { MoreButton } from '#web/components/more-button.tsx';
import { useOrders } from '#web/components/orders-list.ts';
import { orThrow, requirePerson } from '#web/guard.ts';
import type { Route } from './+types/my-orders.ts';

const { myOrders } = wording;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const person = await requirePerson(request);
  const first = await askPage(listMyOrders, { query: { email: person.email, limit: 20 } });
  if (isProblem(first) && (first.status === 401 || first.status === 403)) {
    toast.error(wording.toasts.accessCancelled);
    await endSession();
    throw replace('/');
  }
  return { person, first: orThrow(request, first) };
}

export default function MyOrders({ loaderData: { person, first } }: Route.ComponentProps) {
  const revalidator = useRevalidator();
  const [cancelling, setCancelling] = useState<Order>();
  const { orders, hasMore, more } = useOrders(first, (cursor) =>
    askPage(listMyOrders, { query: { email: person.email, limit: 20, cursor } }),
  );
  const [serial, name, image, quantity, user, payment, remove] = myOrders.columns;
  if (orders.length === 0) {
    return (
      <section className="py-10 text-center">
        <h2 className="text-lg">{myOrders.empty}</h2>
        <p className="mt-4">
          <Link className="btn btn-primary" to="/parts">
            Look at our parts
          </Link>
        </p>
      </section>
    );
  }
  return (
    <section>
      <h2 className="mb-4 text-xl font-bold">{myOrders.heading}</h2>
      <DataTable
        caption={myOrders.heading}
        rows={orders}
        columns={[
          { heading: serial, cell: (_, index) => index + 1 },
          { heading: name, cell: (order) => order.partsName },
          { heading: image, cell: (order) => <PartThumbnail src={order.partsImg} /> },
          { heading: quantity, cell: (order) => order.quantity },
          { heading: user, cell: (order) => <Buyer order={order} /> },
          { heading: payment, cell: (order) => <Payment order={order} /> },
          {
            heading: remove,
            cell: (order) => <Remove order={order} onRemove={() => setCancelling(order)} />,
          },
        ]}
      />
      <MoreButton hasMore={hasMore} more={more} />
      <CancelDialog
        order={cancelling}
        onClose={(wasCancelled) => {
          setCancelling(undefined);
          if (wasCancelled) revalidator.revalidate();
        }}
      />
    </section>
  );
}

function Payment({ order }: { order: Order }) {
  if (order.status === 'unpaid') {
    return (
      <Link className="btn btn-primary btn-sm" to={`/dashboard/payment/${order._id}`}>
        {myOrders.pay} <span className="font-normal">{formatMoney(Math.round(order.total * 100))}</span>
      </Link>
    );
  }
  return (
    <>
      <span className="badge badge-success">{myOrders.paid}</span>
      {order.status === 'shipped' && (
        <p className="mt-1 text-sm">
          Shipped{order.carrier && ` with ${order.carrier}`}
          {order.tracking && `, ${order.tracking}`}
        </p>
      )}
    </>
  );
}

function Remove({ order, onRemove }: { order: Order; onRemove: () => void }) {
  if (order.status !== 'unpaid') return myOrders.alreadyPaid;
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm"
      aria-label={`Cancel ${order.partsName}`}
      onClick={onRemove}
    >
      <TrashIcon />
    </button>
  );
}
