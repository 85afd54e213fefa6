/** What a public shop needs: the words of its checklist. */

export const checkStates = ['done', 'missing', 'wrong'] as const;

export type CheckState = (typeof checkStates)[number];

export type Finding = { state: CheckState; sentence: string };

export type CheckedItem = Finding & {
  name: string;
  page: string | null;
  /** ISO 8601; null: what needs no trying. */
  checkedAt: string | null;
};
