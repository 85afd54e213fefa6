/** Deletes expired rate-limit counts, idempotency keys, old alerts and builds, and baskets and images that nobody uses. */
import { deleteAlerts } from '#database/administration/alerts.ts';
import { deleteUnusedBaskets } from '#database/basket.ts';
import { deleteBuilds } from '#database/fit/builds.ts';
import { deleteKeys } from '#database/idempotency.ts';
import { deleteExpiredAttempts } from '#database/people/attempts.ts';
import { basketLifetimeDays } from '#domain/basket/baskets.ts';
import { buildLifetimeDays } from '#domain/fit/saved-builds.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import { removeUnusedImages } from '#shop/images/remove-unused-images.ts';

/** 30 days: longer than any client repeats a request. */
const keyLifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** 30 days: longer than a mail is retried. */
const alertLifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** As long as a visitor's cookie. */
const basketLifetimeMs = basketLifetimeDays * 24 * 60 * 60 * 1000;

const buildLifetimeMs = buildLifetimeDays * 24 * 60 * 60 * 1000;

/** Refuses: image-store-unavailable. */
export async function purgeExpired(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  { at }: { at: Date },
): Promise<Refusal | undefined> {
  await deleteExpiredAttempts(db, at);
  await deleteKeys(db, { before: new Date(at.getTime() - keyLifetimeMs) });
  await deleteAlerts(db, { before: new Date(at.getTime() - alertLifetimeMs) });
  await deleteUnusedBaskets(db, { before: new Date(at.getTime() - basketLifetimeMs) });
  await deleteBuilds(db, { before: new Date(at.getTime() - buildLifetimeMs) });
  const removed = await removeUnusedImages({ db, images }, { at });
  return isRefused(removed) ? removed : undefined;
}
