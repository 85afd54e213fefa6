/** How a list of parts is laid out: as a table, or as cards with large pictures. Only its address says so, and only without a script. */

export const listViews = ['table', 'cards'] as const;
export type ListView = (typeof listViews)[number];

/** What lists are without a choice; no address names it, so that each list is kept once. */
export const defaultView: ListView = 'table';

export const viewParameter = 'view';

export function readListView(parameters: URLSearchParams): ListView {
  return listViews.find((view) => view === parameters.get(viewParameter)) ?? defaultView;
}

export function writeListView(view: ListView): URLSearchParams {
  return new URLSearchParams(view === defaultView ? {} : { [viewParameter]: view });
}

export function addListView(address: string, view: ListView): string {
  const parameters = writeListView(view);
  return parameters.size === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${parameters}`;
}
