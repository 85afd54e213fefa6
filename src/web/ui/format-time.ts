/** Points in time as people write them, in the reader's own time zone. */

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** Day and time, as in '28 October 2026 at 14:05'. */
export function formatTime(time: string): string {
  return times.format(new Date(time));
}
