/** The stock ledger of a part: every movement of its stock, with the stock after it. */
import ChevronLeft from 'lucide:chevron-left';
import { Link } from 'react-router';
import { readPartEndpoint } from '#catalogue/contract/parts.ts';
import { listStockMovementsEndpoint } from '#catalogue/contract/stock-movements.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { formatNumber } from '#kernel/words.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { Icon } from '#ui/components/icons.tsx';
import { ListView } from '#ui/components/list-view.tsx';
import { LinkLine } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { callForPage } from '#ui/session/guard.ts';
import { makeListLoader } from '#ui/session/load-list.ts';
import type { Route } from './+types/stock-ledger.ts';

type Movement = EndpointResponse<typeof listStockMovementsEndpoint>[number];

const reasons: Record<Movement['reason'], string> = {
  opening: 'First stock',
  edit: 'Edited',
  order: 'Ordered',
  cancel: 'Order cancelled',
  expiry: 'Order expired',
  return: 'Returned with a refund',
};

export const meta = describePrivatePage('Stock ledger', 'Every movement of a part’s stock.');

const loadMovements = makeListLoader(listStockMovementsEndpoint);

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { page } = await loadMovements({ request, params });
  return { page, part: await callForPage(request, readPartEndpoint, { params: { id: params.id } }) };
}

export default function StockLedger({ loaderData: { part, page } }: Route.ComponentProps) {
  const { formatTime } = useShopTimes();
  return (
    <ListView
      lead={
        <LinkLine className="way-back" to={paths.manageProducts}>
          <Icon of={ChevronLeft} />
          {wording.dashboard.manageProducts}
        </LinkLine>
      }
      heading="Stock ledger"
      page={page}
      columns={[
        { heading: 'Why', isName: true, cell: (movement) => <Reason movement={movement} /> },
        { heading: 'Units', cell: ({ units }) => `${units > 0 ? '+' : '−'}${formatNumber(Math.abs(units))}` },
        { heading: 'Stock after', cell: ({ stock }) => formatNumber(stock) },
        { heading: 'When', cell: ({ at }) => formatTime(at) },
      ]}
      empty={<p>This part never had any stock.</p>}
    >
      <p className="font-semibold">{withNonBreakingSpaces(part.full_name)}</p>
      <p className="muted mb-4 text-sm">
        {formatNumber(part.available_quantity)} in stock · {part.sku}
      </p>
      <div className="mb-5 flex flex-wrap gap-3">
        <Link className="btn btn-sm" to={paths.editProduct(part._id)}>
          Edit
        </Link>
        <Link className="btn btn-sm" to={`${paths.auditLog}?of=${part._id}`}>
          Changes by administrators
        </Link>
      </div>
    </ListView>
  );
}

function Reason({ movement: { reason, note, orderId, byName } }: { movement: Movement }) {
  return (
    <>
      {reasons[reason]}
      {byName && ` by ${byName}`}
      {note && `: ${note}`}
      {orderId && (
        <LinkLine className="link identifier" to={paths.order(orderId)}>
          {formatOrderNumber(orderId)}
        </LinkLine>
      )}
    </>
  );
}
