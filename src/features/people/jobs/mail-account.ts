/** Mails a person about their account. */
import { renderAccountMail } from '#features/people/mails/account-mail.ts';
import type { AccountMailJob } from '#features/people/rules/account-mails.ts';
import { readSettings } from '#features/settings/database/settings.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Mailbox } from '#platform/mail/mailbox.ts';

export async function mailAccount(
  { db, mailbox }: { db: Database; mailbox: Mailbox },
  { kind, id, to, personName, address, provider }: Omit<AccountMailJob, 'name'>,
): Promise<void> {
  const shop = await readSettings(db);
  const mail = renderAccountMail(kind, { name: personName, address, provider }, shop.name);
  await mailbox.send({ id, shop, to, ...mail });
}
