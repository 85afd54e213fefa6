/** Asks the shop on behalf of the person who is logged in, from the small scripts. */
import { readAccessToken, readPerson } from '#web/people/session.ts';

/** Undefined when the shop does not answer, and without a token that is still valid: then it is not asked. */
export async function askForPerson<Answer>(path: string): Promise<Answer | undefined> {
  const person = readPerson();
  const token = readAccessToken();
  if (!person || !token || isExpired(token)) return undefined;
  const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const content: Answer = await answer.json();
  return readPerson()?.email === person.email ? content : undefined;
}

/** A call with an expired token would be an error in the browser's console. */
function isExpired(token: string): boolean {
  try {
    return JSON.parse(atob(token.split('.')[1] ?? '')).exp * 1000 < Date.now();
  } catch {
    return true; // not a token of the shop
  }
}
