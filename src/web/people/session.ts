/** Who is signed in, as this browser knows it: the access token and the person, kept in local storage. */

/** `isAdmin`: the role when the token was made; what a person may do the shop decides. */
export type Person = { name: string; email: string; isAdmin?: boolean };

const tokenKey = 'accessToken'; // the specification's name
const personKey = 'compact.person';

/** How the keys begin under which this tab keeps what was typed and not sent. */
export const draftKeyPrefix = 'compact.typed.';

export function readAccessToken(): string | null {
  return read(tokenKey);
}

/** The person who signed in last in this browser and has not signed out. */
export function readPerson(): Person | undefined {
  const text = read(personKey);
  if (!text || !read(tokenKey)) return undefined;
  try {
    return JSON.parse(text) as Person;
  } catch {
    return undefined; // somebody else wrote it
  }
}

/** Keeps the token and the person, and shows the person in the navigation bar. */
export function storeSession(token: string, person: Person): void {
  localStorage.setItem(tokenKey, token);
  localStorage.setItem(personKey, JSON.stringify(person));
  showSignedIn();
}

/** Forgets both. */
export function deleteSession(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(personKey);
  showSignedIn();
}

/** Forgets what was typed, too, for who logs out: nobody else is to find it here. An ended session alone loses nothing. */
export function deleteDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftKeyPrefix)) sessionStorage.removeItem(key);
}

/** Tells the page who is signed in: `html[data-person]` and `html[data-administrator]` decide what is seen. */
export function showSignedIn(): void {
  const person = readPerson();
  if (person) document.documentElement.dataset.person = 'signed-in';
  else delete document.documentElement.dataset.person;
  document.documentElement.toggleAttribute('data-administrator', person?.isAdmin === true);
  for (const place of document.querySelectorAll('[data-person-name]')) place.textContent = person?.name ?? '';
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off
  }
}
