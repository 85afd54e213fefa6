/** Says on pages that are the same for everybody whether parts fit what the visitor chose last: a build, or a basket. */

import type { Verdict } from '#fit/rules/verdicts.ts';
import { verdictLabels } from '#fit/rules/verdicts.ts';
import * as paths from '#kernel/paths.ts';

const storageKey = 'build';

/** `data-build`: the parts that a build or basket shows; `data-fit`: the part that a text about it is for. */
export function runFit(): void {
  const shown = document.querySelector<HTMLElement>('[data-build]')?.dataset.build;
  try {
    if (shown) localStorage.setItem(storageKey, shown);
    const chosen = localStorage.getItem(storageKey);
    if (!chosen) return;
    for (const place of document.querySelectorAll<HTMLElement>('[data-fit]')) void showFit(place, chosen);
  } catch {} // a browser that keeps nothing
}

async function showFit(place: HTMLElement, chosen: string): Promise<void> {
  const part = place.dataset.fit;
  const response = await fetch(`/api/fit?parts=${chosen}&candidate=${part}`).catch(() => undefined);
  if (!response?.ok) return;
  const { verdict, findings, notChecked, parts } = (await response.json()) as FitAnswer;
  if (!verdict) return;
  const label = document.createElement('strong');
  label.textContent = verdictLabels[verdict];
  const link = document.createElement('a');
  link.className = 'link';
  const names = parts.map(
    ({ _id, quantity, owned }) => `${_id}*${quantity}${owned && _id !== part ? '.owned' : ''}`,
  );
  link.href = `${paths.build}?parts=${names}`;
  link.rel = 'nofollow';
  link.textContent = 'See it with what you chose';
  const rest = notChecked.length > 0 ? `Not checked: ${notChecked.join('; ')}. ` : '';
  place.replaceChildren(label, `: ${findings[0]?.sentence} ${rest}`, link);
  place.closest('[hidden]')?.removeAttribute('hidden');
}

type FitAnswer = {
  verdict: Verdict | null;
  findings: { sentence: string }[];
  notChecked: string[];
  /** The candidate among them, instead of another of its kind. */
  parts: { _id: string; quantity: number; owned: boolean }[];
};
