/** Takes in what has happened at the card provider while its webhooks did not arrive. */
import type { Database } from '#database/connect.ts';
import { findEventCursor, moveEventCursor } from '#database/payments/provider-events.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { PaymentDependencies } from '#shop/dependencies.ts';
import { countEvent } from '#shop/payments/receive-event.ts';

/**
 * Takes in all events since the last time, and answers how many of them are new. It begins a little before where the
 * last time has ended, because neither clocks nor the provider's list are exact; what has counted does not count again.
 * Refuses: payment-provider-unavailable (the next time begins where this one did).
 */
export async function pollProviderEvents(
  dependencies: PaymentDependencies,
  { at }: { at: Date },
): Promise<number | Refusal> {
  const { db, gateway } = dependencies;
  const { provider } = gateway;
  const account = await gateway.account();
  if (isRefused(account)) return account;
  const name = `${account.id}/${account.isLive ? 'live' : 'test'}`;
  const cursor = (await findEventCursor(db, name)) ?? (await initialPeriodMs(db, provider, at));
  // a cursor from the future is that of a clock that was put right since
  const caughtUpTo = Math.min(cursor.getTime(), at.getTime());
  const events = await gateway.listEvents(new Date(caughtUpTo - overlap));
  if (isRefused(events)) return events;
  let counted = 0;
  for (const event of events) if (await countEvent(dependencies, { event, at })) counted += 1;
  await moveEventCursor(db, name, at);
  return counted;
}

/** Where an account's first time begins: a day back, or where the release before has ended, which knew no accounts. */
async function initialPeriodMs(db: Database, provider: string, at: Date): Promise<Date> {
  const before = await findEventCursor(db, provider);
  return new Date(Math.min(before?.getTime() ?? Number.POSITIVE_INFINITY, at.getTime() - dayMs));
}

const dayMs = 24 * 3_600_000;
/** Milliseconds that each time looks behind the one before. */
const overlap = 5 * 60_000;
