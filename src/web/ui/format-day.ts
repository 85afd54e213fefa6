/** Formats days, in UTC. */

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** For example '28 October 2026'. */
export function formatDay(time: string | Date): string {
  return days.format(new Date(time));
}
