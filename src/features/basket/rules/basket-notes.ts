/** What the page of the basket says after a form was sent. */
import { maxBasketLines, maxLineQuantity } from '#basket/rules/baskets.ts';
import { explainRefusal } from '#kernel/refusals.ts';
import { formatNumber } from '#kernel/words.ts';

/** By the word in the address. */
export const basketNotes = {
  added: 'It is in your basket.',
  'build-added': 'The parts of your build are in your basket.',
  changed: 'Your basket is changed.',
  'invalid-input': `This could not be read. A quantity is a whole number from 1 to ${formatNumber(maxLineQuantity)}.`,
  'part-not-found': explainRefusal({ refused: 'part-not-found' }),
  'part-not-for-sale': explainRefusal({ refused: 'part-not-for-sale' }),
  'basket-full': explainRefusal({ refused: 'basket-full', limit: maxBasketLines }),
  'too-many-baskets': explainRefusal({ refused: 'too-many-baskets' }),
} as const;

export type BasketNote = keyof typeof basketNotes;
