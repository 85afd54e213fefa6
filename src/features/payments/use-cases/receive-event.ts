/** Accepts an event of the card provider once and enqueues its job in the same transaction. */
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { claimEvent } from '#payments/database/provider-events.ts';
import type { ProviderEvent } from '#payments/rules/payments.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { runTransaction } from '#platform/database/transaction.ts';

/** `body`: the exact bytes; `signature`: the `Stripe-Signature` header. */
export type Webhook = { body: Buffer; signature: string; at: Date };

/** Refuses: event-not-genuine (signed with none of the shop's secrets), event-malformed. */
export async function receiveEvent(
  dependencies: PaymentDependencies,
  { body, signature, at }: Webhook,
): Promise<{ isNew: boolean } | Refusal> {
  const event = dependencies.gateway.readEvent(body, signature, at);
  if (isRefused(event)) return event;
  return { isNew: await acceptEvent(dependencies, { event, at }) };
}

export async function acceptEvent(
  { db, enqueue }: Pick<PaymentDependencies, 'db' | 'enqueue'>,
  { event, at }: { event: ProviderEvent; at: Date },
): Promise<boolean> {
  return await runTransaction(db, async (transaction) => {
    if (!(await claimEvent(transaction, event, at))) return false;
    if (event.subject) await enqueue(transaction, { name: 'handle-event', subject: event.subject });
    return true;
  });
}
