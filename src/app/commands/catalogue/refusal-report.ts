/** Collects what an import refused or quarantined: the first for the screen, all of it in a report file. */
import { type FileHandle, open } from 'node:fs/promises';
import { explainFileError } from '#app/commands/catalogue/text-lines.ts';
import { CommandRefusal, resolveGivenPath } from '#app/commands/command.ts';
import {
  groupRefusedRows,
  type RefusedGroup,
  type RefusedRow,
} from '#catalogue/rules/import/refused-rows.ts';
import { formatCell, formatCsvRows } from '#kernel/csv-cells.ts';

export type Refusals = {
  /** The most frequent reasons first. */
  listGroups(): RefusedGroup[];
  /** Values that cannot be true; the most frequent reasons first. */
  listQuarantined(): RefusedGroup[];
  report: string | undefined;
  add(rows: RefusedRow[]): Promise<void>;
  addQuarantined(rows: RefusedRow[]): Promise<void>;
  close(): Promise<void>;
};

export async function openRefusals(
  report: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Refusals> {
  const file = report === undefined ? undefined : await openReport(report, environment);
  await file?.write(formatCsvRows([['file', 'row', 'field', 'problem']]));
  const [groups, quarantined] = [groupRefusedRows(), groupRefusedRows()];
  const addTo = async (group: typeof groups, rows: RefusedRow[]) => {
    for (const row of rows) group.add(row);
    await file?.write(formatCsvRows(rows.flatMap(formatRefusals)));
  };
  return {
    listGroups: groups.list,
    listQuarantined: quarantined.list,
    report,
    add: (rows) => addTo(groups, rows),
    addQuarantined: (rows) => addTo(quarantined, rows),
    close: async () => await file?.close(),
  };
}

async function openReport(name: string, environment: NodeJS.ProcessEnv): Promise<FileHandle> {
  try {
    return await open(resolveGivenPath(name, environment), 'w');
  } catch (error) {
    throw new CommandRefusal(`“${name}” cannot be written: ${explainFileError(error)}.`);
  }
}

function formatRefusals({ file, row, problems }: RefusedRow): string[][] {
  return problems.map(({ path, message }) => [file, String(row), path, message].map(formatCell));
}
