/** Takes in an event of the card provider: claimed once, its work asked for in the same commit. */
import { claimEvent } from '#database/payments/provider-events.ts';
import { runTransaction } from '#database/transaction.ts';
import type { ProviderEvent } from '#domain/payments/provider-events.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies, PaymentDependencies } from '#shop/dependencies.ts';

/** A webhook as it came: its exact bytes and what its `Stripe-Signature` header says. */
export type Webhook = { body: Buffer; signature: string; at: Date };

/** Takes in a webhook's event, if one of the shop's secrets has signed it. Refuses: event-not-genuine, event-malformed. */
export async function receiveEvent(
  dependencies: PaymentDependencies,
  { body, signature, at }: Webhook,
): Promise<{ isNew: boolean } | Refusal> {
  const event = dependencies.gateway.readEvent(body, signature, at);
  if (isRefused(event)) return event;
  return { isNew: await countEvent(dependencies, { event, at }) };
}

/** Takes in an event that is known to be genuine; answers false when it has counted already. */
export async function countEvent(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  { event, at }: { event: ProviderEvent; at: Date },
): Promise<boolean> {
  return await runTransaction(db, async (transaction) => {
    if (!(await claimEvent(transaction, event, at))) return false;
    if (event.subject) await enqueue(transaction, { name: 'handle-event', subject: event.subject });
    return true;
  });
}
