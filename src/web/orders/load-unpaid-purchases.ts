/** Asks the shop for the unpaid purchases that the navigation bar counts. */
import { askForPerson } from '#web/people/ask-for-person.ts';
import { storeUnpaid } from '#web/people/session.ts';

/** Without an answer the bar shows what was known last. */
export async function loadUnpaidPurchases(): Promise<void> {
  const purchases = await askForPerson<{ expiresAt: string }[]>('/api/unpaid_purchases');
  if (purchases) storeUnpaid(purchases.map(({ expiresAt }) => expiresAt));
}
