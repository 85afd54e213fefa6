/** Says who sends a request: by the access token of a call, or by the session's cookie. */
import type { FastifyRequest } from 'fastify';
import { findViewer, identify } from '#people/identity/access-tokens.ts';
import type { Accounts } from '#people/identity/accounts.ts';
import { currentBudget } from '#platform/database/time-budget.ts';
import type { ApiDependencies, Identification } from '#platform/http/register-endpoint.ts';

export function makeIdentification({
  db,
  accounts,
  secret,
  now,
}: Pick<ApiDependencies, 'db' | 'secret' | 'now'> & { accounts: Accounts }): Identification {
  return {
    identify: ({ headers }) => identify(db, secret, headers.authorization, now()),
    async findSessionViewer(request) {
      const session = await findSession(request, accounts);
      return session && (await findViewer(db, { sessionId: session.id, personId: session.userId }, now()));
    },
    findSessionPersonId: async (request) => (await findSession(request, accounts))?.userId,
    trustedOrigins: accounts.options.trustedOrigins,
  };
}

/** Of the cookie. Throws when the database cannot be reached, which the library takes for no session. */
async function findSession(
  request: FastifyRequest,
  accounts: Accounts,
): Promise<{ id: string; userId: string } | undefined> {
  if (!request.headers.cookie) return undefined;
  const headers = makeHeaders(request);
  const active = await accounts.api.getSession({ headers, query: { disableRefresh: true } });
  throwDatabaseFailure();
  return active?.session;
}

export function throwDatabaseFailure(): void {
  const failure = currentBudget()?.failure;
  if (failure) throw failure;
}

export function makeHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  headers.set('x-forwarded-for', request.ip);
  return headers;
}
