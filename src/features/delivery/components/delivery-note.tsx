/** Above a list of parts: the place and the moment that its days of delivery hold for. */
import { Link } from 'react-router';
import type { DeliveryNote } from '#delivery/components/promise-view.ts';
import { Timed } from '#delivery/components/timed-text.tsx';
import * as paths from '#kernel/paths.ts';

export function DeliveryNoteLine({ note }: { note: DeliveryNote | undefined }) {
  if (!note) return null;
  return (
    <p className="muted mb-5 text-sm">
      Days of arrival {note.place}
      <Timed of={note.orderBy} />.{' '}
      {note.hasOtherPlaces && (
        <Link className="link" to={paths.delivery}>
          Other places
        </Link>
      )}
    </p>
  );
}
