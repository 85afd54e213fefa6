/** Times are read from the database and written as JavaScript and the driver do it, only faster. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { formatInstant } from '#kernel/calendar.ts';
import { getTypeParser } from '#platform/database/connect.ts';

const timestamptz = 1184;

test.each([
  '2026-11-30 10:56:06.909123+00',
  '2026-02-28 23:59:59.9+00',
  '1999-12-31 00:00:00+00',
  '2026-11-30 10:56:06.909+05:30',
  '2026-11-30 10:56:06-08',
  '10026-01-02 03:04:05+00',
  '0044-03-15 12:00:00+00 BC',
  '-infinity',
])('%s is read as the driver reads it', (text) => {
  const parse = getTypeParser(timestamptz, 'text') as (text: string) => unknown;
  expect(parse(text)).toEqual(pg.types.getTypeParser(timestamptz, 'text')(text));
});

test('each millisecond of a second is written as JavaScript writes it', () => {
  const times = Array.from(
    { length: 1000 },
    (_, ms) => new Date(Date.UTC(2026, ms % 12, ms % 31, ms % 24, ms % 60, ms % 60, ms)),
  );
  expect(times.map(formatInstant)).toEqual(times.map((at) => at.toISOString()));
});
