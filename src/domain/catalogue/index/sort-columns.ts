/** Cached sort keys of the parts of a category index: a column for each ranking. */
import type { Scratch } from '#domain/catalogue/index/condition-masks.ts';
import type { IndexedPart, MatchedRows } from '#domain/catalogue/index/indexed-part.ts';
import type { Ranking } from '#domain/catalogue/index/ranking.ts';
import type { SortKey } from '#domain/catalogue/lists/sorts.ts';

export type SortColumns = {
  write(row: number, part: IndexedPart): void;
  moveLast(row: number): void;
  /** Valid until scratch is reused. */
  read(ranking: Ranking, matches: MatchedRows | undefined): (row: number) => SortKey;
};

export function makeSortColumns(parts: readonly IndexedPart[], scratch: Scratch): SortColumns {
  const columns = new Map<string, { ranking: Ranking; keys: SortKey[] }>();

  function getKeys(ranking: Ranking): SortKey[] {
    const cached = columns.get(ranking.name);
    if (cached) return cached.keys;
    const keys = parts.map((part) => ranking.getKey(part));
    columns.set(ranking.name, { ranking, keys });
    return keys;
  }

  return {
    write(row, part) {
      for (const { ranking, keys } of columns.values()) keys[row] = ranking.getKey(part);
    },
    moveLast(row) {
      for (const { keys } of columns.values()) {
        keys[row] = keys.at(-1) as SortKey;
        keys.pop();
      }
    },
    read(ranking, matches) {
      if (!ranking.isByRelevance) {
        const keys = getKeys(ranking);
        return (row) => keys[row] as SortKey;
      }
      const scores = scratch.scores(parts.length); // not cleared: only matched rows are read
      for (let index = 0; index < (matches?.rows.length ?? 0); index += 1) {
        scores[matches?.rows[index] as number] = matches?.scores[index] as number;
      }
      return (row) => scores[row] as number;
    },
  };
}
