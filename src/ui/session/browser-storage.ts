/** Texts that this browser keeps for the shop: none on the server, and where storage is disabled. */

export function readStored(key: string): string | null {
  if (import.meta.env.SSR) return null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Where storage is disabled, what is chosen holds for this page only. */
export function storeChoice(key: string, choice: string | undefined): void {
  try {
    if (choice === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {}
}
