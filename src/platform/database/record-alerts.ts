/** The record of what the owner reads of by mail. */
import { randomUUIDv7 } from 'node:crypto';
import type { AlertKind } from '#kernel/alert-kinds.ts';
import type { Database } from '#platform/database/connect.ts';

export type Alert = { kind: AlertKind; subjectId: string; at: Date };

export async function recordAlert(db: Database, alert: Alert): Promise<void> {
  await recordAlerts(db, [alert]);
}

/** Takes at most a few thousand. */
export async function recordAlerts(db: Database, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return;
  const rows = alerts.map(({ kind, subjectId, at }) => ({
    ...{ id: randomUUIDv7(), kind, subject_id: subjectId, happened_at: at },
  }));
  await db.insertInto('alerts').values(rows).execute();
}
