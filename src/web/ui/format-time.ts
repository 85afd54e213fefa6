/** Formats points in time, in the reader's time zone. */
import { formatTimeIn } from '#domain/times.ts';

/** For example '28 October 2026 at 14:05 GMT+1'. */
export function formatTime(time: string): string {
  return formatTimeIn(undefined, time);
}
