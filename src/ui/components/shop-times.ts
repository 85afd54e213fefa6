/** Formats days and moments by the clocks of the shop, as its mails and documents do. */
import { formatDayIn, formatTimeIn, keepDateWhole } from '#kernel/times.ts';
import { useShop } from '#ui/layout/shop.ts';

export type FormatTime = (time: string | Date) => string;

/** `formatDay`: '28 October 2026'; `formatShortDay`: '28 Oct 2026'; `formatTime`: '28 October 2026 at 14:05 GMT+1' */
export function useShopTimes(): Record<'formatDay' | 'formatShortDay' | 'formatTime', FormatTime> {
  const { timeZone } = useShop();
  return {
    formatDay: (time) => keepDateWhole(formatDayIn(timeZone, time)),
    formatShortDay: (time) => keepDateWhole(formatDayIn(timeZone, time, 'medium')),
    formatTime: (time) => keepDateWhole(formatTimeIn(timeZone, time)),
  };
}
