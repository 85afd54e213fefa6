/** What delivery costs and when parts come, of whatever method: by zones for visitors, in the amounts of an order by the chosen one. */
import { Link } from 'react-router';
import type { Method } from '#delivery/components/delivery-view.ts';
import { IncludedTax } from '#delivery/components/included-tax.tsx';
import { describeArrival, describePrice } from '#delivery/rules/promise-wording.ts';
import { computeTax, readTax } from '#delivery/rules/tax.ts';
import { centsToDollars, dollarsToCents, formatDollars, formatMoney } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import { capitalize } from '#kernel/words.ts';
import { Fact } from '#ui/components/fact.tsx';
import { Timed, type TimedText, useTimedTexts } from './timed-text.tsx';

/** `parts` in US dollars; `method` undefined: nobody knows yet how the parts are delivered. */
export type AmountsProps = { parts: number; method: Method | undefined };

/** Before an order is placed, row by row; the total stands below. */
export function Amounts({ parts, method }: AmountsProps) {
  useTimedTexts(method?.orderBy);
  return (
    <dl className="amounts">
      <Fact name="Parts">{formatDollars(parts)}</Fact>
      <div>
        <dt>
          {method?.name ?? 'Delivery'}
          {method && (
            <span className="muted">
              {describeArrival(method)}
              {/* the server does not know when the page is shown */}
              <Timed of={{ text: '', next: '', until: method.orderBy }} countsDown />
            </span>
          )}
        </dt>
        <dd>{method ? describePrice(method) : '–'}</dd>
      </div>
    </dl>
  );
}

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

/** The cheapest method of a zone, as it holds for whom the place is not known of. */
export type ZonePromise = Method & {
  /** 'to the country' */
  place: string;
  /** 'Tue 25 to Thu 27 Nov' */
  days: TimedText;
  /** ', if you order and pay by Tue 24 Nov, 14:00 GMT+6' */
  condition: TimedText;
};

/** More would be a page of their own. */
const maxPlaces = 4;

/** To the default zone, then to the others. */
export function BasketDelivery({ zones }: { zones: readonly ZonePromise[] }) {
  const [first, ...others] = zones;
  return (
    <div className="mt-5 grid gap-1 text-sm">
      <ArrivalDays zone={first} />
      {first && (
        <p className="muted">
          Delivery: {describePrice(first)}. <Places zones={zones.length > maxPlaces ? [] : others} />
        </p>
      )}
    </div>
  );
}

/** To the default place alone. */
export function ArrivalDays({ zone }: { zone: ZonePromise | undefined }) {
  if (!zone) return <p>We have no way to deliver this.</p>;
  return (
    <p className="text-sm">
      <strong className="font-semibold">
        {capitalize(zone.place)}: <Timed of={zone.days} />
        <Timed of={zone.condition} countsDown />
      </strong>
    </p>
  );
}

export function DeliveryPlaces({ zones }: { zones: readonly ZonePromise[] }) {
  return (
    <p>
      <Places zones={zones.length > maxPlaces ? zones.slice(0, 1) : zones} />
    </p>
  );
}

function Places({ zones }: { zones: readonly ZonePromise[] }) {
  return (
    <>
      {zones.map((zone) => (
        <span key={zone.place}>
          {capitalize(zone.place)}: <Timed of={zone.days} />, {describePrice(zone)}.{' '}
        </span>
      ))}
      <Link className="link" to={paths.delivery}>
        How we deliver
      </Link>
    </>
  );
}
