/** What a shop has gathered while it was tried, as its owner is told. */
import { countWords } from '#kernel/words.ts';

export type Belongings = {
  purchases: number;
  invoices: number;
  reviews: number;
  people: number;
  parts: number;
};

/** Without the parts, which may be kept. */
export function listBelongings({ purchases, invoices, people, reviews }: Belongings): string[] {
  return [
    countWords(purchases, 'purchase'),
    countWords(invoices, 'invoice and note', 'invoices and notes'),
    countWords(people, 'person who is no administrator', 'people who are no administrators'),
    countWords(reviews, 'review'),
  ];
}
