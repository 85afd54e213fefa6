/** Keeps the typed rules of delivery in this tab, over reloads and log-ins. */
import { draftKeyPrefix, readPerson } from '#web/people/session.ts';
import type { RulesDraft } from '#web/settings/delivery/rules-draft.ts';

type StoredDraft = { draft: RulesDraft; version: number };

/** Of the person, as the drafts of forms, whose code this page does not load. */
const getKey = () => `${draftKeyPrefix}${readPerson()?.email}.delivery-rules`;

export function storeRulesDraft(draft: StoredDraft): void {
  try {
    sessionStorage.setItem(getKey(), JSON.stringify(draft));
  } catch {} // storage is full or disabled
}

export function readRulesDraft(): StoredDraft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(getKey()) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function clearRulesDraft(): void {
  try {
    sessionStorage.removeItem(getKey());
  } catch {} // storage is disabled
}
