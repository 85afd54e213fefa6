/** The periods for which accountants ask. */

/** Days, both included. */
export type NamedPeriod = { name: string; from: string; to: string };

/** Months, quarters and years around a day, the one that has ended last first. */
export function listPeriods(today: string): NamedPeriod[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const quarter = month - ((month - 1) % 3);
  return [
    makePeriod('Last month', year, month - 1, 1),
    makePeriod('This month', year, month, 1),
    makePeriod('Last quarter', year, quarter - 3, 3),
    makePeriod('This quarter', year, quarter, 3),
    makePeriod('Last year', year - 1, 1, 12),
    makePeriod('This year', year, 1, 12),
  ];
}

/** `month` from 1; below 1 it is of the year before. */
function makePeriod(name: string, year: number, month: number, months: number): NamedPeriod {
  const format = (ofMonth: number, day: number) =>
    new Date(Date.UTC(year, ofMonth - 1, day)).toISOString().slice(0, 10);
  return { name, from: format(month, 1), to: format(month + months, 0) };
}
