/** Asks the shop for the unpaid purchases that the navigation bar counts. */
import { readAccessToken, readPerson, storeUnpaid } from '#web/people/session.ts';

/** Without a token that is still valid it asks nothing; the bar then shows what was known last. */
export async function loadUnpaidPurchases(): Promise<void> {
  const person = readPerson();
  const token = readAccessToken();
  if (!person || !token || isExpired(token)) return;
  const answer = await fetch('/api/unpaid_purchases', {
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => undefined);
  if (!answer?.ok) return;
  const purchases: { expiresAt: string }[] = await answer.json();
  if (readPerson()?.email === person.email) storeUnpaid(purchases.map(({ expiresAt }) => expiresAt));
}

/** A call with an expired token would be an error in the browser's console. */
function isExpired(token: string): boolean {
  try {
    return JSON.parse(atob(token.split('.')[1] ?? '')).exp * 1000 < Date.now();
  } catch {
    return true; // not a token of the shop
  }
}
