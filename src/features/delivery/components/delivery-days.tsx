/** When the parts come, and what that costs: to the default zone, then to the others. */
import { Link } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { capitalize } from '#kernel/words.ts';
import type { ZonePromise } from './promise-view.ts';
import { Timed } from './timed-text.tsx';

const maxOtherZones = 3;

export function DeliveryDays({ zones: [first, ...others] }: { zones: readonly ZonePromise[] }) {
  if (!first) return <p className="mt-5">We have no way to deliver this.</p>;
  return (
    <div className="mt-5 grid gap-1 text-sm">
      <p>
        <strong className="font-semibold">
          {capitalize(first.place)}: <Timed of={first.days} />
          <Timed of={first.orderBy} countsDown />
        </strong>
      </p>
      <p className="muted">
        Delivery: {first.price}.{' '}
        {others.length <= maxOtherZones &&
          others.map(({ place, days, price }) => (
            <span key={place}>
              {capitalize(place)}: <Timed of={days} />, {price}.{' '}
            </span>
          ))}
        <Link className="link" to={paths.delivery}>
          How we deliver
        </Link>
      </p>
    </div>
  );
}
