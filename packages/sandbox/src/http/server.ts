/** The HTTP server: authenticates and parses a request, runs its endpoint, and answers in Stripe's format. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { identityProviderRoutes } from '../identity-provider/routes.ts';
import { isSame, type Ledger, newRequestId } from '../ledger/ledger.ts';
import { challengeRoutes } from '../three-d-secure/challenge-page.ts';
import {
  type Answer,
  API_VERSION,
  type Caller,
  type Endpoint,
  type EndpointCall,
  type Settings,
} from './endpoint.ts';
import { ApiError, invalidRequest } from './errors.ts';
import { parseForm } from './form.ts';
import { answerOnce } from './idempotency.ts';

const maxBodyBytes = 64 * 1024;
const requestTimeoutMs = 10_000;

type Request = FastifyRequest<{ Params: { id?: string } }>;

export function buildServer(
  ledger: Ledger,
  settings: Settings & Keys & Pick<Config, 'isIdentityProvider'>,
): FastifyInstance {
  const server = Fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    frameworkErrors: sendError,
  });

  // The form is not parsed here, because only its endpoint knows the parameters.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  server.addContentTypeParser('*', (_request, _body, done) => done(invalidRequest({ message: NOT_A_FORM })));

  server.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'request-id': newRequestId(), 'cache-control': 'no-cache, no-store' });
    reply.header('stripe-version', header(request, 'stripe-version') ?? API_VERSION);
    done();
  });
  // Otherwise keep-alive connections delay the stop.
  let isClosing = false;
  server.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  server.setErrorHandler(sendError);
  server.setNotFoundHandler(({ method, url }) => {
    const message = `Unrecognized request URL (${method}: ${url.split('?')[0]}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    throw invalidRequest({ message }, 404);
  });

  server.get('/healthz', () => {
    ledger.sql.get`select 1`;
    return { status: 'ok' };
  });
  challengeRoutes(server, ledger, settings);
  if (settings.isIdentityProvider) identityProviderRoutes(server, settings.secretKey);
  for (const endpoint of ENDPOINTS)
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      // Fastify would also answer HEAD; Stripe does not.
      exposeHeadRoute: false,
      handler: (request: Request, reply) =>
        send(reply, handleRequest(ledger, settings, endpoint, request, reply)),
    });
  return server;
}

/** Authenticates, authorizes, validates, then runs the endpoint or replays the stored answer. */
function handleRequest(
  ledger: Ledger,
  settings: Settings & Keys,
  endpoint: Endpoint,
  request: Request,
  reply: FastifyReply,
): Answer {
  const [path = '', query = ''] = request.url.split('?', 2);
  const encoded = endpoint.method === 'POST' ? String(request.body ?? '') : query;
  const { key: keyParameter, ...parameters } = parseForm(encoded);
  const caller = authenticate(settings, request.headers.authorization, keyParameter);
  if (!endpoint.callers.includes(caller))
    throw invalidRequest({ code: 'secret_key_required', message: SECRET_KEY_REQUIRED }, 401);

  const answer = endpoint.prepare(parameters);
  const key = header(request, 'idempotency-key');
  const call: EndpointCall = {
    ledger,
    caller,
    id: request.params.id ?? '',
    ...readClock(settings, caller === 'server' ? header(request, 'sandbox-clock') : undefined),
    reachedAt: reachedAt(request),
    request: { id: String(reply.getHeader('request-id')), idempotency_key: key ?? null },
  };
  if (endpoint.method === 'GET') return answer(call);
  if (!key) return ledger.transaction(() => answer(call));
  reply.header('idempotency-key', key);
  const once = ledger.transaction(() =>
    answerOnce(ledger, { key, caller, path, parameters, now: call.now }, () => answer(call)),
  );
  if (once.isReplayed) reply.header('idempotent-replayed', 'true');
  return once;
}

/** `SECONDS+PAUSE`: when it happens, in Unix time, and the seconds until a delayed outcome of it. */
function readClock(
  settings: Settings,
  clock: string | undefined,
): Pick<EndpointCall, 'now' | 'isPast' | 'settings'> {
  const [, at, pause] = /^(\d{1,11})\+(\d{1,8})$/.exec(clock ?? '') ?? [];
  if (at === undefined) return { now: new Date(), settings };
  const now = new Date(Number(at) * 1_000);
  return { now, isPast: true, settings: { ...settings, outcomePause: Number(pause) * 1_000 } };
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).send(body);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof ApiError) {
    reply.code(error.status).send({ error: error.error });
    return;
  }
  const status = findStatus(error);
  if (status < 500) {
    const message = error instanceof Error ? error.message : 'Invalid request.';
    reply.code(status).send({ error: { type: 'invalid_request_error', message } });
    return;
  }
  // Method, path and stack only: the body may hold a card number.
  console.error(`${request.method} ${request.url.split('?')[0]} failed:`, error);
  reply.code(500).send({ error: { type: 'api_error', message: 'An unknown error occurred.' } });
}

function findStatus(error: unknown): number {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' ? status : 500;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A reverse proxy that serves the sandbox below a path sends that path as a prefix. */
function reachedAt(request: FastifyRequest): EndpointCall['reachedAt'] {
  const prefix = header(request, 'x-forwarded-prefix') ?? '';
  return { origin: `http://${request.host}`, prefix: /^(\/[\w-]+)*$/.test(prefix) ? prefix : '' };
}

const NOT_A_FORM =
  'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.';

type Keys = { secretKey: string; publishableKey: string };

/**
 * The caller behind `authorization` (Bearer, or Basic with the key as the user) or behind the parameter `key`, which
 * browsers send. Throws 401 for no key or an unknown one.
 */
function authenticate(keys: Keys, authorization: string | undefined, keyParameter: unknown): Caller {
  const key = readKey(authorization) ?? (typeof keyParameter === 'string' ? keyParameter : undefined);
  if (!key) throw new ApiError(401, { type: 'invalid_request_error', message: NO_KEY });
  if (isSame(key, keys.secretKey)) return 'server';
  if (isSame(key, keys.publishableKey)) return 'browser';
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${maskKey(key)}`,
  });
}

function readKey(authorization: string | undefined): string | undefined {
  const [scheme, credentials = ''] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() === 'bearer') return credentials;
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(credentials, 'base64').toString().split(':')[0];
  return undefined;
}

/** The key with its middle masked, as much as its owner needs to recognize it. */
function maskKey(key: string): string {
  const prefix = /^[sp]k_(test|live)_/.exec(key)?.[0] ?? '';
  const rest = key.slice(prefix.length);
  return (
    prefix + '*'.repeat(Math.max(4, Math.min(rest.length - 4, 40))) + (rest.length > 8 ? rest.slice(-4) : '')
  );
}

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";

const SECRET_KEY_REQUIRED =
  'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.';
