/** The attack by who somebody claims to be at a log-in provider. */
import type { Profile } from '../../tests/support/started-provider.ts';
import { type Attack, send, type Target } from './attack.ts';

const victim = 'admin@compact.test';

/** A provider's claims that confirm nothing. */
const hostileClaims: Record<string, unknown>[] = [
  {},
  { email_verified: 'false' },
  { email_verified: 'true' },
  { email_verified: false, emailVerified: true },
  { email_verified: 1 },
  { email_verified: [true] },
];

export const hostileProfiles: Attack = {
  name: 'profiles',
  what: 'a provider that claims the administrator’s address without having confirmed it: logs nobody in',
  async run(target) {
    const faults: string[] = [];
    for (const [index, claims] of hostileClaims.entries()) {
      const sub = `attacker-${index}`;
      const { location, email } = await logIn(target, { sub, email: victim, name: 'Eve', ...claims });
      if (email) faults.push(`${JSON.stringify(claims)} logs in as ${email}.`);
      if (!location.includes('error=')) faults.push(`${JSON.stringify(claims)} leads to ${location}.`);
    }
    return { figures: `${hostileClaims.length} profiles`, faults };
  },
};

/** Goes to the provider and back; answers where that ends, and as whom. */
async function logIn({ address, provider }: Target, profile: Profile) {
  const started = await send(`${address}/api/identity/sign-in/social`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ from: '/' }),
  });
  const state = await provider.say((JSON.parse(started.text) as { url: string }).url, profile);
  const back = await send(`${address}/login/oidc?code=a-code&state=${state}`, {
    headers: { cookie: readCookies(started.headers) },
  });
  const cookie = readCookies(back.headers);
  const { text } = await send(`${address}/api/identity/get-session`, { headers: { cookie } });
  const { user } = (JSON.parse(text || 'null') ?? {}) as { user?: { email: string } };
  return { location: back.headers.get('location') ?? '', email: user?.email };
}

function readCookies(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
