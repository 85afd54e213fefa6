/** The append-only record of what administrators changed. */
import { randomUUIDv7 } from 'node:crypto';
import type { ChangeSubject } from '#kernel/admin-changes.ts';
import type { AlertKind } from '#kernel/alert-kinds.ts';
import type { Database } from './connect.ts';

export type AdminChange = {
  adminId: string | null;
  subject: ChangeSubject;
  subjectId: string;
  before: object | null;
  after: object | null;
  at: Date;
};

export async function recordAdminChange(db: Database, change: AdminChange): Promise<void> {
  await recordAdminChanges(db, [change]);
}

/** Takes at most a few thousand changes. */
export async function recordAdminChanges(db: Database, changes: readonly AdminChange[]): Promise<void> {
  if (changes.length === 0) return;
  await db.insertInto('admin_changes').values(changes.map(makeRow)).execute();
}

function makeRow(change: AdminChange) {
  return {
    id: randomUUIDv7(),
    admin_id: change.adminId,
    subject: change.subject,
    subject_id: change.subjectId,
    before: change.before && JSON.stringify(change.before),
    after: change.after && JSON.stringify(change.after),
    changed_at: change.at,
  };
}

/** The record of what the owner reads of by mail. */
type Alert = { kind: AlertKind; subjectId: string; at: Date };

/** Takes at most a few thousand. */
export async function recordAlerts(db: Database, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return;
  const rows = alerts.map(({ kind, subjectId, at }) => ({
    ...{ id: randomUUIDv7(), kind, subject_id: subjectId, happened_at: at },
  }));
  await db.insertInto('alerts').values(rows).execute();
}
