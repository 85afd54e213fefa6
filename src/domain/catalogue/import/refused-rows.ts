/** The refused rows of an import, grouped by reason. */
import type { ReadRow } from '#domain/catalogue/import/part-rows.ts';
import type { FieldError } from '#domain/refusals.ts';

export type ImportRow = { file: string; row: number } & ReadRow;

export type RefusedRow = { file: string; row: number; problems: FieldError[] };

/** Rows that are refused for the same reason. */
export type RefusedGroup = { first: RefusedRow; reason: string; count: number };

/** More reasons are not kept. */
const maxGroups = 1000;

export function groupRefusedRows() {
  const groups = new Map<string, RefusedGroup>();
  return {
    add(row: RefusedRow): void {
      const reason = row.problems
        .map(({ path, message }) => (path ? `${path}: ${message}` : message))
        .join('; ');
      const group = groups.get(reason);
      if (group) group.count += 1;
      else if (groups.size < maxGroups) groups.set(reason, { first: row, reason, count: 1 });
    },
    /** The most frequent reasons first. */
    list: (): RefusedGroup[] => [...groups.values()].sort((one, other) => other.count - one.count),
  };
}
