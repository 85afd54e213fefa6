/** Asks the shop for the unpaid orders that the navigation bar counts. */
import { readAccessToken, readPerson, storeUnpaidOrders } from '#web/people/session.ts';

/** Without a token that is still valid it asks nothing; the bar then shows what was known last. */
export async function loadUnpaidOrders(): Promise<void> {
  const person = readPerson();
  const token = readAccessToken();
  if (!person || !token || isExpired(token)) return;
  const answer = await fetch(
    `/api/my_orders?status=unpaid&limit=100&email=${encodeURIComponent(person.email)}`,
    {
      headers: { authorization: `Bearer ${token}` },
    },
  ).catch(() => undefined);
  if (!answer?.ok) return;
  const orders: { expiresAt: string }[] = await answer.json();
  if (readPerson()?.email === person.email) storeUnpaidOrders(orders.map(({ expiresAt }) => expiresAt));
}

/** A call with an expired token would be an error in the browser's console. */
function isExpired(token: string): boolean {
  try {
    return JSON.parse(atob(token.split('.')[1] ?? '')).exp * 1000 < Date.now();
  } catch {
    return true; // not a token of the shop
  }
}
