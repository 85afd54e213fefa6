/** What waits for an administrator: orders to be shipped, parts that are running low. */
import { Link } from 'react-router';
import type { AnswerOf } from '#contract/call.ts';
import type { readOverview } from '#contract/overview.ts';
import { wording } from '#domain/wording.ts';

const { dashboard } = wording;

export function Overview({ overview }: { overview: AnswerOf<typeof readOverview> }) {
  const { toShip, unpaid, runningLow, runningLowCount } = overview;
  return (
    <section>
      <h2 className="dashboard-heading">Overview</h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        <Count number={toShip} label="to be shipped" to="/dashboard/manage_orders?status=paid" />
        <Count number={unpaid} label="unpaid" to="/dashboard/manage_orders?status=unpaid" />
        <Count number={runningLowCount} label="running low" to="/dashboard/manage_products?sort=stock" />
      </ul>
      <h3 className="mt-8 mb-2 text-lg font-bold">Running low</h3>
      {runningLow.length === 0 && <p>There is enough of every part.</p>}
      <ul className="grid gap-2">
        {runningLow.map((part) => (
          <li key={part._id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Link className="link min-w-0 break-words" to={`/dashboard/edit_product/${part._id}`}>
              {part.name}
            </Link>
            <span className="muted text-sm">{part.available_quantity} left</span>
          </li>
        ))}
      </ul>
      {runningLowCount > runningLow.length && (
        <p className="mt-2">
          <Link className="link" to="/dashboard/manage_products?sort=stock">
            All of them in {dashboard.manageProducts}
          </Link>
        </p>
      )}
    </section>
  );
}

function Count({ number, label, to }: { number: number; label: string; to: string }) {
  return (
    <li>
      <Link className="card border-base-300 bg-base-100 block border p-4" to={to}>
        <span className="block text-3xl font-bold">{number.toLocaleString('en-US')}</span> {label}
      </Link>
    </li>
  );
}
