/** The routes of the identity library: only those that the shop uses, validated by the contract. */
import { setTimeout as delay } from 'node:timers/promises';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as paths from '#kernel/paths.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import {
  changePasswordEndpoint,
  listIdentityProvidersEndpoint,
  requestPasswordResetEndpoint,
  resetPasswordEndpoint,
  sendVerificationMailEndpoint,
  signOutEverywhereEndpoint,
  startSocialSignInEndpoint,
  verifyEmailEndpoint,
} from '#people/contract/accounts.ts';
import { signInEndpoint, signOutEndpoint, signUpEndpoint } from '#people/contract/people.ts';
import { deleteSessions, findPassword } from '#people/database/linked-log-ins.ts';
import { makeViewerFinder, readAuthorization, signAccessToken } from '#people/identity/access-tokens.ts';
import type { Accounts } from '#people/identity/accounts.ts';
import { interruptedCode } from '#people/identity/password-queue.ts';
import type { FindSocialAccounts, SocialAccounts } from '#people/identity/social-accounts.ts';
import { socialProviderId, socialReturnPath } from '#people/identity/social-sign-in.ts';
import { identityProblems } from '#people/rules/identity-problems.ts';
import { checkName } from '#people/rules/person-names.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { readSessionEndpoint } from '#platform/contract/session.ts';
import { countAttempt, undoAttempts } from '#platform/database/attempts.ts';
import { currentBudget } from '#platform/database/time-budget.ts';
import { sendProblem, sendRefusal } from '#platform/http/problems.ts';
import {
  computeKey,
  formatNetwork,
  limitAttempts,
  limitFailures,
  refuseAttempts,
  setRetryAfter,
} from '#platform/http/rate-limits.ts';
import {
  type ApiDependencies,
  type Identification,
  makeRoute,
  registerEndpoint,
} from '#platform/http/register-endpoint.ts';
import { readSettings } from '#settings/database/settings.ts';

export type IdentityDependencies = ApiDependencies & {
  accounts: Accounts;
  findSocialAccounts: FindSocialAccounts;
};

export type SignInLimits = {
  attempts: number;
  attemptsFromAddress: number;
  signUps: number;
  mails: number;
  /** To one mailbox, of all kinds that whoever knows its address can have sent, for all of a network. */
  mailsInADay: number;
};

export async function identityRoutes(
  app: FastifyInstance,
  services: IdentityDependencies,
  limits: SignInLimits,
): Promise<void> {
  await limitAttempts(app, services);
  sessionRoutes(app, services, limits);
  mailedLinkRoutes(app, services, limits);
  socialRoutes(app, services, limits);
  forward(app, services, changePasswordEndpoint, {
    takesPassword: true,
    handle: (request) => changePassword(services, request),
    limit: {
      max: limits.attempts,
      timeWindow: windowMs,
      keyGenerator: async (request) =>
        (await services.findSessionPersonId(request)) ?? formatNetwork(request.ip),
    },
    translate: (body) => ({ ...body, revokeOtherSessions: true }),
  });
}

/** In which attempts count. */
const windowMs = 5 * 60 * 1000;

function sessionRoutes(app: FastifyInstance, services: IdentityDependencies, limits: SignInLimits): void {
  forward(app, services, signUpEndpoint, {
    limit: makeSignUpLimit(limits),
    mails: limitMails(services, limits),
    takesPassword: true,
    refuse: async (body) =>
      checkName((body as { name: string }).name, (await readSettings(services.db)).name),
  });
  forward(app, services, signInEndpoint, {
    takesPassword: true,
    handle: (request, body) => logIn(services, request, (body as { email: string }).email),
    failures: limitFailures(services, windowMs, [
      {
        max: limits.attemptsFromAddress,
        scope: 'log-ins from an address',
        findSubject: ({ ip }) => formatNetwork(ip),
      },
      {
        max: limits.attempts,
        scope: 'log-ins to an account',
        findSubject: ({ ip, body }) => `${formatNetwork(ip)} ${(body as { email: string }).email}`,
      },
    ]),
  });
  forward(app, services, signOutEndpoint);
  forward(app, services, signOutEverywhereEndpoint);
  forward(app, services, readSessionEndpoint);
}

type PasswordDependencies = Pick<IdentityDependencies, 'db' | 'accounts'>;

/** Again, when the password was replaced meanwhile: the sessions that ended with it did not include this one. */
async function logIn(
  { db, accounts }: PasswordDependencies,
  request: Request,
  email: string,
): Promise<Response> {
  const compared = await findPassword(db, { 'people.email': email });
  const answer = await accounts.handler(request.clone());
  if (!answer.ok || (await findPassword(db, { 'people.email': email })) === compared) return answer;
  const { internalAdapter } = await accounts.$context;
  await internalAdapter.deleteSession((await answer.json()).token);
  return await logIn({ db, accounts }, request, email);
}

/** Ends all other sessions again: one may have begun with the old password since the library ended them, which it does first. */
async function changePassword({ db, accounts }: PasswordDependencies, request: Request): Promise<Response> {
  const answer = await accounts.handler(request);
  if (!answer.ok) return answer;
  const { token, user } = await answer.clone().json();
  const { internalAdapter } = await accounts.$context;
  const kept = await internalAdapter.findSession(token);
  await deleteSessions(db, { personId: user.id, except: kept?.session.id });
  return answer;
}

function mailedLinkRoutes(app: FastifyInstance, services: IdentityDependencies, limits: SignInLimits): void {
  forward(app, services, verifyEmailEndpoint);
  for (const endpoint of [sendVerificationMailEndpoint, requestPasswordResetEndpoint]) {
    forward(app, services, endpoint, {
      mails: limitMails(services, limits, `${endpoint.path} for an address`),
      minimumMs: 500,
    });
  }
  forward(app, services, resetPasswordEndpoint); // no place in the queue: a mailed token is needed
}

/**
 * `name+anything@example.com` is read by whoever reads `name@example.com`. Counted by network, so that in a day a stranger does
 * not use up what the owner of the mailbox may ask for. A network asks for as many as it may sign up: the counts stay few.
 * `scope`: an address is sent only so many of these in a while for all networks; calls that send no mail do not count.
 */
function limitMails(
  { db, now }: IdentityDependencies,
  { mails, mailsInADay, signUps }: SignInLimits,
  scope?: string,
) {
  return async ({ body, ip }: FastifyRequest, reply: FastifyReply): Promise<Refusal | undefined> => {
    const network = formatNetwork(ip);
    const { email } = body as { email: string };
    const mailbox = email.replace(/\+[^@]*/, '');
    const at = now();
    const ofNetwork = { key: computeKey('mails of a network', network), windowMs, at };
    const wanted = await countAttempt({ db }, ofNetwork);
    if (wanted.count > signUps) refuseAttempts(reply, { until: wanted.until, at });
    const ofMailbox = {
      key: computeKey('mails', `${network} ${mailbox}`),
      windowMs: 24 * 60 * 60 * 1000,
      at,
    };
    const { count, until } = await countAttempt({ db }, ofMailbox);
    if (count > mailsInADay) {
      setRetryAfter(reply, { until, at });
      return { refused: 'too-many-mails' };
    }
    if (!scope) return undefined;
    const ofAddress = await countAttempt({ db }, { key: computeKey(scope, email), windowMs, at });
    if (ofAddress.count <= mails) return undefined;
    await undoAttempts(db, [ofMailbox.key]); // no mail is sent
    return refuseAttempts(reply, { until: ofAddress.until, at });
  };
}

function socialRoutes(app: FastifyInstance, services: IdentityDependencies, limits: SignInLimits): void {
  forward(app, services, startSocialSignInEndpoint, {
    limit: makeSignUpLimit(limits),
    translate: (body) => makeSocialRequest((body as { from: string }).from),
    open: (request) => services.findSocialAccounts(request)?.open(),
  });
  socialReturnRoute(app, services);
  registerEndpoint(app, services, listIdentityProvidersEndpoint, async ({ request }) => {
    const socialAccounts = services.findSocialAccounts(request);
    return socialAccounts ? [{ name: socialAccounts.name }] : [];
  });
}

function makeSignUpLimit(limits: SignInLimits): RateLimitOptions {
  return {
    max: limits.signUps,
    timeWindow: windowMs,
    hook: 'preHandler', // invalid requests do not count
    keyGenerator: ({ ip }) => formatNetwork(ip),
  };
}

type Forwarding = {
  limit?: RateLimitOptions;
  refuse?: (body: object) => Promise<Refusal | undefined>;
  takesPassword?: boolean;
  failures?: ReturnType<typeof limitFailures>;
  translate?: (body: object) => object;
  /** Instead of the library's own work. */
  handle?: (request: Request, body: object) => Promise<Response>;
  open?: (request: FastifyRequest) => ReturnType<SocialAccounts['open']> | undefined;
  mails?: ReturnType<typeof limitMails>;
  /** Minimum response time, which hides whether an account exists. */
  minimumMs?: number;
};

/** The library's request body; afterwards the browser goes to the page that fetches the token. */
function makeSocialRequest(from: string): object {
  const search = `from=${encodeURIComponent(from)}`;
  return {
    provider: socialProviderId,
    callbackURL: `${paths.signedIn}?${search}`,
    errorCallbackURL: `${paths.logIn}?${search}`,
    disableRedirect: true,
  };
}

function socialReturnRoute(
  app: FastifyInstance,
  { accounts, findSocialAccounts, publicUrl }: IdentityDependencies,
): void {
  app.get(socialReturnPath, { schema: { hide: true } }, async (request, reply) => {
    const library = (await findSocialAccounts(request)?.open()) ?? accounts;
    if (isRefused(library)) return reply.redirect(`${paths.logIn}?error=temporarily_unavailable`);
    const { search } = new URL(request.url, publicUrl);
    const url = new URL(`/api/identity/callback/${socialProviderId}${search}`, publicUrl);
    const answer = await library.handler(new Request(url, { headers: makeHeaders(request) }));
    if (currentBudget()?.failure) return reply.redirect(`${paths.logIn}?error=temporarily_unavailable`);
    const cookies = answer.headers.getSetCookie();
    for (const cookie of cookies) reply.header('set-cookie', cookie);
    reply.header('cache-control', 'no-store');
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
    const session = await readSession(accounts, { headers: new Headers({ cookie }) });
    if (session) request.log = request.log.child({ personId: session.user.id });
    return reply.redirect(answer.headers.get('location') ?? `${paths.logIn}?error=server_error`);
  });
}

function forward(
  app: FastifyInstance,
  { accounts, publicUrl }: IdentityDependencies,
  endpoint: Endpoint,
  forwarding: Forwarding = {},
): void {
  const { limit, takesPassword, refuse, failures, mails, handle, open } = forwarding;
  const { translate = (body) => body, minimumMs = 0 } = forwarding;
  app.route({
    ...makeRoute(endpoint),
    config: { endpoint, ...(limit ? { rateLimit: limit } : {}) },
    preHandler: refuse ? [refuseBefore(refuse)] : [], // a refusal does not count as an attempt
    ...(failures ? { onSend: failures.onSend } : {}),
    async handler(request, reply) {
      const minimumDelay = delay(minimumMs);
      const library = (await open?.(request)) ?? accounts;
      if (isRefused(library)) return sendRefusal(reply, library);
      const headers = makeHeaders(request);
      headers.delete('content-length');
      headers.set('content-type', 'application/json'); // the library needs one even without a body
      const forwarded = new Request(new URL(makePath(endpoint, request), publicUrl), {
        method: endpoint.method, // also for HEAD, which the library answers without JSON
        headers,
        ...(endpoint.method === 'GET'
          ? {}
          : { body: JSON.stringify(translate((request.body ?? {}) as object)) }),
      });
      const work = async () => {
        await failures?.count(request, reply);
        const refusal = await mails?.(request, reply);
        return refusal ?? handle?.(forwarded, request.body as object) ?? library.handler(forwarded);
      };
      const network = formatNetwork(request.ip);
      const answer = await (takesPassword ? accounts.passwordQueue.enter(network, work) : work());
      if (isRefused(answer)) return sendRefusal(reply, answer);
      await minimumDelay;
      throwDatabaseFailure();
      for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
      reply.header('cache-control', 'no-store');
      const content = await answer.json();
      if (!answer.ok) return sendIdentityProblem(reply, answer.status, content);
      return reply.code(200).send(content as object);
    },
  });
}

function refuseBefore(refuse: NonNullable<Forwarding['refuse']>) {
  return async ({ body }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const refused = await refuse((body ?? {}) as object);
    return refused && sendRefusal(reply, refused);
  };
}

/** Only the parameters of the contract: others of the library redirect the browser to any address. */
function makePath(endpoint: Endpoint, request: FastifyRequest): string {
  const query = new URLSearchParams(endpoint.query ? (request.query as Record<string, string>) : {});
  return query.size > 0 ? `${endpoint.path}?${query}` : endpoint.path;
}

function sendIdentityProblem(reply: FastifyReply, status: number, content: unknown): FastifyReply {
  const { message, code } = (content ?? {}) as { message?: string; code?: string };
  if (code === interruptedCode) return sendRefusal(reply, { refused: 'log-ins-busy' });
  // the library is stricter than `emailSchema`, and the path in its message is for programs
  const known = message?.startsWith('[body.email]') ? 'INVALID_EMAIL' : code;
  const { detail, field } = identityProblems[known ?? ''] ?? {
    detail: message ?? 'The account could not be used.',
    field: undefined,
  };
  const errors = field ? { errors: [{ path: field, message: detail }] } : {};
  return sendProblem(reply, status, { detail, code, ...errors });
}

/** Says who sends a request: by the access token of a call, or by the session's cookie. */
export function makeIdentification({
  db,
  accounts,
  secret,
  now,
}: Pick<ApiDependencies, 'db' | 'secret' | 'now'> & { accounts: Accounts }): Identification {
  const findViewer = makeViewerFinder(db);
  const findActiveSession = async (request: FastifyRequest) => {
    const session = await findSession(request, accounts);
    const viewer = session && (await findViewer({ sessionId: session.id, personId: session.userId }, now()));
    return viewer && { id: session.id, personId: session.userId, viewer };
  };
  return {
    async identify({ headers }) {
      const claims = await readAuthorization(secret, headers.authorization, now());
      return claims && (await findViewer(claims, now()));
    },
    findSessionViewer: async (request) => (await findActiveSession(request))?.viewer,
    async makeSessionToken(request) {
      const session = await findActiveSession(request);
      return session && { viewer: session.viewer, token: await signAccessToken(secret, session, now()) };
    },
    findSessionPersonId: async (request) => (await findSession(request, accounts))?.userId,
    trustedOrigins: accounts.options.trustedOrigins,
  };
}

/** When the database cannot be reached, that is thrown, not what the library makes of it. */
export function readSession(
  accounts: Accounts,
  request: { headers: Headers; query?: { disableRefresh: true } },
) {
  return accounts.api.getSession(request).finally(throwDatabaseFailure);
}

/** Of the cookie. */
async function findSession(
  request: FastifyRequest,
  accounts: Accounts,
): Promise<{ id: string; userId: string } | undefined> {
  if (!request.headers.cookie) return undefined;
  const active = await readSession(accounts, {
    headers: makeHeaders(request),
    query: { disableRefresh: true },
  });
  return active?.session;
}

function throwDatabaseFailure(): void {
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
