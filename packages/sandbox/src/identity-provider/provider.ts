/** The OpenID Connect provider: npm's certified `oidc-provider`, loaded at its first use. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { Context, interactionPolicy as InteractionPolicy } from 'oidc-provider';
import { makePage, makePageHeaders } from '../http/html-page.ts';

const CLIENT_ID = 'compact';

/** Any port of this machine: native clients of RFC 8252 are recognized without it. */
const REDIRECT_URIS = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}/login/oidc`);

const maxProviders = 20;

/** Answers the provider with this issuer: each address of a shop has its own. */
export function makeProviders(clientSecret: string): (issuer: string) => Promise<Provider> {
  const providers = new Map<string, Provider>();
  const cookies = randomBytes(32).toString('hex');
  let signing: object | undefined;
  return async (issuer) => {
    const { default: Provider, interactionPolicy } = await import('oidc-provider');
    const known = providers.get(issuer);
    if (known) return known;
    signing ??= makeSigningKey();
    const policy = askEachTime(interactionPolicy);
    const provider = new Provider(issuer, configure(issuer, { clientSecret, policy, signing, cookies }));
    providers.set(issuer, provider);
    const [oldest] = providers.keys();
    if (oldest && providers.size > maxProviders) providers.delete(oldest);
    return provider;
  };
}

type Settings = { clientSecret: string; policy: object; signing: object; cookies: string };

function configure(issuer: string, { clientSecret, policy, signing, cookies }: Settings) {
  const { pathname } = new URL(issuer);
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        application_type: 'native',
        redirect_uris: REDIRECT_URIS,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
    scopes: ['openid', 'email', 'profile'],
    cookies: { keys: [cookies], long: { path: pathname, httpOnly: true, sameSite: 'lax' } },
    jwks: { keys: [signing] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_: Context, { uid }: { uid: string }) => `${pathname}/interaction/${uid}` },
    loadExistingGrant,
    findAccount,
    renderError: (context: Context) => {
      context.type = 'html';
      for (const [name, value] of Object.entries(makePageHeaders())) context.set(name, value);
      context.body = describeExpiry();
    },
  };
}

/** Whoever logs in chooses a person each time, whatever the provider's cookie remembers. */
function askEachTime({ base, Check }: typeof InteractionPolicy): object {
  const policy = base();
  const isChosen = ({ oidc }: { oidc: { result?: { login?: object } } }) => !oidc.result?.login;
  policy.get('login').checks.add(new Check('choice', 'A person is chosen at each log-in', isChosen));
  return policy;
}

/** Asks for consent at each log-in, too. */
async function loadExistingGrant(context: {
  oidc: { result?: { consent?: { grantId?: string } }; provider: Provider };
}) {
  const { result, provider } = context.oidc;
  return result?.consent?.grantId ? await provider.Grant.find(result.consent.grantId) : undefined;
}

function findAccount(_: Context, id: string) {
  const person = DEMO_PEOPLE.find((each) => each.id === id);
  if (!person) return undefined;
  const { name, givenName, email } = person;
  const claims = () => ({ sub: id, name, given_name: givenName, email, email_verified: true });
  return { accountId: id, claims };
}

function makeSigningKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: randomBytes(8).toString('hex') };
}

export type DemoPerson = { id: string; name: string; givenName: string; email: string };

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { id: 'demo-robin', name: 'Robin Fields', givenName: 'Robin', email: 'robin@compact.test' },
  { id: 'demo-mei', name: 'Mei Lin', givenName: 'Mei', email: 'mei@compact.test' },
  // shops with short names can take the given name
  {
    id: 'demo-bartholomew',
    name: 'Bartholomew Quickfinger',
    givenName: 'Bartholomew',
    email: 'bartholomew@compact.test',
  },
];

/** Above the title of each page. */
export const KIND = 'Demo ID · log-in of the sandbox';

export function describeExpiry(): string {
  return makePage(
    KIND,
    'This log-in is over',
    '<p>It was finished, or it took too long. Go back to the shop and start again.</p>',
  );
}
