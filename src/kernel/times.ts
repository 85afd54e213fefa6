/** Formats points in time the same way in pages and mails. */

/** With the zone, for example '28 October 2026 at 14:05 UTC'. */
export function formatTimeIn(timeZone: string, time: string | Date): string {
  return new Intl.DateTimeFormat('en-GB', { ...format, timeZone }).format(new Date(time));
}

/** For example '28 October 2026', or 'medium': '28 Oct 2026' */
export function formatDayIn(
  timeZone: string,
  time: string | Date,
  dateStyle: 'long' | 'medium' = 'long',
): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle, timeZone }).format(new Date(time));
}

/** '28 Oct 2026', of 2026-10-28: a day of the shop is the same day everywhere. For pages. */
export function formatShopDay(day: string): string {
  return keepDateWhole(formatDayIn('UTC', day, 'medium'));
}

/** A line breaks only before the time. For pages: mails and documents are text that others read on. */
export function keepDateWhole(date: string): string {
  return date.replace(/ (?!at )/g, '\u00a0');
}

const format = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;
