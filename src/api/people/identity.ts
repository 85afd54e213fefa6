/** The door to the identity library: only the calls that the shop uses, checked by the contract first. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendIdentityProblem, sendRefusal } from '#api/problems.ts';
import { limitAttempts, limitFailures, networkOf } from '#api/rate-limits.ts';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  changePasswordEndpoint,
  listIdentityProvidersEndpoint,
  requestPasswordResetEndpoint,
  resetPasswordEndpoint,
  sendVerificationMailEndpoint,
  signOutEverywhereEndpoint,
  startSocialSignInEndpoint,
  verifyEmailEndpoint,
} from '#contract/people/accounts.ts';
import {
  readSessionEndpoint,
  signInEndpoint,
  signOutEndpoint,
  signUpEndpoint,
} from '#contract/people/people.ts';
import { currentBudget } from '#database/time-budget.ts';
import { paths } from '#domain/paths.ts';
import { resemblesShopName, reservedNameMessage } from '#domain/people/person-names.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Accounts } from '#identity/accounts.ts';
import { admitToPasswordQueue } from '#identity/password-queue.ts';
import type { SocialAccounts } from '#identity/social-accounts.ts';
import { socialProviderId, socialReturnPath } from '#identity/social-sign-in.ts';

/** How often in five minutes. */
export type SignInLimits = {
  /** Failed attempts on one account from one address. */
  attempts: number;
  /** Failed attempts on all accounts together from one address. */
  attemptsFromAddress: number;
  /** Sign-ups, with valid fields, from one address. */
  signUps: number;
  /** Mails to one account. */
  mails: number;
};

export async function identityRoutes(
  app: FastifyInstance,
  services: ApiDependencies,
  limits: SignInLimits,
): Promise<void> {
  await limitAttempts(app, services);
  sessionRoutes(app, services, limits);
  mailedLinkRoutes(app, services, limits);
  socialRoutes(app, services, limits);
  forward(app, services, changePasswordEndpoint, {
    takesPassword: true,
    limit: {
      max: limits.attempts,
      timeWindow: window,
      keyGenerator: async (request) => (await personOf(request, services)) ?? request.ip,
    },
    translate: (body) => ({ ...body, revokeOtherSessions: true }),
  });
}

const window = '5 minutes';

function sessionRoutes(app: FastifyInstance, services: ApiDependencies, limits: SignInLimits): void {
  forward(app, services, signUpEndpoint, {
    limit: signUpLimit(limits),
    takesPassword: true,
    refuse: (body) => refuseName((body as { name: string }).name),
  });
  forward(app, services, signInEndpoint, {
    takesPassword: true,
    failures: limitFailures(services, 5 * 60 * 1000, [
      {
        most: limits.attemptsFromAddress,
        scope: 'log-ins from an address',
        whose: ({ ip }) => networkOf(ip),
      },
      {
        most: limits.attempts,
        scope: 'log-ins to an account',
        whose: ({ ip, body }) => `${networkOf(ip)} ${(body as { email: string }).email}`,
      },
    ]),
  });
  forward(app, services, signOutEndpoint);
  forward(app, services, signOutEverywhereEndpoint);
  forward(app, services, readSessionEndpoint);
}

function mailedLinkRoutes(app: FastifyInstance, services: ApiDependencies, limits: SignInLimits): void {
  forward(app, services, verifyEmailEndpoint);
  for (const call of [sendVerificationMailEndpoint, requestPasswordResetEndpoint]) {
    forward(app, services, call, {
      limit: {
        max: limits.mails,
        timeWindow: window,
        hook: 'preHandler',
        keyGenerator: ({ body }) => (body as { email: string }).email, // from wherever it is asked
      },
      leastTime: 500,
    });
  }
  // the library has taken the mailed token before the password goes into the queue: a refusal would waste it
  forward(app, services, resetPasswordEndpoint, { run: admitToPasswordQueue });
}

function socialRoutes(app: FastifyInstance, services: ApiDependencies, limits: SignInLimits): void {
  forward(app, services, startSocialSignInEndpoint, {
    limit: signUpLimit(limits),
    translate: (body) => socialRequest((body as { from: string }).from),
    open: services.socialAccounts?.open,
  });
  returnFromProvider(app, services);
  registerEndpoint(app, services, listIdentityProvidersEndpoint, async () =>
    services.socialAccounts ? [{ name: services.socialAccounts.name }] : [],
  );
}

function signUpLimit(limits: SignInLimits): RateLimit {
  return {
    max: limits.signUps,
    timeWindow: window,
    hook: 'preHandler', // what the contract refuses is no sign-up
    keyGenerator: ({ ip }) => networkOf(ip),
  };
}

type Forwarding = {
  limit?: RateLimit;
  /** Why the library is not asked at all. */
  refuse?: (body: object) => Refusal | undefined;
  /** True when the call goes through the queue of passwords, and is refused while that is full. */
  takesPassword?: boolean;
  /** Limits that only failures count towards. */
  failures?: ReturnType<typeof limitFailures>;
  /** What the library is told instead of what the caller sends. */
  translate?: (body: object) => object;
  /** Where the library for this call comes from, when it is not the one for passwords. */
  open?: SocialAccounts['open'] | undefined;
  /** Runs the library's work. */
  run?: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Milliseconds before an answer, so that its time does not tell whether there is an account. */
  leastTime?: number;
};

function refuseName(name: string): Refusal | undefined {
  if (!resemblesShopName(name)) return undefined;
  return { refused: 'invalid-input', errors: [{ path: 'name', message: reservedNameMessage }] };
}

type RateLimit = {
  max: number;
  timeWindow: string;
  hook?: 'preHandler';
  keyGenerator: (request: FastifyRequest) => string | Promise<string>;
};

/** The id of the person whose session the request's cookies hold. */
async function personOf(request: FastifyRequest, { accounts }: ApiDependencies): Promise<string | undefined> {
  const headers = headersOf(request);
  const session = await accounts.api.getSession({ headers, query: { disableRefresh: true } });
  return session?.user.id;
}

/** The library's own request: after the way through the provider, on to the page that fetches the token. */
function socialRequest(from: string): object {
  const search = `from=${encodeURIComponent(from)}`;
  return {
    provider: socialProviderId,
    callbackURL: `${paths.signedIn}?${search}`,
    errorCallbackURL: `${paths.logIn}?${search}`,
    disableRedirect: true,
  };
}

/** The page that the provider sends the browser back to: the library makes the session and sends it on. */
function returnFromProvider(
  app: FastifyInstance,
  { accounts, socialAccounts, publicUrl }: ApiDependencies,
): void {
  app.get(socialReturnPath, { schema: { hide: true } }, async (request, reply) => {
    const library = (await socialAccounts?.open()) ?? accounts;
    if (isRefused(library)) return reply.redirect(`${paths.logIn}?error=temporarily_unavailable`);
    const { search } = new URL(request.url, publicUrl);
    const url = new URL(`/api/identity/callback/${socialProviderId}${search}`, publicUrl);
    const answer = await library.handler(new Request(url, { headers: headersOf(request) }));
    if (currentBudget()?.failure) return reply.redirect(`${paths.logIn}?error=temporarily_unavailable`);
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
    reply.header('cache-control', 'no-store');
    return reply.redirect(answer.headers.get('location') ?? `${paths.logIn}?error=server_error`);
  });
}

/** Hands the parsed request to the library and its answer, cookies included, back. */
function forward(
  app: FastifyInstance,
  { accounts, publicUrl }: ApiDependencies,
  call: Endpoint,
  {
    limit,
    takesPassword,
    refuse,
    failures,
    translate = (body) => body,
    open,
    run = (work) => work(),
    leastTime = 0,
  }: Forwarding = {},
): void {
  app.route({
    method: call.method,
    url: call.path,
    schema: {
      summary: call.summary,
      ...(call.query ? { querystring: call.query } : {}),
      ...(call.body ? { body: call.body } : {}),
      response: { 200: call.response },
    },
    config: { call, ...(limit ? { rateLimit: limit } : {}) },
    preHandler: [
      ...(takesPassword ? [refuseWhileFull(accounts)] : []),
      ...(refuse ? [refuseBefore(refuse)] : []), // what is refused does not count as a try
      ...(failures ? [failures.preHandler] : []),
    ],
    ...(failures ? { onSend: failures.onSend } : {}),
    async handler(request, reply) {
      const earliest = delay(leastTime);
      const library = (await open?.()) ?? accounts;
      if (isRefused(library)) return sendRefusal(reply, library);
      const headers = headersOf(request);
      headers.delete('content-length');
      headers.set('content-type', 'application/json'); // the library wants one even where there is no body
      const forwarded = new Request(new URL(pathOf(call, request), publicUrl), {
        method: request.method,
        headers,
        ...(call.method === 'GET' ? {} : { body: JSON.stringify(translate((request.body ?? {}) as object)) }),
      });
      const answer = await run(() => library.handler(forwarded));
      await earliest;
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
    const refused = refuse((body ?? {}) as object);
    return refused && sendRefusal(reply, refused);
  };
}

/** Before anything is counted or looked up, so that a flood costs little; late, so that it cannot ask again at once. */
function refuseWhileFull({ isPasswordQueueFull }: Accounts) {
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    if (!isPasswordQueueFull()) return;
    await delay(busyDelayMs);
    return sendRefusal(reply, { refused: 'log-ins-busy' });
  };
}

const busyDelayMs = 500;

/** The call with the parameters of the contract alone: the library has others, which send the browser elsewhere. */
function pathOf(call: Endpoint, request: FastifyRequest): string {
  const query = new URLSearchParams(call.query ? (request.query as Record<string, string>) : {});
  return query.size > 0 ? `${call.path}?${query}` : call.path;
}

/** The library takes a database that does not answer for an account that is not there, or for a fault of its own. */
function throwDatabaseFailure(): void {
  const failure = currentBudget()?.failure;
  if (failure) throw failure;
}

/** A request's headers as the web platform's `Headers`; the address is the connection's, or what a trusted proxy says it is. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  headers.set('x-forwarded-for', request.ip);
  return headers;
}
