/** The links of account mails, read from the queue of a shop that does not send them. */
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountMail } from '#people/rules/account-mails.ts';
import { insertRows } from './given.ts';
import type { TestShop } from './shop.ts';

/** The token of the last link queued for this address. */
export async function readMailedToken(
  shop: TestShop,
  email: string,
  kind: AccountMail = 'verification',
): Promise<string> {
  const { rows } = await sql<{ address: string }>`
    select data->>'address' as address from pgboss.job
    where name = 'mail-account' and data->>'to' = ${email} and data->>'kind' = ${kind}
    order by data->>'id' desc limit 1`.execute(shop.db);
  const token = new URL(rows[0]?.address ?? 'no:mail').searchParams.get('token');
  if (!token) throw new Error(`No ${kind} was mailed to ${email}`);
  return token;
}

/** How many mails of this kind are queued. */
export async function countMails(shop: TestShop, email: string, kind: AccountMail): Promise<number> {
  const { rows } = await sql`
    select 1 from pgboss.job
    where name = 'mail-account' and data->>'to' = ${email} and data->>'kind' = ${kind}`.execute(shop.db);
  return rows.length;
}

/** A token to choose a new password, inserted directly. */
export async function givenResetToken(shop: TestShop, { id }: { id: string }): Promise<string> {
  const token = randomUUIDv7().replaceAll('-', '');
  const at = new Date();
  await insertRows(shop, 'verifications', {
    ...{ id: randomUUIDv7(), identifier: `reset-password:${token}`, value: id },
    ...{ expires_at: new Date(at.getTime() + 60_000), created_at: at, updated_at: at },
  });
  return token;
}
