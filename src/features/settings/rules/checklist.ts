/** What a public shop needs: the words of its checklist. */
import type { PageTextId } from '#settings/rules/page-texts.ts';

export const checkStates = ['done', 'missing', 'wrong'] as const;

export type CheckState = (typeof checkStates)[number];

export type Finding = { state: CheckState; sentence: string };

/** What the shop says of itself. */
export const claimNames = ['counters', 'ceo', 'banner', 'questions', 'opening', 'companyPages'] as const;

/** With the texts that say it. */
export type Claim = { setting: (typeof claimNames)[number]; canHide: boolean; texts: PageTextId[] };
