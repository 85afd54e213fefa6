/** What was typed into a form and not sent yet, kept in this tab over a reload, a way back, or a log in. */
import { useEffect, useMemo } from 'react';
import { draftKeyPrefix, readPerson } from '#web/people/session.ts';

/** `forget` when it is sent; `keep` when that did not work. */
export type FormDraft = { forget: () => void; keep: () => void };

/**
 * Keeps what is typed into the form, but for passwords and files, and puts it back into the next one of this name that
 * the same person sees in this tab.
 */
export function useFormDraft(formId: string, name: string | undefined): FormDraft {
  // not anew in each rendering: somebody who is logged out meanwhile has still typed it
  const key = useMemo(() => name && `${draftKeyPrefix}${readPerson()?.email ?? ''}.${name}`, [name]);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!key || !(form instanceof HTMLFormElement)) return;
    restoreDraft(form, readDraft(key));
    const keepIt = () => saveDraft(key, form);
    form.addEventListener('input', keepIt);
    return () => form.removeEventListener('input', keepIt);
  }, [formId, key]);
  return {
    forget: () => key && sessionStorage.removeItem(key),
    keep: () => saveDraft(key, document.getElementById(formId)),
  };
}

function saveDraft(key: string | undefined, form: HTMLElement | null): void {
  if (!key || !(form instanceof HTMLFormElement)) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(collectFields(form)));
  } catch {} // storage is full or switched off: then it stays in the form alone
}

type DraftFields = [name: string, value: unknown][];

function readDraft(key: string): DraftFields {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]');
  } catch {
    return []; // storage is switched off, or somebody else wrote it
  }
}

function collectFields(form: HTMLFormElement): DraftFields {
  return [...new FormData(form)].filter(
    ([name, value]) => typeof value === 'string' && findField(form, name)?.type !== 'password',
  );
}

function restoreDraft(form: HTMLFormElement, typed: DraftFields): void {
  for (const [name, value] of typed) {
    const field = findField(form, name);
    if (!field || field.value === value) continue;
    field.value = String(value);
    field.dispatchEvent(new Event('input', { bubbles: true })); // for what follows it: a total, for example
  }
}

function findField(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.elements.namedItem(name) as HTMLInputElement | null;
}
