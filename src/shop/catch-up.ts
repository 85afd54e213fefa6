/** Takes in what has happened at the card provider while its webhooks did not arrive. */
import type { Database } from '#database/connect.ts';
import { findCursor, moveCursor } from '#database/provider-events.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { countEvent } from '#shop/receive-event.ts';
import type { SettleTools } from '#shop/settle-payment.ts';

/**
 * Takes in all events since the last time, and answers how many of them are new. It begins a little before where the
 * last time has ended, because neither clocks nor the provider's list are exact; what has counted does not count again.
 * Refuses: payment-provider-unavailable (the next time begins where this one did).
 */
export async function catchUp(
  db: Database,
  tools: SettleTools,
  { at }: { at: Date },
): Promise<number | Refusal> {
  const { provider } = tools.gateway;
  const cursor = await findCursor(db, provider);
  // a cursor from the future is that of a clock that was put right since
  const caughtUpTo = Math.min(cursor?.getTime() ?? at.getTime() - firstReach, at.getTime());
  const events = await tools.gateway.listEvents(new Date(caughtUpTo - overlap));
  if (isRefused(events)) return events;
  let counted = 0;
  for (const event of events) if (await countEvent(db, tools, event, at)) counted += 1;
  await moveCursor(db, provider, at);
  return counted;
}

/** Milliseconds: how far the first time looks back, and how far each time looks behind the one before. */
const firstReach = 24 * 3_600_000;
const overlap = 5 * 60_000;
