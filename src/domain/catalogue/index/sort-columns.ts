/** The keys by which the parts of a category index were sorted so far, side by side. */
import type { Scratch } from '#domain/catalogue/index/condition-masks.ts';
import type { FoundRows, IndexedPart } from '#domain/catalogue/index/indexed-part.ts';
import { fitStep, type Ranking } from '#domain/catalogue/index/ranking.ts';
import type { SortKey } from '#domain/catalogue/lists/sorts.ts';

export type SortColumns = {
  /** Writes the keys of the part in a row, which may be the one after the last. */
  write(row: number, part: IndexedPart): void;
  /** Moves the keys of the last row to another one. */
  moveLast(row: number): void;
  /** The key of each row in a ranking, until scratch is used again. */
  read(ranking: Ranking, found: FoundRows | undefined): (row: number) => SortKey;
};

/** A column for each ranking that is asked for, filled from `parts`. */
export function makeSortColumns(parts: readonly IndexedPart[], scratch: Scratch): SortColumns {
  const columns = new Map<string, { ranking: Ranking; keys: SortKey[] }>();

  function getKeys(ranking: Ranking): SortKey[] {
    const known = columns.get(ranking.name);
    if (known) return known.keys;
    const keys = parts.map((part) => ranking.keyOf(part));
    columns.set(ranking.name, { ranking, keys });
    return keys;
  }

  return {
    write(row, part) {
      for (const { ranking, keys } of columns.values()) keys[row] = ranking.keyOf(part);
    },
    moveLast(row) {
      for (const { keys } of columns.values()) {
        keys[row] = keys.at(-1) as SortKey;
        keys.pop();
      }
    },
    read(ranking, found) {
      const keys = getKeys(ranking);
      if (!ranking.isByFit) return (row) => keys[row] as SortKey;
      const fits = scratch.fits(parts.length); // other rows keep what an earlier search left: only found rows are read
      for (let index = 0; index < (found?.rows.length ?? 0); index += 1) {
        fits[found?.rows[index] as number] = found?.fits[index] as number;
      }
      return (row) => (fits[row] as number) * fitStep + (keys[row] as number);
    },
  };
}
