/** Sets the view of lists that this browser has chosen, before the first paint, and remembers a choice. */
import { listViews, viewParameter } from '#catalogue/rules/lists/list-views.ts';
import { readStored, storeChoice } from '#ui/session/browser-storage.ts';

const storageKey = 'compact.view';

/** `html[data-view]`: of the address or stored; without it a list is what the server has made it. */
export function showListView(): void {
  const { dataset } = document.documentElement;
  const wanted = new URLSearchParams(location.search).get(viewParameter) ?? readStored(storageKey);
  const view = listViews.find((each) => each === wanted);
  if (view) dataset.view = view;
  else delete dataset.view;
}

/** A click on the link to the other view, which then leads nowhere. */
export function chooseListView(event: Event): void {
  const link = (event.target as Element).closest<HTMLElement>('[data-choose-view]');
  if (!link) return;
  event.preventDefault();
  storeChoice(storageKey, link.dataset.chooseView);
  const address = new URL(location.href);
  address.searchParams.delete(viewParameter);
  history.replaceState(history.state, '', address);
  document.documentElement.dataset.view = link.dataset.chooseView;
  document
    .querySelector<HTMLElement>(`[data-choose-view]:not([data-choose-view="${link.dataset.chooseView}"])`)
    ?.focus();
}
