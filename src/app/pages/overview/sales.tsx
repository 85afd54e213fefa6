/** What was sold: today beside the same weekday a week ago, the average purchase, and 30 days as a chart with its table. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { readOverviewEndpoint } from '#app/contract/overview.ts';
import { dollarsToCents, formatDollars, formatMoney } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import { formatShopDay } from '#kernel/times.ts';
import { countWords, formatNumber } from '#kernel/words.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';

type DayOfSales = EndpointResponse<typeof readOverviewEndpoint>['sales'][number];

export function Sales({ days }: { days: readonly DayOfSales[] }) {
  const [first, weekAgo, today] = [days[0], days.at(-8), days.at(-1)];
  if (!first || !weekAgo || !today) return null;
  const purchases = days.reduce((sum, day) => sum + day.purchases, 0);
  const cents = days.reduce((sum, { total }) => sum + dollarsToCents(total), 0);
  const accounts = `${paths.accounts}?from=${first.day}&to=${today.day}`;
  return (
    <div className="panel mt-6">
      <h3 className="panel-heading">Sales</h3>
      <dl className="sales">
        <SalesFigure label="Today" amount={formatDollars(today.total)} to={findPaid(today)}>
          {countWords(today.purchases, 'purchase')}. Last {formatWeekday(weekAgo.day)}:{' '}
          {formatDollars(weekAgo.byThisTime)} by this time,{' '}
          <Link className="link" to={findPaid(weekAgo)}>
            {formatDollars(weekAgo.total)}
          </Link>{' '}
          in the whole day
        </SalesFigure>
        <SalesFigure
          label="Average purchase"
          amount={purchases > 0 ? formatMoney(Math.round(cents / purchases)) : '–'}
          to={accounts}
        >
          {countWords(purchases, 'purchase')} in {days.length} days
        </SalesFigure>
        <SalesFigure label={`${days.length} days`} amount={formatMoney(cents)} to={accounts}>
          what cards were charged, before refunds
        </SalesFigure>
      </dl>
      {purchases > 0 && <Chart days={days} />}
      <details className="mt-4">
        <summary className="btn btn-sm">Sales of each day</summary>
        <table className="sales-days table mt-4 w-full tabular-nums">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="text-right">
                Purchases
              </th>
              <th scope="col" className="text-right">
                Sales
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row" className="text-left font-normal">
                  {day.purchases > 0 ? (
                    <Link className="link" to={findPaid(day)}>
                      {formatShopDay(day.day)}
                    </Link>
                  ) : (
                    formatShopDay(day.day)
                  )}
                </th>
                <td className="text-right">{formatNumber(day.purchases)}</td>
                <td className="text-right">{formatDollars(day.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

type SalesFigureProps = { label: string; amount: string; to: string; children: ReactNode };

function SalesFigure({ label, amount, to, children }: SalesFigureProps) {
  return (
    <div>
      <dt className="muted text-sm">{label}</dt>
      <dd>
        <Link className="sales-amount" to={to}>
          {amount}
        </Link>
        <p className="muted text-sm">{children}</p>
      </dd>
    </div>
  );
}

/** One bar for each day as the server has drawn it, today's in full colour. */
function Chart({ days }: { days: readonly DayOfSales[] }) {
  const highest = Math.max(...days.map(({ total }) => total));
  const [first] = days;
  const label = `Sales of the last ${days.length} days, at most ${formatDollars(highest)} in a day`;
  return (
    <figure className="mt-6">
      <p className="muted text-sm tabular-nums" aria-hidden="true">
        {formatDollars(highest)}
      </p>
      <svg
        className="chart"
        role="img"
        aria-label={label}
        viewBox={`0 0 ${days.length * 20} 150`}
        preserveAspectRatio="none"
      >
        {days.map(({ day, total, bar }) => (
          <path key={day} d={bar}>
            <title>{`${formatShopDay(day)}: ${formatDollars(total)}`}</title>
          </path>
        ))}
      </svg>
      <figcaption className="muted flex justify-between text-sm" aria-hidden="true">
        <span>{first && formatShopDay(first.day)}</span>
        <span>today</span>
      </figcaption>
    </figure>
  );
}

function findPaid({ day }: DayOfSales): string {
  return `${paths.manageOrders}?paidOn=${day}`;
}

function formatWeekday(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));
}
