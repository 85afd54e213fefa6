/** `import FILE…`: adds and updates parts from CSV, JSON Lines, the lists of pc-part-dataset, and the OpenDB. */
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { type Command, CommandRefusal, findShop, resolveGivenPath, withShop } from '#app/commands/command.ts';
import { type Progress, showProgress } from '#app/commands/progress.ts';
import type { PricePermissions } from '#catalogue/rules/import/held-prices.ts';
import type { FileReading } from '#catalogue/rules/import/part-files.ts';
import { importDefaults } from '#catalogue/rules/import/part-import.ts';
import {
  groupRefusedRows,
  type ImportRow,
  type RefusedGroup,
  type RefusedRow,
} from '#catalogue/rules/import/refused-rows.ts';
import { type Category, categories, categorySchema, maxStock } from '#catalogue/rules/parts.ts';
import type { TextEncoding } from '#catalogue/rules/text-encodings.ts';
import { type ImportReport, importParts } from '#catalogue/use-cases/import-parts.ts';
import { formatCell, formatCsvRows } from '#kernel/csv-cells.ts';
import { wholeNumber } from '#kernel/fields.ts';
import { formatMoney } from '#kernel/money.ts';
import { countWords, formatNumber } from '#kernel/words.ts';
import { findTextFile, readParts, refuseFile, requireText, type TextFile } from './text-lines.ts';

export const importPartsCommand: Command = {
  parameters: ['FILE…'],
  options: {
    'all-or-nothing': { help: 'imports nothing when a row is refused' },
    report: { value: 'FILE', help: 'writes every refused row into this file (CSV)' },
    stock: {
      value: 'N',
      help: `the stock of new parts that have none in the file (${importDefaults.stock})`,
    },
    'minimum-order': { value: 'N', help: `the same of the minimum order (${importDefaults.minimum_order})` },
    'prices-only': { help: 'changes only price and stock of parts of the shop; adds none' },
    'allow-jumps': { help: 'changes prices that jump, too: by more than the factor of the settings' },
    'remove-prices': { help: 'takes prices away where the file has none; such parts are not for sale' },
    category: { value: 'NAME', help: 'the category of rows that name none, whatever list they look like' },
  },
  help: 'adds and updates parts by SKU, from CSV or JSON Lines',
  isInterruptible: true,
  async run(names, { options, signal, environment, errors }) {
    const defaults = {
      stock: parseNumber('stock', options.stock, 0, maxStock) ?? importDefaults.stock,
      minimum_order:
        parseNumber('minimum-order', options['minimum-order'], 1, 10_000) ?? importDefaults.minimum_order,
    };
    const category = parseCategory(options.category);
    const isPriceList = options['prices-only'] !== undefined;
    const allowed = {
      jumps: options['allow-jumps'] !== undefined,
      removals: options['remove-prices'] !== undefined,
    };
    const files = await Promise.all(
      names.map((name) => findTextFile(name, resolveGivenPath(name, environment))),
    );
    await refuseFileAsReport(files, options.report, environment);
    const refusals = await openRefusals(options.report, environment);
    const progress = showProgress(errors);
    const encodings: FileEncoding[] = [];
    try {
      const report = await withShop(findShop({ environment, errors }), 'maybe', (db) =>
        importParts(
          { db },
          {
            rows: readAll(files, { category, isPriceList }, { progress, encodings }),
            isPriceList,
            files: names,
            defaults,
            isAllOrNothing: options['all-or-nothing'] !== undefined,
            allowed,
            signal,
            onRefused: refusals.add,
            onQuarantined: refusals.addQuarantined,
            onWritten: (done, of) => progress.show('Writing parts', done, of),
            at: new Date(),
          },
        ),
      );
      progress.end();
      return explainImport(report, { refusals, allowed, encodings });
    } finally {
      progress.end();
      await refusals.close();
    }
  },
};

/** It would be emptied before it is read. */
async function refuseFileAsReport(
  files: readonly TextFile[],
  report: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const read = await Promise.all(files.map(({ path }) => realpath(path)));
  const written = report && (await realpath(resolveGivenPath(report, environment)).catch(() => undefined));
  if (written && read.includes(written))
    throw new CommandRefusal(`--report needs a file of its own: “${report}” is imported.`);
}

async function* readAll(
  files: readonly TextFile[],
  reading: FileReading,
  { progress, encodings }: { progress: Progress; encodings: FileEncoding[] },
): AsyncGenerator<ImportRow> {
  const total = files.reduce((bytes, file) => bytes + file.bytes, 0);
  let read = 0;
  const onRead = (bytes: number) => {
    read += bytes;
    progress.show('Reading', read, total, 'bytes');
  };
  for (const file of files) {
    const onEncoding = (encoding: TextEncoding) => void encodings.push({ file: file.name, encoding });
    yield* readParts(file, { ...reading, onRead, onEncoding });
  }
}

function parseNumber(
  option: string,
  given: string | undefined,
  min: number,
  max: number,
): number | undefined {
  if (given === undefined) return undefined;
  const number = wholeNumber(min, max, '').safeParse(given);
  if (number.success) return number.data;
  throw new CommandRefusal(`--${option} takes a whole number from ${min} to ${max}.`);
}

export function parseCategory(given: string | undefined): Category | undefined {
  const category = categorySchema.optional().safeParse(given);
  if (category.success) return category.data;
  throw new CommandRefusal(`--category takes one of these: ${categories.join(', ')}.`);
}

/** Of a file that is not in UTF-8. */
type FileEncoding = { file: string; encoding: TextEncoding };

type Explanation = { refusals: Refusals; allowed: PricePermissions; encodings: readonly FileEncoding[] };

function explainImport(report: ImportReport, { refusals, allowed, encodings }: Explanation): string {
  if (report.outcome === 'busy') {
    throw new CommandRefusal('Another import is running. Wait until it has ended, then run this again.');
  }
  const lines = [
    ...encodings.map(({ file, encoding }) => `“${file}” is ${encoding} text and was read as such.`),
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

type Refusals = Awaited<ReturnType<typeof openRefusals>>;

/** Collects what an import refused or quarantined: the first for the screen, all of it in a report file. */
async function openRefusals(report: string | undefined, environment: NodeJS.ProcessEnv) {
  const file = report === undefined ? undefined : await openReport(report, environment);
  await file?.write(formatCsvRows([['file', 'row', 'field', 'problem']]));
  const [groups, quarantined] = [groupRefusedRows(), groupRefusedRows()];
  const addTo = async (group: typeof groups, rows: RefusedRow[]) => {
    for (const row of rows) group.add(row);
    await file?.write(formatCsvRows(rows.flatMap(formatRefusals)));
  };
  return {
    /** The most frequent reasons first. */
    listGroups: groups.list,
    /** Values that cannot be true; the most frequent reasons first. */
    listQuarantined: quarantined.list,
    report,
    add: (rows: RefusedRow[]) => addTo(groups, rows),
    addQuarantined: (rows: RefusedRow[]) => addTo(quarantined, rows),
    close: async () => await file?.close(),
  };
}

async function openReport(name: string, environment: NodeJS.ProcessEnv): Promise<FileHandle> {
  const path = resolveGivenPath(name, environment);
  await requireText(name, path);
  return await open(path, 'w').catch(refuseFile(name, 'written'));
}

function formatRefusals({ file, row, problems }: RefusedRow): string[][] {
  return problems.map(({ path, message }) => [file, String(row), path, message].map(formatCell));
}
