/** Form drafts: what was typed and not sent yet, stored in this tab over reloads, navigations and log ins. */
import { useLayoutEffect, useMemo } from 'react';
import { formatDraftKey, readDraft, storeDraft } from '#ui/session/drafts.ts';
import { readPerson } from '#ui/session/session.ts';

/** `clear` when the form is sent; `save` when that failed. */
export type FormDraft = { clear: () => void; save: () => void };

/** Saves a draft on each input, without passwords and files, and restores it for the same person and name in this tab. */
export function useFormDraft(formId: string, name: string | undefined): FormDraft {
  // memoized: the draft stays this person's after a log out
  const key = useMemo(() => name && formatDraftKey(readPerson()?.email, name), [name]);
  // before anybody can type: what they type is newer
  useLayoutEffect(() => {
    const form = document.getElementById(formId);
    if (!key || !(form instanceof HTMLFormElement)) return;
    const restore = () => restoreDraft(form, readFields(key));
    const addedFields = new MutationObserver(() => restore() && addedFields.disconnect());
    if (!restore()) addedFields.observe(form, { childList: true, subtree: true });
    const save = () => saveDraft(key, form);
    form.addEventListener('input', save);
    return () => {
      addedFields.disconnect();
      form.removeEventListener('input', save);
    };
  }, [formId, key]);
  return {
    clear: () => key && sessionStorage.removeItem(key),
    save: () => saveDraft(key, document.getElementById(formId)),
  };
}

/** As if it had been typed into the field of a form that is not open yet. */
export function addToDraft(name: string, field: string, value: string): void {
  const key = formatDraftKey(readPerson()?.email, name);
  storeDraft(key, [...readFields(key).filter(([other]) => other !== field), [field, value]]);
}

function saveDraft(key: string | undefined, form: HTMLElement | null): void {
  if (!key || !(form instanceof HTMLFormElement)) return;
  const lateFields = readFields(key).filter(([name]) => !findField(form, name));
  storeDraft(key, [...collectFields(form), ...lateFields]);
}

type DraftFields = [name: string, value: unknown][];

function readFields(key: string): DraftFields {
  return readDraft<DraftFields>(key, []);
}

function collectFields(form: HTMLFormElement): DraftFields {
  return [...new FormData(form)].filter(
    ([name, value]) => typeof value === 'string' && findField(form, name)?.type !== 'password',
  );
}

/** Returns whether the form has all the fields; those that it has not come when its details are opened. */
function restoreDraft(form: HTMLFormElement, draft: DraftFields): boolean {
  let isWhole = true;
  for (const [name, value] of draft) {
    const field = findField(form, name);
    if (!field && value) {
      isWhole = false;
      form.querySelector('details')?.setAttribute('open', '');
    }
    if (!field || field.value === value) continue;
    field.value = String(value);
    field.dispatchEvent(new Event('input', { bubbles: true })); // for values computed from it, such as a total
  }
  return isWhole;
}

function findField(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.elements.namedItem(name) as HTMLInputElement | null;
}
