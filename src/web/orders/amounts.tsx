/** What an order costs before it is placed, row by row; the total stands below. */
import { dollarsToCents, formatMoney } from '#domain/money.ts';
import { describeMethodArrival, formatMethodPrice, type Method } from '#web/delivery/delivery-view.ts';

/** `parts` in US dollars; `method` undefined: nobody knows yet how the parts are delivered. */
export type AmountsProps = { parts: number; method: Method | undefined };

export function Amounts({ parts, method }: AmountsProps) {
  return (
    <dl className="amounts">
      <div>
        <dt>Parts</dt>
        <dd>{formatMoney(dollarsToCents(parts))}</dd>
      </div>
      <div>
        <dt>
          {method?.name ?? 'Delivery'}
          {method && <span className="muted">{describeMethodArrival(method)}</span>}
        </dt>
        <dd>{method ? formatMethodPrice(method) : '–'}</dd>
      </div>
    </dl>
  );
}

export function formatTotal({ parts, method }: AmountsProps): string {
  return formatMoney(dollarsToCents(parts) + dollarsToCents(method?.price ?? 0));
}
