/** What was typed into a form and not sent yet, kept in this tab over a reload, a way back, or a log in. */
import { useEffect, useMemo } from 'react';
import { readPerson, typingKey } from '#web/session.ts';

/** `forget` when it is sent; `keep` when that did not work. */
export type KeptTyping = { forget: () => void; keep: () => void };

/**
 * Keeps what is typed into the form, but for passwords and files, and puts it back into the next one of this name that
 * the same person sees in this tab.
 */
export function useKeptTyping(formId: string, name: string | undefined): KeptTyping {
  // not anew in each rendering: somebody who is logged out meanwhile has still typed it
  const key = useMemo(() => name && `${typingKey}${readPerson()?.email ?? ''}.${name}`, [name]);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!key || !(form instanceof HTMLFormElement)) return;
    putBack(form, read(key));
    const keepIt = () => keep(key, form);
    form.addEventListener('input', keepIt);
    return () => form.removeEventListener('input', keepIt);
  }, [formId, key]);
  return {
    forget: () => key && sessionStorage.removeItem(key),
    keep: () => keep(key, document.getElementById(formId)),
  };
}

function keep(key: string | undefined, form: HTMLElement | null): void {
  if (!key || !(form instanceof HTMLFormElement)) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(typedInto(form)));
  } catch {} // storage is full or switched off: then it stays in the form alone
}

type Typed = [name: string, value: unknown][];

function read(key: string): Typed {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]');
  } catch {
    return []; // storage is switched off, or somebody else wrote it
  }
}

function typedInto(form: HTMLFormElement): Typed {
  return [...new FormData(form)].filter(
    ([name, value]) => typeof value === 'string' && fieldOf(form, name)?.type !== 'password',
  );
}

function putBack(form: HTMLFormElement, typed: Typed): void {
  for (const [name, value] of typed) {
    const field = fieldOf(form, name);
    if (!field || field.value === value) continue;
    field.value = String(value);
    field.dispatchEvent(new Event('input', { bubbles: true })); // for what follows it: a total, for example
  }
}

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.elements.namedItem(name) as HTMLInputElement | null;
}
