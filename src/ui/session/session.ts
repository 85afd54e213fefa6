/** Who is logged in in this browser, and requests in their name: the only place that reads and sends the access token. */
import type { Endpoint, EndpointResponse } from '#platform/contract/endpoint.ts';
import { forgetBasketCount, showBasketCount } from '#ui/session/bar-counts.ts';
import { readStored } from '#ui/session/browser-storage.ts';
import { currentVisit, type Person } from '#ui/session/visit.ts';

const tokenKey = 'accessToken'; // the specification's name
const personKey = 'compact.person';
const unpaidKey = 'compact.unpaid';
const noticesKey = 'compact.notices';

/** The window event after which the frame asks again for the unpaid purchases and the notices that it shows. */
export const frameRefreshEvent = 'compact.frame';

export const draftKeyPrefix = 'compact.typed.';

export function readPerson(): Person | undefined {
  if (import.meta.env.SSR) return currentVisit()?.person;
  const text = readStored(personKey);
  if (!text || !readStored(tokenKey)) return undefined;
  try {
    return JSON.parse(text) as Person;
  } catch {
    return undefined; // not written by this program
  }
}

export function storeSession(token: string, person: Person): void {
  localStorage.setItem(tokenKey, token);
  localStorage.setItem(personKey, JSON.stringify(person));
  showSignedIn();
  refreshFrame(); // they may be another person's
}

/** A role that has changed since the token was made. */
export function storeRole(isAdmin: boolean): void {
  const person = readPerson();
  if (!person || person.isAdmin === isAdmin) return;
  localStorage.setItem(personKey, JSON.stringify({ ...person, isAdmin }));
  showSignedIn();
  refreshFrame();
}

export function deleteSession(): void {
  if (import.meta.env.SSR) return;
  for (const key of [tokenKey, personKey, unpaidKey, noticesKey]) localStorage.removeItem(key);
  forgetBasketCount();
  showSignedIn();
}

/** Ends the session at the shop and in this browser; false when the shop has not confirmed it: then nothing changes. */
export async function endSession(): Promise<boolean> {
  const answer = await fetch('/api/identity/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined);
  if (!answer || answer.status >= 500) return false;
  deleteSession();
  deleteDrafts();
  return true;
}

/** The headers of a request in the name of who is logged in. */
export function signHeaders(headers: Record<string, string>): Record<string, string> {
  const token = readStored(tokenKey);
  return token ? { ...headers, authorization: `Bearer ${token}` } : headers;
}

/**
 * For the small scripts, which have no client of the API. Undefined when the shop does not answer, and without a token that
 * is still valid: then it is not asked.
 */
export async function askForPerson<C extends Endpoint & { method: 'GET' }>(
  path: C['path'],
): Promise<EndpointResponse<C> | undefined> {
  const person = readPerson();
  if (!person || isExpired(readStored(tokenKey) ?? '')) return undefined;
  const answer = await fetch(path, { headers: signHeaders({}) }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const content: EndpointResponse<C> = await answer.json();
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

export function refreshFrame(): void {
  if (!import.meta.env.SSR) dispatchEvent(new Event(frameRefreshEvent));
}

/** `expiryTimes`: until when each purchase can be paid, so that none is shown after it. */
export function storeUnpaid(expiryTimes: string[]): void {
  localStorage.setItem(unpaidKey, expiryTimes.join(' '));
  showSignedIn();
}

/** What the shop has told an administrator last; sentences have no line breaks. */
export function readNotices(): string[] {
  return readStored(noticesKey)?.split('\n').filter(Boolean) ?? [];
}

export function storeNotices(sentences: readonly string[]): void {
  localStorage.setItem(noticesKey, sentences.join('\n'));
}

/** An expired session does not delete its drafts. */
function deleteDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftKeyPrefix)) sessionStorage.removeItem(key);
}

/** Sets `html[data-person]` and `html[data-administrator]`, which show and hide parts of the page; fills the bar. */
export function showSignedIn(): void {
  const person = readPerson();
  if (person) document.documentElement.dataset.person = 'signed-in';
  else delete document.documentElement.dataset.person;
  document.documentElement.toggleAttribute('data-administrator', person?.isAdmin === true);
  for (const element of document.querySelectorAll('[data-person-name]'))
    element.textContent = person?.name ?? '';
  const unpaid = person ? countUnpaid() : 0;
  for (const element of document.querySelectorAll('[data-unpaid]'))
    element.textContent = unpaid > 0 ? `${unpaid} to pay` : '';
  showBasketCount();
}

function countUnpaid(): number {
  const expiryTimes = readStored(unpaidKey)?.split(' ') ?? [];
  return expiryTimes.filter((time) => Date.parse(time) > Date.now()).length;
}
