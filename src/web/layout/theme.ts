/** The theme of this browser: the system's, or the one that was chosen in the footer, kept in local storage. */

export type Theme = 'system' | 'light' | 'dark';

const key = 'compact.theme';

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system'; // storage is switched off
  }
}

/** Keeps the choice, as far as this browser keeps anything, and shows it at once. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // then it counts for this page alone
  }
  showTheme(theme);
}

/** `html[data-theme]` decides the colours; without it the system does. Also marks the choice in the footer. */
export function showTheme(theme = readTheme()): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="theme"]'))
    input.checked = input.value === theme;
  // the colour of the browser's own frame
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset.scheme;
    meta.media =
      theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
  }
}
