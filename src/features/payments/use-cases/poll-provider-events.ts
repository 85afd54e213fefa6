/** Polls the card provider for events whose webhooks did not arrive. */
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { findEventCursor, findReceivedEvents, moveEventCursor } from '#payments/database/provider-events.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { acceptEvent } from '#payments/use-cases/receive-event.ts';

/** Goes on a little before the newest event, by the provider's clock. Refuses: payment-provider-unavailable (cursor stays). */
export async function pollProviderEvents(
  dependencies: PaymentDependencies,
  { at }: { at: Date },
): Promise<number | Refusal> {
  const { db, gateway } = dependencies;
  const merchant = await gateway.merchant();
  if (isRefused(merchant)) return merchant;
  const name = `${merchant.id}/${merchant.isLive ? 'live' : 'test'}`;
  const cursor = (await findEventCursor(db, name)) ?? new Date(at.getTime() - dayMs);
  // one that an earlier release moved, by the shop's clock, may lie in the future
  const sinceMs = Math.min(cursor.getTime(), at.getTime());
  const events = await gateway.listEvents(new Date(sinceMs - overlapMs));
  if (isRefused(events)) return events;
  const received = await findReceivedEvents(db, events);
  let newEvents = 0;
  for (const event of events)
    if (!received.has(event.id) && (await acceptEvent(dependencies, { event, at }))) newEvents += 1;
  await moveEventCursor(db, name, events.at(-1)?.at ?? new Date(sinceMs));
  return newEvents;
}

const dayMs = 24 * 3_600_000;
const overlapMs = 5 * 60_000;
