/** The routes of the identity provider, for browsers and shops of this machine only. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import { escapeHtml, makePage, sendPage } from '../http/html-page.ts';
import { DEMO_PEOPLE, type DemoPerson, describeExpiry, KIND, makeProviders } from './provider.ts';

const PREFIX = '/identity';

/** A reverse proxy that serves the provider below another path sends it and its own host. */
const PROXIED_PREFIX = '/demo-identity';

/** `clientSecret`: the secret of the shop, which the provider knows under one id. */
export function identityProviderRoutes(server: FastifyInstance, clientSecret: string): void {
  const findProvider = makeProviders(clientSecret);
  const open = (issuer: Issuer) => findProvider(issuer.origin + issuer.prefix);

  const interactionPath = `${PREFIX}/interaction/:uid`;
  server.get(interactionPath, { exposeHeadRoute: false }, async (request, reply) => {
    const issuer = findIssuer(request);
    if (!issuer) return reply.callNotFound();
    const interaction = await findInteraction(await open(issuer), request, reply);
    if (!interaction) return sendPage(reply, describeExpiry()); // as after Back
    const page = renderInteraction(interaction, readShopName(request));
    return sendPage(reply, page, `'self' ${new URL(String(interaction.params.redirect_uri)).origin}`);
  });
  server.post(interactionPath, async (request, reply) => {
    const issuer = findIssuer(request);
    if (!issuer) return reply.callNotFound();
    const provider = await open(issuer);
    const interaction = await findInteraction(provider, request, reply);
    if (!interaction) return sendPage(reply.code(404), describeExpiry());
    const result = await decide(provider, interaction, new URLSearchParams(String(request.body ?? '')));
    const address = await provider.interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: true,
    });
    return reply.redirect(address, 303);
  });

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers(); // the provider reads the body itself
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.all(`${PREFIX}/*`, async (request, reply) => {
      const issuer = findIssuer(request);
      if (!issuer) return reply.callNotFound();
      const provider = await open(issuer);
      const { raw } = request;
      const url = (raw.url ?? '').slice(PREFIX.length);
      raw.headers.host = new URL(issuer.origin).host;
      Object.assign(raw, { url, originalUrl: issuer.prefix + url });
      reply.hijack();
      await provider.callback()(raw, reply.raw);
      return undefined;
    });
  });
}

type Issuer = { origin: string; prefix: string };

/** The provider's address as the browser sees it; undefined for a foreign host or another prefix. */
function findIssuer({ headers }: FastifyRequest): Issuer | undefined {
  const prefix = headers['x-forwarded-prefix'];
  const forwardedHost = headers['x-forwarded-host'];
  if (!isLoopback(headers.host)) return undefined;
  if (prefix === undefined && forwardedHost === undefined)
    return { origin: `http://${headers.host}`, prefix: PREFIX };
  if (prefix !== PROXIED_PREFIX || typeof forwardedHost !== 'string' || !isLoopback(forwardedHost))
    return undefined;
  return { origin: `http://${forwardedHost}`, prefix: PROXIED_PREFIX };
}

function isLoopback(host: string | undefined): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/.test(host ?? '');
}

async function findInteraction(
  provider: Provider,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(raw, reply.raw);
  } catch {
    return undefined; // finished, expired, or of another browser
  }
}

function renderInteraction({ prompt, session }: Interaction, shopName: string): string {
  const person = DEMO_PEOPLE.find(({ id }) => id === session?.accountId);
  return prompt.name === 'consent' && person ? renderConsent(person, shopName) : renderPeople();
}

/** The proxy of a shop sends its name, percent-encoded. */
function readShopName({ headers }: FastifyRequest): string {
  try {
    return decodeURIComponent(String(headers['x-shop-name'] ?? 'the shop'));
  } catch {
    return 'the shop';
  }
}

async function decide(provider: Provider, interaction: Interaction, form: URLSearchParams) {
  const { prompt, params, session } = interaction;
  const person = DEMO_PEOPLE.find(({ id }) => id === form.get('person'));
  if (prompt.name === 'login' && person) return { login: { accountId: person.id } };
  if (prompt.name === 'consent' && form.get('consent') === 'yes') {
    const grant = new provider.Grant({ accountId: session?.accountId, clientId: params.client_id });
    grant.addOIDCScope(prompt.details.missingOIDCScope?.join(' ') ?? '');
    return { consent: { grantId: await grant.save() } };
  }
  return { error: 'access_denied', error_description: 'The person has not allowed it.' };
}

function renderPeople(): string {
  const buttons = DEMO_PEOPLE.map(
    ({ id, name, email }) =>
      `<button name="person" value="${id}" class="choice"><strong>${escapeHtml(name)}</strong> <span>${escapeHtml(email)}</span></button>`,
  );
  return makePage(
    KIND,
    'Who are you?',
    `<p>A provider such as Google would ask you here for your password. This is a demo: choose one of three people.</p>
<form method="post">
${buttons.join('\n')}
<button name="cancel" value="yes" class="second">Cancel</button>
</form>`,
  );
}

function renderConsent({ name, email }: DemoPerson, shopName: string): string {
  return makePage(
    KIND,
    `Log in to ${escapeHtml(shopName)}?`,
    `<p>The shop learns of you:</p>
<ul><li>your name, <strong>${escapeHtml(name)}</strong></li><li>your e-mail address, <strong>${escapeHtml(email)}</strong></li></ul>
<form method="post">
<button name="consent" value="yes">Allow</button>
<button name="cancel" value="yes" class="second">Do not allow</button>
</form>`,
  );
}
