/** Pieces of the sentences about what fits. */

/** 'ATX, Micro ATX and Mini ITX'. */
export function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

export const missing = (part: { name: string }, fact: string) => `Not known: ${fact} of the ${part.name}.`;
