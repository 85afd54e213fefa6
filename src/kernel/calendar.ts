/** Days of the shop's calendar: its time zone, the days on which it works, its holidays. Days are texts, as 2026-11-25. */

export type Calendar = {
  /** A name of the time zone database: 'Asia/Dhaka'. */
  timeZone: string;
  /** Orders until this full hour leave on the same day; 24: until midnight. */
  cutOffHour: number;
  /** 1: Monday … 7: Sunday. At least one. */
  workingWeekdays: readonly number[];
  /** Days on which nothing leaves and nothing arrives. */
  holidays: readonly string[];
};

/** The day, and the minutes since its beginning, that a clock on the wall shows. */
export type WallTime = { day: string; minutes: number };

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export function readWallTime(at: Date, timeZone: string): WallTime {
  // '2026-11-25, 14:05': in parts it takes twice as long, and each promise asks for several
  const [day = '', time = ''] = getFormat(timeZone).format(at).split(', ');
  const [hours, minutes] = time.split(':').map(Number);
  return { day, minutes: (hours ?? 0) * 60 + (minutes ?? 0) };
}

/** As `toISOString` of the years 1000 to 9999, in less than half of its time: a list of orders has dozens. */
export function formatInstant(at: Date): string {
  const day = `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`;
  const time = `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`;
  return `${day}T${time}.${String(at.getUTCMilliseconds()).padStart(3, '0')}Z`;
}

function pad(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** When that hour of the day begins. An hour that the clocks skip begins when they were changed; of one that comes twice it is the first. */
export function findInstant(day: string, hour: number, timeZone: string): Date {
  const wanted = toMs(day) + hour * hourMs;
  const candidates = [-1, 1].map((days) => wanted - readOffset(new Date(wanted + days * dayMs), timeZone));
  const exact = candidates.filter((at) => at + readOffset(new Date(at), timeZone) === wanted);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates));
}

/** Days, both included, as the time that they take. */
export function findDays(from: string, to: string, timeZone: string): { from: Date; until: Date } {
  return { from: findInstant(from, 0, timeZone), until: findInstant(to, 24, timeZone) };
}

export function isWorkingDay(day: string, { workingWeekdays, holidays }: Calendar): boolean {
  return workingWeekdays.includes(new Date(toMs(day)).getUTCDay() || 7) && !holidays.includes(day);
}

/** The day itself, or the first working day after it. */
export function findWorkingDay(day: string, calendar: Calendar): string {
  let next = day;
  while (!isWorkingDay(next, calendar)) next = addDays(next, 1);
  return next;
}

export function addWorkingDays(day: string, count: number, calendar: Calendar): string {
  let last = day;
  for (let left = count; left > 0; left -= 1) last = findWorkingDay(addDays(last, 1), calendar);
  return last;
}

export function addDays(day: string, count: number): string {
  return new Date(toMs(day) + count * dayMs).toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toMs(text)) && addDays(text, 0) === text;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Of its midnight in UTC: a number to count days with, no point in time of the shop. */
function toMs(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return Date.UTC(year, month - 1, date); // also of the year 10000
}

/** What the clocks are ahead of UTC at that moment, in ms. */
function readOffset(at: Date, timeZone: string): number {
  const { day, minutes } = readWallTime(at, timeZone);
  return toMs(day) + minutes * 60_000 - Math.floor(at.getTime() / 60_000) * 60_000;
}

/** Making one takes as long as a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? makeFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
}
