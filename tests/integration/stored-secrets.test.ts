/** What somebody finds who reads the log or the database: no token that lets them in. */
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { ask, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const lines: string[] = [];
const logStream = { write: (line: string) => void lines.push(line) };
const shop = await givenShop({ runsJobs: true, logLevel: 'info', logStream });

test('a mailed link is in the database only hashed once it is sent, in the log never, and it counts', async () => {
  const person = await givenPerson(shop, { isConfirmed: false });
  await ask(shop, 'POST', '/api/identity/request-password-reset', { email: person.email });
  const tokens = await vi.waitFor(() => tokensMailed(2), { timeout: 30_000 });
  await vi.waitFor(async () => expect(await countRowsWith(tokens)).toBe(0), { timeout: 30_000 });

  for (const token of tokens)
    for (const path of [`/reset_password?from=x&token=${token}`, `/verify_email?TOKEN=${token}&x=1`])
      await ask(shop, 'GET', path);
  await ask(shop, 'GET', '/login/oidc?code=codeOfTheProvider&state=stateOfTheShop&iss=x');
  const log = lines.join('');
  expect(log).toContain('/reset_password?from=x&token=…"');
  expect(log).toContain('/login/oidc?code=…&state=…&iss=x');
  for (const secret of [...tokens, 'codeOfTheProvider', 'stateOfTheShop']) expect(log).not.toContain(secret);

  const [, token] = tokens;
  const body = { token, newPassword: 'quite new' };
  expect((await ask(shop, 'POST', '/api/identity/reset-password', body)).status).toBe(200);
  expect(lines.join('')).not.toContain(token);
});

function tokensMailed(count: number): string[] {
  const tokens = shop.mails.flatMap(({ text }) => /[?&]token=([^\s&]+)/.exec(text)?.[1] ?? []);
  if (tokens.length < count) throw new Error('not all mails are sent');
  return tokens.toSorted((one, other) => other.length - one.length); // the confirmation's is signed and long
}

/** Rows of all tables in which any of these texts stands. */
async function countRowsWith(texts: string[]): Promise<number> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(shop.db);
  let count = 0;
  for (const { name } of tables) {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from ${sql.raw(name)} as one
      where one::text like any (${texts.map((text) => `%${text}%`)})`.execute(shop.db);
    count += rows[0]?.found ?? 0;
  }
  return count;
}
