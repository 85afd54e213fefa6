/** What the visitor chose last, a build or a basket, on pages that are the same for everybody: beside parts. */
import { showBuild } from '#ui/session/bar-counts.ts';

/**
 * `data-chosen`: the parts that a build or basket shows; `data-build`: those of a build that can be changed. One that
 * somebody else has sent replaces none.
 */
export function rememberBuild(): void {
  try {
    const { build, chosen } = document.querySelector<HTMLElement>('[data-chosen]')?.dataset ?? {};
    if (chosen) localStorage.chosen = chosen;
    const isOwn = document.referrer.startsWith(location.origin) && (build || location.search);
    if (build !== undefined && (isOwn || !localStorage.build)) localStorage.build = build;
    showBuild();
  } catch {} // a browser that keeps nothing
}

/** Fills the places of `ChosenFit`, and shows the row of a table that they are in. */
export function runFit(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-fit]'))
    void showFit(place).catch(() => {});
}

/** Nothing is shown where the browser keeps nothing, or the shop cannot be reached. */
async function showFit(place: HTMLElement): Promise<void> {
  const { chosen } = localStorage;
  if (!chosen) return;
  const response = await fetch(`/api/fit?parts=${chosen}&candidate=${place.dataset.fit}`);
  const { summary, page } = (await response.json()) as { summary?: string | null; page: string };
  const [text, link] = place.children as unknown as [HTMLElement, HTMLAnchorElement];
  if (!summary) return;
  text.textContent = summary;
  link.href = page;
  place.hidden = false;
  place.closest('[hidden]')?.removeAttribute('hidden');
}

/** `data-copy`: the id of the field whose text the button copies. */
export function runCopy(): void {
  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copy]');
    if (!button) return;
    document.querySelector<HTMLInputElement>(`#${button.dataset.copy}`)?.select();
    if (document.execCommand('copy')) button.textContent = 'Copied';
  });
}
