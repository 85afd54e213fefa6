/** Registers forms of pages without a script: endpoints of the contract, by the session's cookie. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { makeLogInPath, parseLocalPath } from '#kernel/return-path.ts';
import type { Endpoint, EndpointForm, FormFields } from '#platform/contract/endpoint.ts';
import { sendRefusal } from '#platform/http/problems.ts';
import {
  type ApiDependencies,
  type RegisteredEndpoint,
  type RequestContext,
  refuseAccess,
} from '#platform/http/register-endpoint.ts';
import { parseInput } from '#platform/http/validate.ts';

type FormDependencies = Pick<ApiDependencies, 'findSessionViewer' | 'publicUrl' | 'trustedOrigins' | 'now'>;

type FormOfEndpoint = readonly [EndpointForm, RegisteredEndpoint];

/** One route for the forms of one path. A form whose button nobody names is the first one. */
export function registerForms(
  app: FastifyInstance,
  services: FormDependencies,
  forms: readonly [FormOfEndpoint, ...FormOfEndpoint[]],
): void {
  const [first] = forms;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: first[0].maxBytes ?? 4096 },
      (_request, form, done) => done(null, Object.fromEntries(new URLSearchParams(String(form)))),
    );
    scope.post(first[0].path, { schema: { hide: true } }, async (request, reply) => {
      if (!isSentByShop(request, services)) return sendRefusal(reply, { refused: 'not-allowed' });
      const fields = (request.body ?? {}) as FormFields;
      const [form, registered] = forms.find(([{ button }]) => isPressed(button, fields)) ?? first;
      const sent = readSent(form, fields);
      const outcome = await run(services, registered, { request, reply }, sent);
      const refusal = isRefused(outcome) ? outcome : undefined;
      if (request.headers.accept === 'application/json')
        return refusal ? sendRefusal(reply, refusal) : reply.send(form.shorten?.(outcome, sent) ?? outcome);
      const page = findPage(request, services) ?? form.path;
      if (refusal?.refused === 'not-signed-in') return reply.redirect(makeLogInPath(page), 303);
      const next = form.redirect(refusal ? { refusal } : { answer: outcome }, sent, page);
      if (next !== undefined) return reply.redirect(next, 303);
      return refusal ? sendRefusal(reply, refusal) : reply.send(outcome);
    });
  });
}

function findPage(
  { headers: { referer = '' } }: FastifyRequest,
  services: FormDependencies,
): string | undefined {
  const origin = listOrigins(services).find((each) => referer.startsWith(`${each}/`));
  return origin && parseLocalPath(referer.slice(origin.length));
}

function isPressed(button: EndpointForm['button'], fields: FormFields): boolean {
  if (!button) return true;
  return button.value === undefined ? button.name in fields : fields[button.name] === button.value;
}

/** By the names of the contract, without what was left empty. */
function readSent({ button }: EndpointForm, fields: FormFields): FormFields {
  const named = button?.field ? { ...fields, [button.field]: fields[button.name] } : fields;
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
}

async function run(
  services: FormDependencies,
  { endpoint, handle }: RegisteredEndpoint,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  sent: FormFields,
): Promise<unknown> {
  const at = services.now();
  const viewer =
    endpoint.access === 'anyone' ? undefined : await services.findSessionViewer(exchange.request);
  const refusal = refuseAccess(endpoint, viewer);
  if (refusal) return refusal;
  const params = parsePart(endpoint.params, 'params', sent);
  if (isRefused(params)) return params;
  const body = parsePart(endpoint.body, 'body', sent);
  if (isRefused(body)) return body;
  const parsed = { params, body, query: undefined, upload: undefined, claim: undefined };
  return await handle({ ...parsed, ...exchange, viewer, at } as RequestContext<Endpoint>);
}

function parsePart(
  schema: Endpoint['body'],
  part: 'params' | 'body',
  sent: FormFields,
): object | undefined | Refusal {
  if (!schema) return undefined;
  const own = Object.keys(schema.shape).flatMap((name) => (name in sent ? [[name, sent[name]]] : []));
  const parsed = parseInput(schema, part, Object.fromEntries(own));
  return 'errors' in parsed ? { refused: 'invalid-input', errors: parsed.errors } : (parsed.value as object);
}

/**
 * False for a form of another site. Browsers say where a form comes from: all in `Origin`, and at https and loopback
 * addresses also in `Sec-Fetch-Site`. Programs that say nothing have no cookies of somebody else.
 */
function isSentByShop({ headers }: FastifyRequest, services: FormDependencies): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined || listOrigins(services).includes(headers.origin);
}

function listOrigins({ publicUrl, trustedOrigins }: FormDependencies): string[] {
  return [publicUrl, ...trustedOrigins];
}
