/** A list of refunds or disputes: order, buyer, amount, reason and state. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDollars } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import type { Dispute } from '#payments/contract/disputes.ts';
import type { ListPage } from '#ui/api/api-client.ts';
import { Buyer } from '#ui/components/buyer.tsx';
import type { Drawing } from '#ui/components/icons.tsx';
import { type Choice, dayFilters, ListControls } from '#ui/components/list-controls.tsx';
import { ListView } from '#ui/components/list-view.tsx';
import { EmptyState } from '#ui/components/notice.tsx';
import { useShopTimes } from '#ui/components/shop-times.ts';

type MoneyRow = Pick<Dispute, '_id' | 'orders' | 'name' | 'email' | 'amount' | 'reason'>;

type MoneyListProps<Row> = {
  heading: string;
  children: ReactNode;
  page: ListPage<Row>;
  statuses: Choice[];
  state: (row: Row) => ReactNode;
  requestedAt: (row: Row) => string;
  icon: Drawing;
  emptyText: string;
};

export function MoneyList<Row extends MoneyRow>(props: MoneyListProps<Row>) {
  const { heading, children, page, statuses, state, requestedAt, icon, emptyText } = props;
  const { formatTime } = useShopTimes();
  return (
    <ListView
      heading={heading}
      page={page}
      serial="Serial no"
      columns={[
        {
          heading: 'Order',
          isName: true,
          cell: ({ orders }) =>
            orders.map(({ orderId, partsName, amount }) => (
              <div key={orderId}>
                <Link className="link" to={paths.order(orderId)}>
                  {withNonBreakingSpaces(partsName)}
                </Link>
                <p className="identifier">
                  {formatOrderNumber(orderId)}
                  {orders.length > 1 && `, ${formatDollars(amount)}`}
                </p>
              </div>
            )),
        },
        { heading: 'Buyer', cell: (row) => <Buyer of={row} /> },
        { heading: 'Amount', cell: ({ amount }) => formatDollars(amount) },
        { heading: 'Reason', cell: ({ reason }) => reason },
        { heading: 'State', cell: state },
        { heading: 'Asked for', cell: (row) => formatTime(requestedAt(row)) },
      ]}
      empty={
        <EmptyState icon={icon} link={{ to: paths.manageOrders, label: wording.dashboard.manageOrders }}>
          <h3 className="text-lg font-semibold">{emptyText}</h3>
        </EmptyState>
      }
    >
      <p className="mb-4">{children}</p>
      <ListControls label="Customer" name="customer" statuses={statuses} moreFilters={dayFilters} />
    </ListView>
  );
}
