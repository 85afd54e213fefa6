/** Makes the cards of public pages from rows of parts. */
import { makePartDetails } from '#app/pages/part/part.server.ts';
import type { CardPart } from '#app/pages/parts/part-card.tsx';
import type { PartOnSale } from '#catalogue/database/parts.ts';
import type { NamedPart } from '#catalogue/rules/shown-names.ts';
import type { Promises } from '#delivery/components/promises.server.ts';

/** `promises`: undefined for cards that say nothing of delivery. */
export function makePartCard(part: PartOnSale & NamedPart, promises: Promises | undefined): CardPart {
  const details = makePartDetails(part);
  return {
    ...details,
    description: part.shownDescription ?? part.description,
    promise: details.isSoldOut ? undefined : promises?.describe(part),
  };
}
