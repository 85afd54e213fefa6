/** What public pages show of delivery. */
import type { TimedText } from '#delivery/components/timed-text.tsx';

/** Of a list: the place and the moment that its days of arrival hold for. */
export type DeliveryNote = {
  /** 'delivery to the country' */
  place: string;
  /** The heading of its days. */
  arrival: string;
  /** 'if paid by Tue 24 Nov, 14:00 GMT+6' */
  paidBy: TimedText;
  hasOtherPlaces: boolean;
};

export type ZonePromise = {
  /** 'to the country' */
  place: string;
  /** 'free', '$4.50' */
  price: string;
  /** 'Tue 25 to Thu 27 Nov' */
  days: TimedText;
  /** ', if you order and pay by Tue 24 Nov, 14:00 GMT+6' */
  orderBy: TimedText;
};
