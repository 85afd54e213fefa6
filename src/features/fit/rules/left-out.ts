/** What a build names and leaves out, and why. */
import {
  type BuildEntry,
  budgetPrefix,
  maxBudget,
  maxBuildEntries,
} from '#catalogue/rules/lists/build-entries.ts';
import { formatBudget } from '#kernel/money.ts';

export const leftOutReasons = ['unreadable', 'too-many', 'unknown', 'off-sale', 'not-checked'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** `name`: the part's name where it is known, otherwise what names it. */
export type LeftOut = { text: string; name: string; reason: LeftOutReason };

export function leaveOut({ id }: Pick<BuildEntry, 'id'>, reason: LeftOutReason, name: string = id): LeftOut {
  return { text: id, name, reason };
}

export function explainLeftOut({ name, reason }: Pick<LeftOut, 'name' | 'reason'>): string {
  return sentences[reason](name);
}

const sentences: Record<LeftOutReason, (name: string) => string> = {
  unreadable: (name) =>
    name.startsWith(budgetPrefix)
      ? `“${name.slice(budgetPrefix.length)}” is no budget: type whole dollars, at most ${formatBudget(maxBudget)}.`
      : `“${name}” names no part.`,
  'too-many': (name) => `${name} is left out: a build has at most ${maxBuildEntries} different parts.`,
  unknown: (name) => `${name} is left out: we do not have such a part.`,
  'off-sale': (name) => `${name} is left out: it is not on sale any more.`,
  'not-checked': (name) => `${name} is left out: no rule is about parts of this kind.`,
};
