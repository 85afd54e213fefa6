/** What somebody meant who typed a word that no part has. */

/** True for words that may be mistyped: letters, and some of them. Of numbers and names of models each is another thing. */
export function isCorrectable(word: string): boolean {
  return /^[a-z]{3,40}$/.test(word);
}

/**
 * Of words that look like the typed one, those that it was most likely meant to be: the fewest slips away, of which a
 * longer word may have more; none where all are too far.
 */
export function findCorrection(typed: string, alike: readonly string[]): string[] {
  const most = typed.length < 5 ? 1 : typed.length < 9 ? 2 : 3;
  const judged = alike.map((word) => ({ word, slips: editDistance(typed, word) }));
  const fewest = Math.min(most, ...judged.map(({ slips }) => slips));
  return judged.filter(({ slips }) => slips === fewest).map(({ word }) => word);
}

/**
 * Letters too many, too few, wrong, or swapped with their neighbour. Source: the optimal string alignment distance
 * (Damerau 1964, 'A technique for computer detection and correction of spelling errors').
 */
export function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    const above = rows[i - 1] ?? [];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
