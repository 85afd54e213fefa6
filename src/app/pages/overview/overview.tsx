/** The overview of administrators: sales, orders to ship, parts that end, disputes and failed refunds. */
import CalendarX from 'lucide:calendar-x';
import CircleAlert from 'lucide:circle-alert';
import Hourglass from 'lucide:hourglass';
import PackageOpen from 'lucide:package-open';
import Scale from 'lucide:scale';
import Truck from 'lucide:truck';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { readOverviewEndpoint } from '#app/contract/overview.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { capitalize, countWords, formatNumber } from '#kernel/words.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { type Drawing, Icon } from '#ui/components/icons.tsx';
import { Sales } from './sales.tsx';

const { dashboard } = wording;

type OverviewValues = EndpointResponse<typeof readOverviewEndpoint>;

export function Overview({ overview }: { overview: OverviewValues }) {
  const { toShip, purchasesToShip, unpaid, unpaidPurchases, expiring } = overview;
  const { runningLow, runningLowCount, endingSoon, endingSoonCount, wanted, wantedCount } = overview;
  const troubles = listTroubles(overview);
  return (
    <section>
      <h2 className="dashboard-heading">Overview</h2>
      <ul className="figures" data-count={3 + troubles.length}>
        <Figure
          icon={Truck}
          number={toShip}
          label={`to be shipped${formatPurchases(purchasesToShip, toShip)}`}
          to={paths.packing}
        />
        <Figure
          icon={Hourglass}
          number={unpaid}
          label={`unpaid${formatPurchases(unpaidPurchases, unpaid)}${describeExpiring(expiring)}`}
          to={`${paths.manageOrders}?status=unpaid${expiring > 0 ? '&sort=oldest' : ''}`}
        />
        <Figure icon={PackageOpen} number={runningLowCount} label="running low" to={runningLowPath} />
        {troubles.map((trouble) => (
          <Figure key={trouble.to} {...trouble} />
        ))}
      </ul>
      <Sales days={overview.sales} />
      {toShip > 0 && <ToShip overview={overview} />}
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <PartsPanel
            heading="Sold out within a week"
            none="No part will be sold out within a week if it sells as in the last 14 days."
            parts={endingSoon}
            count={endingSoonCount}
            describe={(part) => (
              <span className="muted block text-sm">{formatNumber(part.sold)} sold in 14 days</span>
            )}
          />
          <PartsPanel
            heading="Asked for while sold out"
            none="Nobody has tried to buy a part that is sold out."
            parts={wanted}
            count={wantedCount}
            allPath={`${paths.manageProducts}?status=wanted`}
            describe={(part) => (
              <span className="muted block text-sm">
                {part.requests === 1 ? 'once' : `${formatNumber(part.requests)} times`} in 30 days
              </span>
            )}
          />
        </div>
        <PartsPanel
          heading="Running low"
          none="No part is running low."
          parts={runningLow}
          count={runningLowCount}
          allPath={runningLowPath}
        />
      </div>
    </section>
  );
}

const runningLowPath = `${paths.manageProducts}?status=running-low&sort=stock`;

/** What is shown only where there is something to do. */
function listTroubles({ late, lateNotShipped, openDisputes, failedRefunds, toCheck }: OverviewValues) {
  const troubles: FigureProps[] = [
    {
      icon: CalendarX,
      number: late,
      label: `late${describeNotShipped(lateNotShipped, late)}`,
      to: `${paths.manageOrders}?status=late&sort=oldest`,
    },
    { icon: Scale, number: openDisputes, label: 'disputed', to: `${paths.disputes}?status=open` },
    {
      icon: CircleAlert,
      number: failedRefunds,
      label: failedRefunds === 1 ? 'refund that failed' : 'refunds that failed',
      to: `${paths.refunds}?status=to-repeat`,
    },
    {
      icon: CircleAlert,
      number: toCheck,
      label: 'parts to check',
      to: `${paths.manageProducts}?status=to-check`,
    },
  ];
  return troubles.filter(({ number }) => number > 0);
}

/** The paid orders, by the day that was promised and by the day on which they were placed. */
function ToShip({ overview: { toShipByPromise, toShipByAge } }: { overview: OverviewValues }) {
  return (
    <div className="panel mt-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="panel-heading">To be shipped</h3>
        <Link className="btn btn-primary btn-sm" to={paths.packing}>
          Packing table
        </Link>
      </div>
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 sm:grid-cols-2">
        <Counts
          heading="By promised day"
          counts={toShipByPromise.map(({ promised, orders }) => ({
            label: capitalize(promised),
            orders,
            to: `${paths.packing}?promised=${promised}`,
            isUrgent: promised === 'late',
          }))}
        />
        <Counts
          heading="By the day of the order"
          counts={toShipByAge.map(({ from, to, orders }, index) => ({
            label: ageLabels[index] ?? to,
            orders,
            to: `${paths.manageOrders}?status=to-ship&sort=oldest${from ? `&from=${from}` : ''}&to=${to}`,
          }))}
        />
      </div>
    </div>
  );
}

const ageLabels = ['Today', 'Yesterday', '2 to 6 days ago', 'A week ago or longer'];

type Count = { label: string; orders: number; to: string; isUrgent?: boolean };

function Counts({ heading, counts }: { heading: string; counts: readonly Count[] }) {
  return (
    <div>
      <h4 className="muted mb-1 text-sm">{heading}</h4>
      <ul className="lines">
        {counts.map(({ label, orders, to, isUrgent }) => (
          <li key={label}>
            {orders > 0 ? <Link to={to}>{label}</Link> : <span className="muted">{label}</span>}
            <span className={isUrgent && orders > 0 ? 'badge badge-error' : 'tabular-nums'}>
              {formatNumber(orders)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type PartsPanelProps<Part> = {
  heading: string;
  none: string;
  /** The first of them. */
  parts: readonly Part[];
  count: number;
  /** Where all of them are. */
  allPath?: string;
  describe?: (part: Part) => ReactNode;
};

function PartsPanel<Part extends OverviewValues['runningLow'][number]>({
  heading,
  none,
  parts,
  count,
  allPath,
  describe,
}: PartsPanelProps<Part>) {
  return (
    <div className="panel">
      <h3 className="panel-heading">{heading}</h3>
      {parts.length === 0 && <p>{none}</p>}
      <ul className="lines">
        {parts.map((part) => (
          <li key={part._id}>
            <Link className="min-w-0 break-words" to={paths.editProduct(part._id)}>
              {withNonBreakingSpaces(part.full_name)}
              {describe?.(part)}
            </Link>
            <span className={`badge ${part.available_quantity === 0 ? 'badge-error' : 'badge-warning'}`}>
              {part.available_quantity} left
            </span>
          </li>
        ))}
      </ul>
      {count > parts.length && (
        <p className="mt-4">
          {allPath ? (
            <Link className="link" to={allPath}>
              All {formatNumber(count)} in {dashboard.manageProducts}
            </Link>
          ) : (
            `The first ${parts.length} of ${formatNumber(count)}`
          )}
        </p>
      )}
    </div>
  );
}

function describeNotShipped(notShipped: number, late: number): string {
  if (notShipped === 0) return ', on their way';
  return notShipped === late ? ', not shipped' : `, ${formatNumber(notShipped)} not shipped`;
}

function describeExpiring(expiring: number): string {
  if (expiring === 0) return '';
  return `, ${formatNumber(expiring)} ${expiring === 1 ? 'expires' : 'expire'} within an hour`;
}

/** Empty where each order is a purchase of its own. */
function formatPurchases(purchases: number, orders: number): string {
  if (purchases === orders) return '';
  return `, of ${countWords(purchases, 'purchase')}`;
}

type FigureProps = { icon: Drawing; number: number; label: string; to: string };

function Figure({ icon, number, label, to }: FigureProps) {
  return (
    <li>
      <Link className="figure" to={to}>
        <Icon of={icon} />
        <span className="figure-number block font-bold tabular-nums">{formatNumber(number)}</span> {label}
      </Link>
    </li>
  );
}
