/** Days as people write them. */

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The day of a time, as in '28 October 2026'. */
export function formatDay(time: string | Date): string {
  return days.format(new Date(time));
}
