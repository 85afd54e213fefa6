/** Accounts: an administrator saves the tables of a period for the accountant. */
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readWallTime } from '#kernel/calendar.ts';
import { type AccountingKind, accountingKinds, readAccountsEndpoint } from '#payments/contract/payments.ts';
import { listPeriods } from '#payments/rules/periods.ts';
import { downloadFile } from '#ui/api/download-file.ts';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { useShop } from '#ui/layout/shop.ts';
import { requirePerson } from '#ui/session/guard.ts';
import type { Route } from './+types/accounting.ts';

export const meta = describePrivatePage(
  'Accounts',
  'Orders, payments, refunds and tax of a period, for the accountant.',
);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  return null;
}

const tables: Record<AccountingKind, { label: string; hint: string }> = {
  orders: {
    label: 'Orders',
    hint: 'placed in the period, whatever became of them; net, tax and gross of what was sold',
  },
  payments: { label: 'Payments', hint: 'with their invoices, and what banks took and gave back in disputes' },
  refunds: { label: 'Refunds', hint: 'with their credit notes, and those that came back to the shop' },
  tax: { label: 'Tax', hint: 'the sums of payments and refunds by country, region, tax and rate' },
};

export default function Accounts() {
  const { timeZone } = useShop();
  const { day: today } = readWallTime(new Date(), timeZone);
  const periods = listPeriods(today);
  const [search] = useSearchParams();
  const [period, setPeriod] = useState({
    from: search.get('from') ?? periods[0]?.from ?? today,
    to: search.get('to') ?? periods[0]?.to ?? today,
  });
  const [isBusy, setBusy] = useState(false);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const kind = accountingKinds.find((one) => one === button?.value) ?? 'orders';
    setBusy(true);
    await downloadFile(readAccountsEndpoint, { query: { kind, ...period } });
    setBusy(false);
  }

  return (
    <section className="max-w-3xl">
      <h2 className="dashboard-heading">Accounts</h2>
      <p className="mb-6">
        Tables for your accountant, as CSV. Days are by the clocks of the shop; payments and refunds together
        are all money that came and went, without the card provider’s fees. Rows of test cards, which moved no
        money, have “test” in the last column.
      </p>
      <form className="panel grid gap-5" onSubmit={save}>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="field-label mb-2">Period</legend>
          {periods.map(({ name, from, to }) => (
            <button
              key={name}
              type="button"
              className={`btn btn-sm ${from === period.from && to === period.to ? 'btn-primary' : ''}`}
              aria-pressed={from === period.from && to === period.to}
              onClick={() => setPeriod({ from, to })}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <div className="grid gap-5 sm:grid-cols-2">
          <Day label="From" value={period.from} onChange={(from) => setPeriod({ ...period, from })} />
          <Day label="To" value={period.to} onChange={(to) => setPeriod({ ...period, to })} />
        </div>
        <ul className="grid gap-3">
          {accountingKinds.map((kind) => (
            <li key={kind} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <button type="submit" name="kind" value={kind} className="btn" aria-disabled={isBusy}>
                {tables[kind].label} (CSV)
              </button>
              <span className="muted text-sm">{tables[kind].hint}</span>
            </li>
          ))}
        </ul>
      </form>
    </section>
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        className="input w-full"
        type="date"
        required
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
