/** Applies the filters of a list as soon as one changes, on pages without React. */

/** The link to log in leads back to the list. */
const replacedSelectors = [
  'h1',
  '.browse-kinds',
  '.browse-back',
  '#filters',
  '.browse-bar',
  '.browse-list',
  '.bar-account > a',
];

export function runFilters(): void {
  if (!document.querySelector('#filters')) return;
  markScripted();
  const readPage = makePageReader();
  let pending: AbortController | undefined;
  let shown = location.pathname + location.search;

  async function show(address: string, historyMethod?: 'pushState' | 'replaceState'): Promise<void> {
    pending?.abort();
    pending = new AbortController();
    const { signal } = pending;
    setBusy(true);
    try {
      const response = await fetch(address, { signal });
      const next = readPage(await response.text());
      if (signal.aborted) return;
      replaceList(next, historyMethod !== undefined);
      const { pathname, search } = new URL(findCanonicalAddress(next) ?? address, location.href);
      const path = pathname + search;
      if (historyMethod && path !== shown) history[historyMethod](null, '', path);
      shown = path;
    } catch {
      if (!signal.aborted) location.assign(address); // the browser shows the error and can retry
    }
  }

  document.addEventListener('change', ({ target }) => {
    const { form, name } = target as HTMLInputElement;
    // the back button does not undo single ticks of parts to compare
    if (form?.id === 'filters' && name)
      show(makeListAddress(form, target), name === 'part' ? 'replaceState' : 'pushState');
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== 'filters') return;
    event.preventDefault();
    const comparison = findComparisonPath(event);
    if (comparison === undefined) closeFilters(form);
    else location.assign(comparison);
  });
  // leaving ends the request, whose failure would lead back to the list
  addEventListener('beforeunload', () => pending?.abort());
  addEventListener('popstate', () => {
    const address = location.pathname + location.search;
    if (address === shown) return; // a link within the page
    shown = address;
    show(location.href);
  });
}

type TrustedTypes = {
  createPolicy(name: string, rules: PagePolicy): PagePolicy;
};
type PagePolicy = { createHTML(text: string): string };

/** Parses pages of the shop without running scripts. Only this policy may turn text into markup. */
function makePageReader(): (text: string) => Document {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('fetched-page', { createHTML: (text) => text });
  return (text) => new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'text/html');
}

/** Hides the values of a filter that do not contain what is typed; on pages of the application too. */
export function findValues({ target }: Event): void {
  const input = target as HTMLInputElement;
  if (!('find' in input.dataset)) return;
  const typed = input.value.toLowerCase();
  for (const value of input.parentElement?.querySelectorAll('label') ?? [])
    value.hidden = !value.textContent.toLowerCase().includes(typed);
}

/** The sheet of phones; each choice in it has been applied by its change. */
export function closeFilters(form: Element): void {
  const sheet = form.closest('details');
  sheet?.removeAttribute('open');
  sheet?.querySelector('summary')?.focus();
}

export function markScripted(): void {
  document.documentElement.dataset.scripted = '';
}

/** If `lastChanged` is a tick of a part to compare, that part comes last: it is left out of too many. */
export function readFilterQuery(form: HTMLFormElement, lastChanged?: EventTarget | null): URLSearchParams {
  const changed = lastChanged as HTMLInputElement | null | undefined;
  const entries = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][];
  if (changed?.name !== 'part') return new URLSearchParams(entries);
  const isLast = ([, value]: [string, string]) => value === changed.value;
  const { value: page } = form.elements.namedItem('page') as HTMLButtonElement;
  const pageEntry: [string, string][] = page === '1' ? [] : [['page', page]];
  return new URLSearchParams([
    ...pageEntry,
    ...entries.filter((entry) => !isLast(entry)),
    ...entries.filter(isLast),
  ]);
}

export function findComparisonPath({ submitter, target }: SubmitEvent): string | undefined {
  const path = submitter?.getAttribute('formaction');
  if (!path) return undefined;
  const parts = new FormData(target as HTMLFormElement).getAll('part') as string[];
  return `${path}?${new URLSearchParams(parts.map((part) => ['part', part]))}`;
}

function makeListAddress(form: HTMLFormElement, lastChanged?: EventTarget | null): string {
  return `${new URL(form.action).pathname}?${readFilterQuery(form, lastChanged)}`;
}

function findCanonicalAddress(page: Document): string | undefined {
  return page.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
}

/** Without `keepsTyping` the field with the focus, too, has the value of the new list. */
function replaceList(next: Document, keepsTyping: boolean): void {
  const focused = document.activeElement;
  const openDetails = new Set([...document.querySelectorAll('#filters details[open]')].map(makeDetailsKey));
  for (const selector of replacedSelectors) {
    const shown = document.querySelector(selector);
    if (!shown) continue;
    const replacement = next.querySelector(selector);
    if (!replacement) throw new Error('This is not a list');
    const grids = [shown, replacement].map((list) => list.querySelector('.part-list tbody'));
    shown.replaceWith(replacement);
    keepUnchangedGrid(grids);
  }
  const count = document.querySelector('[data-count]');
  if (count) count.textContent = next.querySelector('[data-count]')?.textContent ?? '';
  document.title = next.title;
  for (const details of document.querySelectorAll<HTMLDetailsElement>('#filters details'))
    details.open ||= openDetails.has(makeDetailsKey(details));
  if (focused && focused !== document.activeElement) restoreFocus(focused, keepsTyping);
  setBusy(false);
}

/** Keeps the grid when its parts are the same, so that no image loads again; ticks come from the new page. */
function keepUnchangedGrid([shown, replacement]: (Element | null | undefined)[]): void {
  const readContent = (grid: Element) => grid.innerHTML.replaceAll(' checked=""', '');
  if (!shown || !replacement || readContent(shown) !== readContent(replacement)) return;
  const newTicks = [...replacement.querySelectorAll('input')];
  for (const [index, tick] of shown.querySelectorAll('input').entries())
    tick.checked = newTicks[index]?.checked ?? false;
  replacement.replaceWith(shown);
}

function makeDetailsKey(details: Element): string {
  return `${details.className} ${details.closest('fieldset')?.ariaLabel}`;
}

/** Focuses the same field. */
function restoreFocus(focused: Element, keepsTyping: boolean): void {
  const { name, value, type } = focused as HTMLInputElement;
  if (!name) return;
  const field = [...document.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)].find(
    (candidate) => type !== 'checkbox' || candidate.value === value,
  );
  if (field && keepsTyping && type === 'text') field.value = value;
  field?.focus();
}

function setBusy(isBusy: boolean): void {
  document.querySelector('.browse-list')?.setAttribute('aria-busy', String(isBusy));
}
