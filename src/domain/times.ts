/** Formats points in time the same way in pages and mails. */

/** With the zone, for example '28 October 2026 at 14:05 UTC'. An undefined zone is the machine's own. */
export function formatTimeIn(timeZone: string | undefined, time: string | Date): string {
  const parts = { ...format, ...(timeZone ? { timeZone } : {}) };
  return new Intl.DateTimeFormat('en-GB', parts).format(new Date(time));
}

const format = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;
