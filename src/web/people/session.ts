/** The session in this browser: access token and person, stored in local storage. */
import { forgetBasketCount, showBasketCount } from '#web/basket/basket-count.ts';

/** `isAdmin`: the role when the token was made, for display only; the API checks it. */
export type Person = { name: string; email: string; isAdmin?: boolean };

const tokenKey = 'accessToken'; // the specification's name
const personKey = 'compact.person';
const unpaidKey = 'compact.unpaid';
const noticesKey = 'compact.notices';

/** The window event after which the bar counts the unpaid purchases again. */
export const ordersChangeEvent = 'compact.orders';

export const draftKeyPrefix = 'compact.typed.';

export function readAccessToken(): string | null {
  return read(tokenKey);
}

export function readPerson(): Person | undefined {
  const text = read(personKey);
  if (!text || !read(tokenKey)) return undefined;
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
  announceOrderChange(); // they may be another person's
}

export function deleteSession(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(personKey);
  localStorage.removeItem(unpaidKey);
  localStorage.removeItem(noticesKey);
  forgetBasketCount();
  showSignedIn();
}

export function announceOrderChange(): void {
  dispatchEvent(new Event(ordersChangeEvent));
}

/** `expiryTimes`: until when each purchase can be paid, so that none is shown after it. */
export function storeUnpaid(expiryTimes: string[]): void {
  localStorage.setItem(unpaidKey, expiryTimes.join(' '));
  showSignedIn();
}

/** What the shop has told an administrator last; sentences have no line breaks. */
export function readNotices(): string[] {
  return read(noticesKey)?.split('\n').filter(Boolean) ?? [];
}

export function storeNotices(sentences: readonly string[]): void {
  localStorage.setItem(noticesKey, sentences.join('\n'));
}

/** For a log out. An expired session does not delete its drafts. */
export function deleteDrafts(): void {
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
  const expiryTimes = read(unpaidKey)?.split(' ') ?? [];
  return expiryTimes.filter((time) => Date.parse(time) > Date.now()).length;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is disabled
  }
}
