/** Mails the owner what was gathered for a period. */
import { createHash } from 'node:crypto';
import { findAlertsOfPeriod } from '#administration/database/alerts.ts';
import { renderAlertMail } from '#administration/mails/alert-mail.ts';
import type { AlertsMailJob } from '#administration/rules/alerts.ts';
import { findTimeZone } from '#delivery/database/delivery-rules.ts';
import { findPersonByEmail } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Mailbox } from '#platform/mail/mailbox.ts';
import { readSettings } from '#settings/database/settings.ts';

/** Of each kind; a mail says how many more there are. */
const maxListedPerKind = 20;

export async function mailAlerts(
  { db, mailbox, publicUrl }: { db: Database; mailbox: Mailbox; publicUrl: string },
  { period, to, personName }: Omit<AlertsMailJob, 'name'>,
): Promise<void> {
  const alerts = await findAlertsOfPeriod(db, period, maxListedPerKind);
  if (Object.values(alerts).every(({ rows }) => rows.length === 0)) return;
  const shop = await readSettings(db);
  const person = await findPersonByEmail(db, to);
  const isDismissed = person !== undefined && person.role !== 'admin' && to !== shop.alertEmail;
  if (isDismissed) return; // while it waited for a mail server
  const mail = renderAlertMail(
    { period, ...alerts },
    { personName, publicUrl, timeZone: await findTimeZone(db) },
    shop,
  );
  await mailbox.send({ id: makeMailId(period, to), shop, to, ...mail });
}

/** Of the period, so that a repeated mail is the same one. */
function makeMailId(period: string, to: string): string {
  const addressee = createHash('sha256').update(to).digest('hex').slice(0, 8);
  return `alerts-${period.replace(':', '-')}-${addressee}`;
}
