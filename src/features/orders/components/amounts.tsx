/** What an order costs before it is placed, row by row; the total stands below. */
import { useEffect, useState } from 'react';
import type { Method } from '#delivery/components/delivery-view.ts';
import { IncludedTax } from '#delivery/components/included-tax.tsx';
import { describeArrival, describePrice, describePromise } from '#delivery/rules/promise-wording.ts';
import { computeTax, readTax } from '#delivery/rules/tax.ts';
import { centsToDollars, dollarsToCents, formatDollars, formatMoney } from '#kernel/money.ts';

/** `parts` in US dollars; `method` undefined: nobody knows yet how the parts are delivered. */
export type AmountsProps = { parts: number; method: Method | undefined };

export function Amounts({ parts, method }: AmountsProps) {
  return (
    <dl className="amounts">
      <div>
        <dt>Parts</dt>
        <dd>{formatDollars(parts)}</dd>
      </div>
      <div>
        <dt>
          {method?.name ?? 'Delivery'}
          {method && <Arrival method={method} />}
        </dt>
        <dd>{method ? describePrice(method) : '–'}</dd>
      </div>
    </dl>
  );
}

/** The server does not know when the page is shown, so what is left of the time comes afterwards. */
function Arrival({ method }: { method: Method }) {
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    const show = () => setNow(new Date());
    show();
    const timer = setInterval(show, refreshMs);
    return () => clearInterval(timer);
  }, []);
  return <span className="muted">{now ? describePromise(method, now) : describeArrival(method)}</span>;
}

const refreshMs = 15_000;

export function formatTotal(amounts: AmountsProps): string {
  return formatMoney(computeTotal(amounts));
}

/** What of the total is tax; the zone of the delivery method decides. */
export function TaxOfTotal(amounts: AmountsProps) {
  const tax = amounts.method?.tax;
  const cents = tax ? computeTax(computeTotal(amounts), readTax(tax)) : 0;
  return <IncludedTax tax={tax} amount={centsToDollars(cents)} />;
}

/** Cents. */
function computeTotal({ parts, method }: AmountsProps): number {
  return dollarsToCents(parts) + dollarsToCents(method?.price ?? 0);
}
