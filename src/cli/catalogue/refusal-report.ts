/** Collects the refused rows of an import: the first for the screen, all of them in a report file. */
import { type FileHandle, open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { explainFileError } from '#cli/catalogue/text-lines.ts';
import { CommandRefusal } from '#cli/command.ts';
import { resolveGivenPath } from '#cli/given-path.ts';
import { formatCell } from '#domain/csv-cells.ts';
import type { RefusedRow } from '#shop/catalogue/stage-rows.ts';

export type Refusals = {
  first: readonly RefusedRow[];
  report: string | undefined;
  add(rows: RefusedRow[]): Promise<void>;
  close(): Promise<void>;
};

const maxShown = 20;

export async function openRefusals(report: string | undefined): Promise<Refusals> {
  const file = report === undefined ? undefined : await openReport(report);
  await file?.write(stringify([['file', 'row', 'field', 'problem']]));
  const first: RefusedRow[] = [];
  return {
    first,
    report,
    async add(rows) {
      first.push(...rows.slice(0, maxShown - first.length));
      await file?.write(stringify(rows.flatMap(formatRefusals)));
    },
    close: async () => await file?.close(),
  };
}

async function openReport(name: string): Promise<FileHandle> {
  try {
    return await open(resolveGivenPath(name), 'w');
  } catch (error) {
    throw new CommandRefusal(`“${name}” cannot be written: ${explainFileError(error)}.`);
  }
}

function formatRefusals({ file, row, problems }: RefusedRow): string[][] {
  return problems.map(({ path, message }) => [file, String(row), path, message].map(formatCell));
}
