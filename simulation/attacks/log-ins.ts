/** Attacks by who somebody claims to be: at a log-in provider, before the owner of an address comes, and by a name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../tests/support/processes.ts';
import type { Profile } from '../../tests/support/started-provider.ts';
import { type Attack, listFaults, send, type Target } from './attack.ts';

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

export const linksBeforeConfirmation: Attack = {
  name: 'links',
  what: 'a provider linked before the owner of an address chooses a password by mail: it logs in no more',
  async run(target) {
    const { address } = target;
    const [sub, email] = ['squatter', 'squatted@example.com'];
    const linked = await logIn(target, { sub, email, name: 'Eve' });
    await post(`${address}/api/identity/request-password-reset`, address, { email });
    let token: string | undefined;
    await until('the mail is there', async () => {
      token = readTokenMailedTo(target.dataDir, email);
      return token !== undefined;
    });
    const reset = await post(`${address}/api/identity/reset-password`, address, {
      token,
      newPassword: 'all mine now',
    });
    const again = await logIn(target, { sub, email, name: 'Eve' });
    return {
      figures: `reset: ${reset.status}`,
      faults: listFaults(
        [linked.email === email && reset.status === 200, 'The attack did not come about.'],
        [!again.email, `The provider still logs in as ${again.email}.`],
        [!(await readEmail(address, linked.cookie)), 'The session of before is still open.'],
      ),
    };
  },
};

/** Of a mail in the outbox about a new password. */
function readTokenMailedTo(dataDir: string, email: string): string | undefined {
  const folder = path.join(dataDir, 'outbox');
  if (!existsSync(folder)) return undefined; // before the first mail
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { to: string; text: string })
    .filter(({ to, text }) => to.includes(email) && /password/i.test(text))
    .map(({ text }) => /reset_password\S*?token=([\w.-]+)/.exec(text)?.[1])
    .find((token) => token !== undefined);
}

export const names: Attack = {
  name: 'names',
  what: 'names that read like the shop’s own, or turn the direction of writing: refused; Padmini Rao is not',
  async run({ address }) {
    const faults: string[] = [];
    const expected = { 'COMPACT Admin': 400, 'Admin Eve': 400, 'E\u202eve': 400, 'Padmini Rao': 200 };
    for (const [name, status] of Object.entries(expected)) {
      const email = `${crypto.randomUUID()}@example.com`;
      const answer = await post(`${address}/api/identity/sign-up/email`, address, {
        name,
        email,
        password: 'a long password',
      });
      const isRight = status === 200 ? answer.status === 200 : answer.status >= 400 && answer.status < 500;
      if (!isRight) faults.push(`${JSON.stringify(name)} was answered ${answer.status}.`);
    }
    return { figures: `${Object.keys(expected).length} names`, faults };
  },
};

async function post(url: string, origin: string, body: object) {
  return await send(url, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Goes to the provider and back; answers where that ends, and as whom. */
async function logIn({ address, provider }: Target, profile: Profile) {
  const started = await post(`${address}/api/identity/sign-in/social`, address, { from: '/' });
  const state = await provider.say((JSON.parse(started.text) as { url: string }).url, profile);
  const back = await send(`${address}/login/oidc?code=a-code&state=${state}`, {
    headers: { cookie: readCookies(started.headers) },
  });
  const cookie = readCookies(back.headers);
  return { location: back.headers.get('location') ?? '', email: await readEmail(address, cookie), cookie };
}

async function readEmail(address: string, cookie: string): Promise<string | undefined> {
  const { text } = await send(`${address}/api/identity/get-session`, { headers: { cookie } });
  return ((JSON.parse(text || 'null') ?? {}) as { user?: { email: string } }).user?.email;
}

function readCookies(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
