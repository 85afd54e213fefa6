/** What public pages show of delivery. */
import type { TimedText } from '#delivery/components/timed-text.tsx';

/** Of a list: the place and the moment that its days hold for. */
export type DeliveryNote = {
  /** 'to Country' */
  place: string;
  /** 'Tue 24 Nov, 14:00 GMT+6' */
  orderBy: TimedText;
  hasOtherPlaces: boolean;
};

export type ZonePromise = {
  place: string;
  /** 'free', '$4.50' */
  price: string;
  /** 'Ordered and paid by Tue 24 Nov, 14:00 GMT+6: ' */
  orderBy: TimedText;
  /** 'with you Tue 25 – Thu 27 Nov' */
  arrival: TimedText;
};
