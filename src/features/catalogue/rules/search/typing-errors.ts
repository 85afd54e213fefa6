/** Corrects typing errors in words that no part has. */

/** Only words of letters: a changed number or model name means another part. */
export function isCorrectable(word: string): boolean {
  return /^[a-z]{3,40}$/.test(word);
}

export function findCorrection(
  typed: string,
  candidates: readonly string[],
  isPossible: (word: string) => boolean = () => true,
): string[] {
  const maxDistance = typed.length < 6 ? 1 : typed.length < 10 ? 2 : 3;
  const words = candidates
    .filter((word) => typed.length > 3 || haveSameLetters(typed, word))
    .map((word) => ({ word, distance: computeEditDistance(typed, word) }))
    .filter(({ word, distance }) => distance <= maxDistance && isPossible(word));
  const minDistance = Math.min(maxDistance, ...words.map(({ distance }) => distance));
  return words.filter(({ distance }) => distance === minDistance).map(({ word }) => word);
}

export const haveSameLetters = (one: string, other: string) =>
  one.length === other.length && [...one].sort().join() === [...other].sort().join();

/** Words of questions, and what they are about, that parts have no similar words to. */
const questionWords =
  `cheapest biggest largest smallest fastest slowest quietest longest shortest highest lowest expensive between without
  under dollars threads integrated bigger smaller shorter cheaper quieter motherboard mainboard processor memory graphics
  graphic cooler cooled chassis drive supply`.split(/\s+/);

/** 'cheepest', 'withuot': a question of several words is understood before they are looked for among those of parts. */
export function correctQuestion(text: string): string {
  if (!text.includes(' ')) return text;
  return text.replace(/(?<![\w-])[a-z]{4,}(?![\w-])/gi, (word) => {
    const typed = word.toLowerCase();
    const possible = questionWords.filter(
      (each) => each[0] === typed[0] || each.slice(0, 2) === `${typed[1]}${typed[0]}`,
    );
    if (possible.some((each) => each === typed || `${each}s` === typed)) return word;
    return possible.find((each) => computeEditDistance(typed, each) === 1) ?? word;
  });
}

/** Optimal string alignment distance. Source: Damerau 1964. */
export function computeEditDistance(one: string, other: string): number {
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
