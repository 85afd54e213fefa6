/** Formats days, in UTC. */

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function formatDay(time: string | Date): string {
  return days.format(new Date(time));
}
