/** Collects the refused rows of an import: the first for the screen, all of them in a report file. */
import { type FileHandle, open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { explainFileError } from '#cli/catalogue/text-lines.ts';
import { CommandRefusal } from '#cli/command.ts';
import { resolveGivenPath } from '#cli/given-path.ts';
import { formatCell } from '#domain/csv-cells.ts';
import type { RefusedRow } from '#shop/catalogue/stage-rows.ts';

/** Rows that are refused for the same reason. */
export type RefusedGroup = { first: RefusedRow; reason: string; count: number };

export type Refusals = {
  /** The most frequent reasons first. */
  listGroups(): RefusedGroup[];
  report: string | undefined;
  add(rows: RefusedRow[]): Promise<void>;
  close(): Promise<void>;
};

/** More reasons are only in the report. */
const maxGroups = 1000;

export async function openRefusals(report: string | undefined): Promise<Refusals> {
  const file = report === undefined ? undefined : await openReport(report);
  await file?.write(stringify([['file', 'row', 'field', 'problem']]));
  const groups = new Map<string, RefusedGroup>();
  return {
    listGroups: () => [...groups.values()].sort((one, other) => other.count - one.count),
    report,
    async add(rows) {
      for (const row of rows) count(groups, row);
      await file?.write(stringify(rows.flatMap(formatRefusals)));
    },
    close: async () => await file?.close(),
  };
}

function count(groups: Map<string, RefusedGroup>, row: RefusedRow): void {
  const reason = row.problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  const group = groups.get(reason);
  if (group) group.count += 1;
  else if (groups.size < maxGroups) groups.set(reason, { first: row, reason, count: 1 });
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
