/** Logs security events: log-ins, other use of accounts, changed roles, refusals. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emailSchema } from '#kernel/person-fields.ts';
import {
  changePasswordEndpoint,
  removeLinkedLogInEndpoint,
  requestPasswordResetEndpoint,
  resetPasswordEndpoint,
  signOutEverywhereEndpoint,
} from '#people/contract/accounts.ts';
import {
  createAdminEndpoint,
  dismissAdminEndpoint,
  signInEndpoint,
  signOutEndpoint,
  signUpEndpoint,
} from '#people/contract/people.ts';
import { socialReturnPath } from '#people/identity/social-sign-in.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';

const events = new Map<Endpoint, string>([
  [signUpEndpoint, 'sign-up'],
  [signInEndpoint, 'log-in'],
  [signOutEndpoint, 'log-out'],
  [signOutEverywhereEndpoint, 'log-out-everywhere'],
  [requestPasswordResetEndpoint, 'password-reset-requested'],
  [resetPasswordEndpoint, 'password-reset'],
  [changePasswordEndpoint, 'password-change'],
  [removeLinkedLogInEndpoint, 'linked-log-in-removed'],
  [createAdminEndpoint, 'administrator-made'],
  [dismissAdminEndpoint, 'administrator-dismissed'],
]);

export function logSecurityEvents(app: FastifyInstance): void {
  const level = app.log.level === 'silent' ? 'silent' : 'info';
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    const event = findEvent(request, status);
    if (!event) return done();
    const { method, routeOptions, ip } = request;
    const succeeded = status < 400 && !isFailedReturn(request, reply);
    request.log.child({}, { level }).info(
      {
        securityEvent: event,
        succeeded,
        status,
        address: ip,
        subject: findEmail(request.params) ?? findEmail(request.body),
        call: `${method} ${routeOptions.url ?? 'none'}`,
      },
      `${event === 'refusal' ? 'a call' : event} ${succeeded ? 'succeeded' : 'was refused'}`,
    );
    done();
  });
}

function findEvent(request: FastifyRequest, status: number): string | undefined {
  const { config, url } = request.routeOptions;
  if (url === socialReturnPath) return 'log-in';
  return (
    (config.endpoint && events.get(config.endpoint)) ?? (isRefusal(request, status) ? 'refusal' : undefined)
  );
}

/** Back from the identity provider, every answer is a redirect; one to a failure says so in its address. */
function isFailedReturn({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  const address = String(reply.getHeader('location') ?? '');
  return routeOptions.url === socialReturnPath && /[?&]error=/.test(address);
}

/** A 401 counts only with a token or cookie; visitors get it before they log in. */
function isRefusal({ headers }: FastifyRequest, status: number): boolean {
  if (status === 401) return headers.authorization !== undefined || headers.cookie !== undefined;
  return status === 403 || status === 429;
}

function findEmail(source: unknown): string | undefined {
  const email = (source as { email?: unknown } | undefined)?.email;
  if (typeof email !== 'string') return undefined;
  return emailSchema.safeParse(email).success ? email : email.slice(0, maxInvalidCharacters);
}

const maxInvalidCharacters = 80;
