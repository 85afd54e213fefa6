/** Deletes ended sessions, expired rate-limit counts, idempotency keys, old alerts and builds, and baskets and images that nobody uses. */
import { deleteAlerts } from '#administration/database/alerts.ts';
import { deleteUnusedBaskets } from '#basket/database/basket.ts';
import { basketLifetimeDays } from '#basket/rules/baskets.ts';
import { deleteExpiredBuilds } from '#fit/database/builds.ts';
import { removeUnusedImages } from '#images/use-cases/remove-unused-images.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { deleteEndedSessions } from '#people/database/linked-log-ins.ts';
import { deleteExpiredAttempts } from '#platform/database/attempts.ts';
import { deleteKeys } from '#platform/database/idempotency.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** 30 days: longer than any client repeats a request. */
const keyLifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** 30 days: longer than a mail is retried. */
const alertLifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** As long as a visitor's cookie. */
const basketLifetimeMs = basketLifetimeDays * 24 * 60 * 60 * 1000;

/** Refuses: image-store-unavailable. */
export async function purgeExpired(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  { at }: { at: Date },
): Promise<Refusal | undefined> {
  await deleteEndedSessions(db, at);
  await deleteExpiredAttempts(db, at);
  await deleteKeys(db, { before: new Date(at.getTime() - keyLifetimeMs) });
  await deleteAlerts(db, { before: new Date(at.getTime() - alertLifetimeMs) });
  await deleteUnusedBaskets(db, { before: new Date(at.getTime() - basketLifetimeMs) });
  await deleteExpiredBuilds(db, at);
  const removed = await removeUnusedImages({ db, images }, { at });
  return isRefused(removed) ? removed : undefined;
}
