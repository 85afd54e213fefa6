/** For whom the server renders a page; in a browser nobody: there local storage says who it is. */

/** `isAdmin`: the role when the token was made, for display only; the API checks it. */
export type Person = { name: string; email: string; isAdmin?: boolean };

/** `call`: a call of the API in the name of `person`, without the network. */
export type Visit = {
  person: Person | undefined;
  call: (address: string, request: Pick<RequestInit, 'method' | 'headers' | 'body'>) => Promise<Response>;
};

let findVisit: () => Visit | undefined = () => undefined;

/** `find` is the server's. */
export function setVisits(find: () => Visit | undefined): void {
  findVisit = find;
}

export function currentVisit(): Visit | undefined {
  return findVisit();
}
