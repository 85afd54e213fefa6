/** Which searches without a result are counted: short texts that cannot be an address, or the number of a person or a card. */
import { simplify } from '#catalogue/rules/search/vocabulary.ts';

/** What the owner's words can be. */
const maxLength = 40;

/** One spelling for what differs in capitals, accents and blanks; undefined where it is not counted. */
export function readEmptySearch(text: string): string | undefined {
  const search = simplify(text).replace(/\s+/g, ' ');
  const isCounted =
    search.length <= maxLength && /\p{L}{2}/u.test(search) && !/[@=\p{C}]|(?:\d[ ./-]?){7}/u.test(search);
  return isCounted ? search : undefined;
}
