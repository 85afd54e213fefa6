/** Formats points in time, in the reader's time zone. */

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

export function formatTime(time: string): string {
  return times.format(new Date(time));
}
