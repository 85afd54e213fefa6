/** `export [FILE]`: writes the catalogue as CSV or JSON Lines, in the form that `import` reads. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseCategory } from '#app/commands/catalogue/import.ts';
import { refuseFile, requireText } from '#app/commands/catalogue/text-lines.ts';
import {
  type Command,
  CommandRefusal,
  type CommandStreams,
  findShop,
  resolveGivenPath,
  withShop,
} from '#app/commands/command.ts';
import { showProgress } from '#app/commands/progress.ts';
import type { RowFields } from '#catalogue/rules/import/import-values.ts';
import { formatCells, listColumns } from '#catalogue/rules/import/part-tables.ts';
import { type Category, categories } from '#catalogue/rules/parts.ts';
import { exportParts } from '#catalogue/use-cases/export-parts.ts';
import { formatCsvRows } from '#kernel/csv-cells.ts';
import { formatNumber } from '#kernel/words.ts';

export const exportPartsCommand: Command = {
  parameters: ['[FILE]'],
  options: {
    format: { value: 'csv|jsonl', help: 'as the name of the file ends, else csv' },
    category: { value: 'NAME', help: 'only the parts of this category' },
  },
  help: 'writes all parts, as import reads them, into a file or on the screen',
  async run([name], { options, ...streams }) {
    const category = parseCategory(options.category);
    const { header, write } = formats[chooseFormat(options.format, name)](category);
    const dataPaths = findShop(streams);
    const output =
      name === undefined ? openStream(streams.output) : await openFile(name, streams.environment);
    const progress = showProgress(streams.errors);
    let done = 0;
    try {
      const { parts } = await withShop(dataPaths, 'needed', async (db) => {
        await output.write(header);
        return await exportParts(
          { db },
          {
            category,
            onParts: async (rows, of) => {
              await output.write(write(rows));
              done += rows.length;
              if (name !== undefined) progress.show('Writing parts', done, of);
            },
          },
        );
      });
      await output.finish();
      progress.end();
      return name === undefined ? '' : `${formatNumber(parts)} parts are in “${name}” now.`;
    } finally {
      progress.end();
      await output.close();
    }
  },
};

type TableWriter = { header: string; write(rows: RowFields[]): string };

const formats = {
  csv: (category: Category | undefined): TableWriter => {
    const columns = listColumns(category ? [category] : categories);
    return {
      header: formatCsvRows([columns]),
      write: (rows) => formatCsvRows(rows.map((row) => formatCells(columns, row))),
    };
  },
  jsonl: (): TableWriter => ({
    header: '',
    write: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  }),
} as const;

function chooseFormat(given: string | undefined, name = ''): keyof typeof formats {
  const format = given ?? (/^\.(jsonl|ndjson|json)$/i.test(extname(name)) ? 'jsonl' : 'csv');
  if (format === 'csv' || format === 'jsonl') return format;
  throw new CommandRefusal('--format takes csv or jsonl.');
}

/** Where a command writes its text: a file, moved to its path when complete, or standard output. */
type Output = {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  close(): Promise<void>;
};

async function openFile(name: string, environment: NodeJS.ProcessEnv): Promise<Output> {
  const path = resolveGivenPath(name, environment);
  const partial = `${path}.partial`;
  const refuse = refuseFile(name, 'written');
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile()) throw new CommandRefusal(`“${name}” is not a file.`);
  await requireText(name, path);
  const file: FileHandle = await open(partial, 'w').catch(refuse);
  const remove = () => rmSync(partial, { force: true });
  process.once('exit', remove); // after Ctrl-C
  return {
    write: (text) => file.writeFile(text).catch(refuse),
    finish: async () => {
      await file.sync().catch(refuse);
      await rename(partial, path).catch(refuse);
    },
    close: async () => {
      await file.close();
      remove();
      process.off('exit', remove);
    },
  };
}

function openStream(stream: CommandStreams['output']): Output {
  return {
    write: async (text) => {
      if (!stream.write(text)) await once(stream, 'drain');
    },
    finish: async () => {},
    close: async () => {},
  };
}
