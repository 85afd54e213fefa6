/** The theme of this browser: the system's, or the one chosen in the footer and stored in local storage. */
import { readStored, storeChoice } from '#ui/session/browser-storage.ts';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'compact.theme';

export function readTheme(): Theme {
  const stored = readStored(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(theme: Theme): void {
  storeChoice(storageKey, theme === 'system' ? undefined : theme);
  showTheme(theme);
}

/** Sets `html[data-theme]`, without which the system's theme holds, and marks the choice in the footer. */
export function showTheme(theme = readTheme()): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="theme"]'))
    input.checked = input.value === theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset.scheme;
    meta.media =
      theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
  }
}
