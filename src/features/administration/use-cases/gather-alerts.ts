/** Gathers alerts into mails to the owner: few a day at once, or one a day. */
import { claimAlerts, deleteWaitingAlerts } from '#administration/database/alerts.ts';
import { type AlertsMailJob, findDigestDay, findSlot, selectKinds } from '#administration/rules/alerts.ts';
import { findConfirmedAdministrators } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { readSettings } from '#settings/database/settings.ts';
import type { Settings } from '#settings/rules/settings.ts';

/** Without anybody to mail to, alerts wait. What happens while its kind is off is never mailed. */
export async function gatherAlerts(
  { db, enqueue }: Pick<Dependencies<AlertsMailJob>, 'db' | 'enqueue'>,
  { at }: { at: Date },
): Promise<void> {
  const settings = await readSettings(db);
  await deleteWaitingAlerts(db, selectKinds(settings, 'off'));
  const mails = [
    { kinds: selectKinds(settings, 'at once'), period: findSlot(at), at },
    { kinds: selectKinds(settings, 'daily'), period: findDigestDay(at), at },
  ];
  for (const mail of mails) {
    await runTransaction(db, async (transaction) => {
      const addressees = await findAddressees(transaction, settings);
      if (addressees.length === 0 || !(await claimAlerts(transaction, mail))) return;
      for (const addressee of addressees)
        await enqueue(transaction, { name: 'mail-alerts', period: mail.period.name, ...addressee });
    });
  }
}

async function findAddressees(
  db: Database,
  { alertEmail }: Settings,
): Promise<{ to: string; personName: string }[]> {
  if (alertEmail !== '') return [{ to: alertEmail, personName: 'owner' }];
  const administrators = await findConfirmedAdministrators(db);
  return administrators.map(({ email, name }) => ({ to: email, personName: name }));
}
