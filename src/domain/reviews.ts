/** Whose reviews the shop shows. */

/** Of anyone with an account, of those whose e-mail address is confirmed, or of those who have bought. */
export const reviewSources = ['anyone', 'confirmed', 'buyers'] as const;
export type ReviewsFrom = (typeof reviewSources)[number];

/** Shown to everybody, hidden by an administrator, or waiting until its author is one of those. */
export const reviewStatuses = ['shown', 'hidden', 'waiting'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** What others see nobody's review before. */
export const reviewConditions = ['confirmed-address', 'purchase'] as const;
export type ReviewCondition = (typeof reviewConditions)[number];

/** What is missing for others to see a review of this person; null when nothing is. */
export function findMissingCondition(
  from: ReviewsFrom,
  author: { isConfirmed: boolean; hasBought: boolean },
): ReviewCondition | null {
  if (from === 'confirmed' && !author.isConfirmed) return 'confirmed-address';
  if (from === 'buyers' && !author.hasBought) return 'purchase';
  return null;
}
