/** Says what delivery of some parts costs by the rules of now; nothing is stored. */
import { findPartsByIds } from '#catalogue/database/parts.ts';
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import { makeDeliveredLine, presentQuote, quoteDelivery } from '#delivery/rules/quote.ts';
import type { ServedAddress } from '#delivery/rules/zones.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type QuoteRequest = {
  lines: readonly { partsId: string; quantity: number }[];
  /** Undefined: a location as text. */
  address?: ServedAddress | undefined;
  at: Date;
};

/** Refuses: part-not-found, not-delivered-there, too-heavy-to-deliver. */
export async function quoteParts(
  { db }: Pick<Dependencies, 'db'>,
  { lines, address, at }: QuoteRequest,
): Promise<ReturnType<typeof presentQuote> | Refusal> {
  const partIds = lines.map(({ partsId }) => partsId);
  const parts = await findPartsByIds(db, partIds);
  const delivered = lines.flatMap(({ partsId, quantity }) =>
    parts.filter(({ id }) => id === partsId).map((part) => makeDeliveredLine(part, quantity)),
  );
  if (delivered.length < lines.length) return { refused: 'part-not-found' };
  const { rules } = await findDeliveryRules(db);
  const quote = quoteDelivery(rules, { address, lines: delivered, now: at });
  return isRefused(quote) ? quote : presentQuote(quote, rules.calendar.timeZone);
}
