/** `import FILE…`: adds and updates parts from CSV, JSON Lines, the lists of pc-part-dataset, and the OpenDB. */
import { explainImport } from '#cli/catalogue/import-report.ts';
import { openRefusals } from '#cli/catalogue/refusal-report.ts';
import { findTextFile, readParts, type TextFile } from '#cli/catalogue/text-lines.ts';
import { type Command, type CommandContext, CommandRefusal, resolveGivenPath } from '#cli/command.ts';
import { type Progress, showProgress } from '#cli/progress.ts';
import { withDatabase } from '#cli/with-database.ts';
import type { FileReading } from '#domain/catalogue/import/part-files.ts';
import { type ImportDefaults, importDefaults } from '#domain/catalogue/import/part-import.ts';
import type { ImportRow } from '#domain/catalogue/import/refused-rows.ts';
import { type Category, categories, categorySchema } from '#domain/catalogue/parts.ts';
import { wholeNumber } from '#domain/fields.ts';
import { importParts } from '#shop/catalogue/import-parts.ts';

export const importPartsCommand: Command = {
  parameters: ['FILE…'],
  options: {
    'all-or-nothing': { help: 'imports nothing when a row is refused' },
    report: { value: 'FILE', help: 'writes every refused row into this file (CSV)' },
    stock: {
      value: 'N',
      help: `the stock of new parts that have none in the file (${importDefaults.stock})`,
    },
    'minimum-order': { value: 'N', help: `the same of the minimum order (${importDefaults.minimumOrder})` },
    'prices-only': { help: 'changes only price and stock of parts of the shop; adds none' },
    'allow-jumps': { help: 'changes prices that jump, too: by more than the factor of the settings' },
    'remove-prices': { help: 'takes prices away where the file has none; such parts are not for sale' },
    category: { value: 'NAME', help: 'the category of rows that name none, whatever list they look like' },
  },
  help: 'adds and updates parts by SKU, from CSV or JSON Lines',
  isInterruptible: true,
  async run(names, { options, signal, environment, errors }) {
    const defaults = parseDefaults(options);
    const category = parseCategory(options.category);
    const isPriceList = options['prices-only'] !== undefined;
    const allowed = {
      jumps: options['allow-jumps'] !== undefined,
      removals: options['remove-prices'] !== undefined,
    };
    const files = await Promise.all(
      names.map((name) => findTextFile(name, resolveGivenPath(name, environment))),
    );
    const refusals = await openRefusals(options.report, environment);
    const progress = showProgress(errors);
    try {
      const report = await withDatabase(environment, (db) =>
        importParts(
          { db },
          {
            rows: readAll(files, { category, isPriceList }, progress),
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
      return explainImport(report, refusals, allowed);
    } finally {
      progress.end();
      await refusals.close();
    }
  },
};

async function* readAll(
  files: readonly TextFile[],
  reading: FileReading,
  progress: Progress,
): AsyncGenerator<ImportRow> {
  const total = files.reduce((bytes, file) => bytes + file.bytes, 0);
  let read = 0;
  const onRead = (bytes: number) => {
    read += bytes;
    progress.show('Reading', read, total, 'bytes');
  };
  for (const file of files) yield* readParts(file, { ...reading, onRead });
}

function parseDefaults(options: CommandContext['options']): ImportDefaults {
  return {
    stock: parseNumber('stock', options.stock, 0, 1_000_000) ?? importDefaults.stock,
    minimumOrder:
      parseNumber('minimum-order', options['minimum-order'], 1, 10_000) ?? importDefaults.minimumOrder,
  };
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
