/** Mails a person about their account. */
import { renderAccountMail } from '#people/mails/account-mail.ts';
import type { AccountMailJob } from '#people/rules/account-mails.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Mailbox } from '#platform/mail/mailbox.ts';
import { readSettings } from '#settings/database/settings.ts';

export async function mailAccount(
  { db, mailbox }: { db: Database; mailbox: Mailbox },
  { kind, id, to, personName, address, provider }: Omit<AccountMailJob, 'name'>,
): Promise<void> {
  const shop = await readSettings(db);
  const mail = renderAccountMail(kind, { name: personName, address, provider }, shop);
  await mailbox.send({ id, shop, to, ...mail });
}
