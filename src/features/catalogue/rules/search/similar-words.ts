/** Words with the same letters in a row, for typing errors. Source: PostgreSQL's manual, 'pg_trgm'. */
import { makePostings } from './postings.ts';
import { haveSameLetters, isCorrectable } from './typing-errors.ts';

const minSimilarity = 0.3;
/** Of words of the same letters: 'nocuta' and 'noctua' share a quarter. */
const minSimilarityOfSame = 0.2;
const maxSimilar = 20;

export function makeSimilarWords() {
  const words: string[] = [];
  const sizes: number[] = []; // of the trigrams of each word
  const trigrams = makePostings();
  return {
    /** Each word once; those that cannot be meant by a typing error are left out. */
    add(word: string) {
      if (!isCorrectable(word)) return;
      const index = words.push(word) - 1;
      const own = listTrigrams(word);
      sizes.push(own.size);
      for (const trigram of own) trigrams.add(trigram, index);
    },
    /** The most similar first. */
    list(typed: string) {
      const searched = listTrigrams(typed);
      const shared = new Uint8Array(words.length);
      for (const trigram of searched) {
        const { values, from, to } = trigrams.range(trigram);
        for (let place = from; place < to; place += 1) {
          const index = values[place] as number;
          shared[index] = (shared[index] as number) + 1;
        }
      }
      const similar: { word: string; similarity: number }[] = [];
      for (let index = 0; index < shared.length; index += 1) {
        const count = shared[index] as number;
        const similarity = count / (searched.size + (sizes[index] as number) - count);
        const word = words[index] as string;
        if (
          similarity >= minSimilarity ||
          (similarity >= minSimilarityOfSame && haveSameLetters(typed, word))
        )
          similar.push({ word, similarity });
      }
      return similar
        .sort((one, other) => other.similarity - one.similarity || (one.word < other.word ? -1 : 1))
        .slice(0, maxSimilar)
        .map(({ word }) => word);
    },
  };
}

/** With two blanks in front and one behind. */
function listTrigrams(word: string): Set<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}
