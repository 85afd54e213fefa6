/** What a public shop needs: the words of its checklist. */

export const checkStates = ['done', 'missing', 'wrong'] as const;

export type CheckState = (typeof checkStates)[number];

export type Finding = { state: CheckState; sentence: string };

/** What the shop says of itself. */
export const claimNames = ['counters', 'ceo', 'homeTexts', 'companyPages'] as const;

export type Claim = { setting: (typeof claimNames)[number]; canHide: boolean };

export type CheckedItem = Finding & {
  name: string;
  page: string | null;
  /** Of a claim that nobody has confirmed: the setting that confirms or hides it, and what it can be. */
  claim: Claim | null;
  /** ISO 8601; null: what needs no trying. */
  checkedAt: string | null;
};
