/** Guards of private pages: redirects to log in and back, and loads their data. */
import { data, redirectDocument, replace } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { makeLogInPath } from '#kernel/return-path.ts';
import type { Endpoint, EndpointInput, EndpointResponse } from '#platform/contract/endpoint.ts';
import { readAdminEndpoint } from '#platform/contract/session.ts';
import { callEndpoint, isProblem, type Problem, renewSession } from '#ui/api/api-client.ts';
import { deleteSession, endSession, readPerson, storeRole } from '#ui/session/session.ts';
import type { Person } from '#ui/session/visit.ts';

export async function requirePerson(request: Request): Promise<Person> {
  return throwIfProblem(request, await findPerson(request));
}

export async function findPerson(request: Request): Promise<Person | Problem> {
  const storedPerson = readPerson();
  if (storedPerson) return storedPerson;
  if (import.meta.env.SSR) throw redirectToLogIn(request);
  const renewal = await renewSession();
  if (isProblem(renewal)) return renewal;
  const person = readPerson();
  if (person) return person;
  throw redirectToLogIn(request);
}

/** Logs everybody else out and redirects to log in; after a second attempt, to the home page. */
export async function requireAdministrator(request: Request): Promise<Person> {
  const { pathname } = new URL(request.url);
  const isSecondAttempt = sessionStorage.getItem(rejectedPathKey) === pathname;
  sessionStorage.setItem(rejectedPathKey, pathname);
  const person = await requirePerson(request);
  const { admin } = throwIfProblem(request, await readRole(request, person));
  if (admin || isSecondAttempt) sessionStorage.removeItem(rejectedPathKey);
  if (admin) return person;
  if (isSecondAttempt) throw replace(paths.home); // otherwise a redirect loop
  await endSession();
  deleteSession();
  throw redirectToLogIn(request);
}

const roles = new WeakMap<AbortSignal, ReturnType<typeof readRole>>();

/** One request for all loaders of a navigation. */
export function readRole(
  { signal }: Request,
  person: Person,
): Promise<EndpointResponse<typeof readAdminEndpoint> | Problem> {
  const role = roles.get(signal) ?? askRole(person, signal);
  roles.set(signal, role);
  return role;
}

async function askRole(person: Person, signal: AbortSignal) {
  const role = await callEndpoint(readAdminEndpoint, { params: { email: person.email } }, { signal });
  if (!isProblem(role)) storeRole(role.admin);
  return role;
}

const rejectedPathKey = 'compact.turned-away';

/** The path of this document, whose content policy holds until the next document is loaded. */
const documentPath = typeof location === 'undefined' ? undefined : location.pathname;

export function requireDocument({ url }: Request): void {
  if (new URL(url).pathname !== documentPath) throw redirectDocument(url);
}

export async function callForPage<C extends Endpoint>(
  request: Request,
  endpoint: C,
  input: EndpointInput<C>,
): Promise<EndpointResponse<C>> {
  return throwIfProblem(request, await callEndpoint(endpoint, input, { signal: request.signal }));
}

export function throwIfProblem<Answer>(request: Request, answer: Answer | Problem): Answer {
  if (!isProblem(answer)) return answer;
  if (answer.status === 401) {
    deleteSession();
    throw redirectToLogIn(request);
  }
  throw data(answer, { status: answer.status || 503 });
}

function redirectToLogIn(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return replace(makeLogInPath(pathname + search));
}
