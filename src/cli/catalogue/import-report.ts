/** Formats the report of an import for its owner. */
import type { Refusals } from '#cli/catalogue/refusal-report.ts';
import { CommandRefusal } from '#cli/command.ts';
import type { ImportReport } from '#shop/catalogue/import-parts.ts';
import type { RefusedRow } from '#shop/catalogue/stage-rows.ts';

export function explainImport(report: ImportReport, refusals: Refusals): string {
  if (report.outcome === 'busy') {
    throw new CommandRefusal('Another import is running. Wait until it has ended, then run this again.');
  }
  const lines = [...formatTotals(report), ...formatRefusedRows(report, refusals)].join('\n');
  if (report.outcome === 'done') return lines;
  if (report.outcome === 'refused') {
    throw new CommandRefusal(`Nothing was imported, because rows were refused.\n${lines}`);
  }
  throw new CommandRefusal(
    `Interrupted. Run the same command again to go on.\n${lines}`,
    interruptedExitCode,
  );
}

const interruptedExitCode = 130;

function formatTotals(report: ImportReport): string[] {
  const { rows, added, updated, same, repeated, refused, unwritten, unpriced } = report;
  const counts = [
    `${formatCount(added)} added`,
    `${formatCount(updated)} updated`,
    `${formatCount(same)} the same as before`,
    ...(repeated > 0 ? [`${formatCount(repeated)} the same part as an earlier row`] : []),
    `${formatCount(refused)} refused`,
    ...(unwritten > 0 ? [`${formatCount(unwritten)} not imported`] : []),
  ];
  return [
    `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}: ${counts.join(', ')}.`,
    ...(report.outcome === 'done' && added + updated === 0 ? ['Nothing has changed.'] : []),
    ...(unpriced > 0 ? [`${formatCount(unpriced)} of these parts have no price and are not for sale.`] : []),
  ];
}

function formatRefusedRows({ refused }: ImportReport, { first, report }: Refusals): string[] {
  if (refused === 0) return [];
  const more = refused - first.length;
  const where = report === undefined ? '--report FILE writes all of them' : `“${report}” has all of them`;
  return [
    ...first.map(formatRefusal),
    ...(more > 0 || report !== undefined
      ? [more > 0 ? `… and ${formatCount(more)} more; ${where}.` : `${where}.`]
      : []),
  ];
}

function formatRefusal({ file, row, problems }: RefusedRow): string {
  const reasons = problems.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return `  ${file}, row ${formatCount(row)}: ${reasons.join('; ')}`;
}

function formatCount(number: number): string {
  return number.toLocaleString('en-US');
}
