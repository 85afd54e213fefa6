/** Drafts: what a person has typed and not sent yet, stored in this tab over reloads, navigations and log ins. */
import { useState } from 'react';
import { draftKeyPrefix, readPerson } from '#ui/session/session.ts';

/**
 * A state of what is typed outside of forms; it is the person's of its first moment, also after a log out. The third:
 * stores it no longer until it is set again, as when it is sent.
 */
export function useDraft<Draft>(name: string, initial: Draft): [Draft, (draft: Draft) => void, () => void] {
  const [key] = useState(() => formatDraftKey(readPerson()?.email, name));
  const [draft, setDraft] = useState(() => readDraft(key, initial));
  return [
    draft,
    (next) => {
      setDraft(next);
      storeDraft(key, next);
    },
    () => storeDraft(key, null),
  ];
}

/** `email` undefined: a visitor's. */
export function formatDraftKey(email = '', name: string): string {
  return `${draftKeyPrefix}${email}.${name}`;
}

export function storeDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {} // storage is full or disabled
}

export function readDraft<Draft>(key: string, otherwise: Draft): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? otherwise;
  } catch {
    return otherwise; // storage is disabled, or holds something else
  }
}
