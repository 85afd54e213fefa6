/** Which reviews the shop shows. */

export const reviewSources = ['anyone', 'confirmed', 'buyers'] as const;
export type ReviewsFrom = (typeof reviewSources)[number];

/** `hidden`: by an administrator; `waiting`: until its author is an allowed one. */
export const reviewStatuses = ['shown', 'hidden', 'waiting'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export const reviewConditions = ['confirmed-address', 'purchase'] as const;

export function findMissingCondition(
  from: ReviewsFrom,
  author: { isConfirmed: boolean; hasBought: boolean },
): (typeof reviewConditions)[number] | null {
  if (from === 'confirmed' && !author.isConfirmed) return 'confirmed-address';
  if (from === 'buyers' && !author.hasBought) return 'purchase';
  return null;
}
