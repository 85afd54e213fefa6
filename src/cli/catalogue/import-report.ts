/** Formats the report of an import for its owner. */
import type { Refusals } from '#cli/catalogue/refusal-report.ts';
import { CommandRefusal } from '#cli/command.ts';
import type { PricePermissions } from '#domain/catalogue/import/held-prices.ts';
import type { RefusedGroup } from '#domain/catalogue/import/refused-rows.ts';
import { formatMoney } from '#domain/money.ts';
import { countWords, formatNumber } from '#domain/words.ts';
import type { ImportReport } from '#shop/catalogue/import-parts.ts';

export function explainImport(report: ImportReport, refusals: Refusals, allowed: PricePermissions): string {
  if (report.outcome === 'busy') {
    throw new CommandRefusal('Another import is running. Wait until it has ended, then run this again.');
  }
  const lines = [
    ...formatTotals(report),
    ...formatUnusualPrices(report, allowed),
    ...formatRefusedRows(report, refusals),
    ...formatQuarantined(refusals.listQuarantined()),
  ].join('\n');
  if (report.outcome === 'done' && report.rows > 0 && report.refused === report.rows) {
    throw new CommandRefusal(`Nothing was imported, because every row was refused.\n${lines}`);
  }
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
  const { rows, added, updated, same, recognized, repeated, refused, unwritten, unpriced } = report;
  const counts = [
    `${formatNumber(added)} added`,
    `${formatNumber(updated)} updated`,
    `${formatNumber(same)} the same as before`,
    ...(recognized > 0 ? [`${formatNumber(recognized)} of these recognized without a SKU`] : []),
    ...(repeated > 0 ? [`${formatNumber(repeated)} the same part as an earlier row`] : []),
    `${formatNumber(refused)} refused`,
    ...(unwritten > 0 ? [`${formatNumber(unwritten)} not imported`] : []),
  ];
  return [
    `${countWords(rows, 'row')}: ${counts.join(', ')}.`,
    ...(report.outcome === 'done' && added + updated === 0 ? ['Nothing has changed.'] : []),
    ...(unpriced > 0 ? [`${formatNumber(unpriced)} of these parts have no price and are not for sale.`] : []),
  ];
}

/** Also those that the import may change, as the preview in the browser does. */
function formatUnusualPrices(report: ImportReport, allowed: PricePermissions): string[] {
  return [
    ...formatKind(report, 'jumps', allowed.jumps ? jumpsAllowed : jumpsHeld),
    ...formatKind(report, 'removals', allowed.removals ? removalsAllowed : removalsHeld),
  ];
}

const jumpsHeld: Wording = {
  one: '1 price would change by more than the factor of the settings: it stays as it is. --allow-jumps changes it.',
  several:
    'prices would change by more than the factor of the settings: they stay as they are. --allow-jumps changes them.',
};
const jumpsAllowed: Wording = {
  one: '1 price has changed by more than the factor of the settings.',
  several: 'prices have changed by more than the factor of the settings.',
};
const removalsHeld: Wording = {
  one: '1 price is missing in the file: it stays as it is. --remove-prices takes it away.',
  several: 'prices are missing in the file: they stay as they are. --remove-prices takes them away.',
};
const removalsAllowed: Wording = {
  one: '1 price was taken away: the part is not for sale.',
  several: 'prices were taken away: the parts are not for sale.',
};

type Wording = { one: string; several: string };

function formatKind(report: ImportReport, kind: keyof PricePermissions, { one, several }: Wording): string[] {
  const count = report[kind];
  if (count === 0) return [];
  const shown = report.unusualPrices.filter((price) => price.kind === kind).slice(0, maxShownReasons);
  const lines = shown.map(({ sku, name, before, after }) => {
    const price = after === null ? 'none' : formatMoney(after);
    return `  ${sku} (${name}): ${formatMoney(before)} → ${price}`;
  });
  const more = count - shown.length;
  return [
    count === 1 ? one : `${formatNumber(count)} ${several}`,
    ...lines,
    ...(more > 0 ? [`  … and ${formatNumber(more)} more.`] : []),
  ];
}

const maxShownReasons = 20;

function formatRefusedRows({ refused }: ImportReport, { listGroups, report }: Refusals): string[] {
  if (refused === 0) return [];
  const shown = listGroups().slice(0, maxShownReasons);
  const more = refused - shown.reduce((rows, { count }) => rows + count, 0);
  const where = report === undefined ? '--report FILE writes all of them' : `“${report}” has all of them`;
  return [
    ...shown.map(formatGroup),
    ...(more > 0 || report !== undefined
      ? [more > 0 ? `… and ${formatNumber(more)} more; ${where}.` : `${where}.`]
      : []),
  ];
}

function formatQuarantined(groups: readonly RefusedGroup[]): string[] {
  if (groups.length === 0) return [];
  const values = groups.reduce((sum, { count }) => sum + count, 0);
  const heading = `${formatNumber(values)} values cannot be true: they are left out as not known, or as the name says.`;
  return [heading, ...groups.slice(0, maxShownReasons).map(formatGroup)];
}

function formatGroup({ first: { file, row }, reason, count }: RefusedGroup): string {
  const rows = count > 1 ? `${formatNumber(count)} rows, the first ` : '';
  return `  ${rows}${file}, row ${formatNumber(row)}: ${reason}`;
}
