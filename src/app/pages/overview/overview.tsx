/** The overview of administrators: orders to ship, low stock, disputes and failed refunds. */
import type { LucideIcon } from 'lucide-react';
import CalendarX from 'lucide-react/icons/calendar-x';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Hourglass from 'lucide-react/icons/hourglass';
import PackageOpen from 'lucide-react/icons/package-open';
import Scale from 'lucide-react/icons/scale';
import Truck from 'lucide-react/icons/truck';
import { Link } from 'react-router';
import type { readOverviewEndpoint } from '#app/contract/overview.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { countWords, formatNumber } from '#kernel/words.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { Icon } from '#ui/components/icons.tsx';

const { dashboard } = wording;

type OverviewValues = EndpointResponse<typeof readOverviewEndpoint>;

export function Overview({ overview }: { overview: OverviewValues }) {
  const { toShip, purchasesToShip, unpaid, unpaidPurchases, runningLow, runningLowCount } = overview;
  return (
    <section>
      <h2 className="dashboard-heading">Overview</h2>
      <ul className="figures">
        <Figure
          icon={Truck}
          number={toShip}
          label={`to be shipped${formatPurchases(purchasesToShip, toShip)}`}
          to={paths.packing}
        />
        <Figure
          icon={Hourglass}
          number={unpaid}
          label={`unpaid${formatPurchases(unpaidPurchases, unpaid)}`}
          to={`${paths.manageOrders}?status=unpaid`}
        />
        <Figure
          icon={PackageOpen}
          number={runningLowCount}
          label="running low"
          to={`${paths.manageProducts}?sort=stock`}
        />
        <Troubles overview={overview} />
      </ul>
      <RunningLow parts={runningLow} count={runningLowCount} />
    </section>
  );
}

/** What is shown only where there is something to do. */
function Troubles({ overview }: { overview: OverviewValues }) {
  const { late, lateNotShipped, openDisputes, failedRefunds, toCheck } = overview;
  return (
    <>
      {late > 0 && (
        <Figure
          icon={CalendarX}
          number={late}
          label={`late${describeNotShipped(lateNotShipped, late)}`}
          to={`${paths.manageOrders}?status=late&sort=oldest`}
        />
      )}
      {openDisputes > 0 && (
        <Figure icon={Scale} number={openDisputes} label="disputed" to={`${paths.disputes}?status=open`} />
      )}
      {failedRefunds > 0 && (
        <Figure
          icon={CircleAlert}
          number={failedRefunds}
          label={failedRefunds === 1 ? 'refund that failed' : 'refunds that failed'}
          to={`${paths.refunds}?status=failed`}
        />
      )}
      {toCheck > 0 && (
        <Figure
          icon={CircleAlert}
          number={toCheck}
          label="parts to check"
          to={`${paths.manageProducts}?status=to-check`}
        />
      )}
    </>
  );
}

function RunningLow({ parts, count }: { parts: OverviewValues['runningLow']; count: number }) {
  return (
    <div className="panel mt-6">
      <h3 className="panel-heading">Running low</h3>
      {parts.length === 0 && <p>No part is running low.</p>}
      <ul className="lines">
        {parts.map((part) => (
          <li key={part._id}>
            <Link className="min-w-0 break-words" to={paths.editProduct(part._id)}>
              {withNonBreakingSpaces(part.full_name)}
            </Link>
            <span className={`badge ${part.available_quantity === 0 ? 'badge-error' : 'badge-warning'}`}>
              {part.available_quantity} left
            </span>
          </li>
        ))}
      </ul>
      {count > parts.length && (
        <p className="mt-4">
          <Link className="link" to={`${paths.manageProducts}?sort=stock`}>
            All of them in {dashboard.manageProducts}
          </Link>
        </p>
      )}
    </div>
  );
}

function describeNotShipped(notShipped: number, late: number): string {
  if (notShipped === 0) return ', on their way';
  return notShipped === late ? ', not shipped' : `, ${formatNumber(notShipped)} not shipped`;
}

/** Empty where each order is a purchase of its own. */
function formatPurchases(purchases: number, orders: number): string {
  if (purchases === orders) return '';
  return `, of ${countWords(purchases, 'purchase')}`;
}

function Figure({
  icon,
  number,
  label,
  to,
}: {
  icon: LucideIcon;
  number: number;
  label: string;
  to: string;
}) {
  return (
    <li>
      <Link className="figure" to={to}>
        <Icon of={icon} />
        <span className="figure-number">{formatNumber(number)}</span> {label}
      </Link>
    </li>
  );
}
