/** Above a list of parts: the place and the moment that its days of delivery hold for. */
import { Link } from 'react-router';
import { Timed, type TimedText } from '#delivery/components/timed-text.tsx';
import * as paths from '#kernel/paths.ts';
import { capitalize } from '#kernel/words.ts';

export type DeliveryNote = {
  /** 'delivery to the country' */
  place: string;
  /** The heading of its days. */
  arrival: string;
  /** 'if paid by Tue 24 Nov, 14:00 GMT+6' */
  paidBy: TimedText;
  hasOtherPlaces: boolean;
};

type DeliveryNoteLineProps = { note: DeliveryNote | undefined; className?: string };

export function DeliveryNoteLine({ note, className = 'mb-5 text-sm' }: DeliveryNoteLineProps) {
  if (!note) return null;
  return (
    <p className={`muted ${className}`}>
      {note.hasOtherPlaces ? (
        <Link className="link" to={paths.delivery}>
          {capitalize(note.place)}
        </Link>
      ) : (
        capitalize(note.place)
      )}{' '}
      <Timed of={note.paidBy} />
    </p>
  );
}
