/** Lets people into protected pages, or to the log in page and back. */
import { data, redirectDocument, replace } from 'react-router';
import type { Endpoint, EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { readAdminEndpoint } from '#contract/people/people.ts';
import { parseLocalPath } from '#domain/local-path.ts';
import { paths } from '#domain/paths.ts';
import { callEndpoint, endSession, isProblem, type Problem, renewSession } from '#web/api/api-client.ts';
import { deleteSession, type Person, readPerson } from '#web/people/session.ts';

/** The person who is signed in; otherwise on to log in, which remembers where the person wanted to go. */
export async function requirePerson(request: Request): Promise<Person> {
  return throwIfProblem(request, await findPerson(request));
}

/** The same; a problem when it could not be found out whether there is one. */
export async function findPerson(request: Request): Promise<Person | Problem> {
  const known = readPerson();
  if (known) return known;
  const renewed = await renewSession();
  if (isProblem(renewed)) return renewed;
  const person = readPerson();
  if (person) return person;
  throw redirectToLogIn(request);
}

/** The same for administrators; anybody else is signed out first, and who comes back as no administrator goes home. */
export async function requireAdministrator(request: Request): Promise<Person> {
  const { pathname } = new URL(request.url);
  const hasComeBack = sessionStorage.getItem(rejectedPathKey) === pathname;
  sessionStorage.setItem(rejectedPathKey, pathname);
  const person = await requirePerson(request);
  const { admin } = await callForPage(request, readAdminEndpoint, { params: { email: person.email } });
  if (admin || hasComeBack) sessionStorage.removeItem(rejectedPathKey);
  if (admin) return person;
  if (hasComeBack) throw replace(paths.home); // or logging in would lead round and round
  await endSession();
  deleteSession();
  throw redirectToLogIn(request);
}

/** Where the page stands that this tab was last sent away from to log in as an administrator. */
const rejectedPathKey = 'compact.turned-away';

/** Where this document was loaded; it keeps its content policy while the application goes to other pages. */
const documentPath = typeof location === 'undefined' ? undefined : location.pathname;

/** Loads a page that has a content policy of its own as a document of its own. */
export function requireDocument({ url }: Request): void {
  if (new URL(url).pathname !== documentPath) throw redirectDocument(url);
}

/** Makes a call for a page: without a session on to log in; any other problem is shown in the page's place. */
export async function callForPage<C extends Endpoint>(
  request: Request,
  call: C,
  input: EndpointInput<C>,
): Promise<EndpointResponse<C>> {
  return throwIfProblem(request, await callEndpoint(call, input, { signal: request.signal }));
}

/** An answer as it is; a problem as what the router follows or shows. */
export function throwIfProblem<Answer>(request: Request, answer: Answer | Problem): Answer {
  if (!isProblem(answer)) return answer;
  if (answer.status === 401) {
    deleteSession();
    throw redirectToLogIn(request);
  }
  throw data(answer, { status: answer.status || 503 });
}

/** The page that log in returns to: a path of this shop, otherwise the home page. */
export function readReturnPath(search: URLSearchParams): string {
  return parseLocalPath(search.get('from') ?? '') ?? paths.home;
}

function redirectToLogIn(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return replace(`${paths.logIn}?from=${encodeURIComponent(pathname + search)}`);
}
