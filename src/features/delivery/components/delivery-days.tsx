/** When parts come, and what that costs: to the default zone, then to the others. */
import { Link } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { capitalize } from '#kernel/words.ts';
import type { ZonePromise } from './promise-view.ts';
import { Timed } from './timed-text.tsx';

/** More would be a page of their own. */
const maxPlaces = 4;

export function DeliveryDays({ zones }: { zones: readonly ZonePromise[] }) {
  const [first, ...others] = zones;
  return (
    <div className="mt-5 grid gap-1 text-sm">
      <ArrivalDays zone={first} />
      {first && (
        <p className="muted">
          Delivery: {first.price}. <Places zones={zones.length > maxPlaces ? [] : others} />
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
        <Timed of={zone.orderBy} countsDown />
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
      {zones.map(({ place, days, price }) => (
        <span key={place}>
          {capitalize(place)}: <Timed of={days} />, {price}.{' '}
        </span>
      ))}
      <Link className="link" to={paths.delivery}>
        How we deliver
      </Link>
    </>
  );
}
