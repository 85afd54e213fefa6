/**
 * Applies the filters of a list as soon as one is chosen, where no React runs: fetches the page that the form asks for and
 * puts its list in the place of the one that is shown. Focus stays, the count is announced, the address changes.
 */

const changingClass = ['h1', '.browse-head nav', '#filters', '.browse-list'];

export function runFilters(): void {
  if (!document.querySelector('#filters')) return;
  markScripted();
  const readPage = makePageReader();
  let underWay: AbortController | undefined;

  /** `record`: how the browser's history is to know of it. */
  async function show(address: string, record?: 'pushState' | 'replaceState'): Promise<void> {
    underWay?.abort();
    underWay = new AbortController();
    const { signal } = underWay;
    setBusy(true);
    try {
      const answer = await fetch(address, { signal });
      const next = readPage(await answer.text());
      if (signal.aborted) return;
      replaceList(next);
      const { pathname, search } = new URL(findCanonicalAddress(next) ?? address, location.href);
      if (record) history[record](null, '', pathname + search);
    } catch {
      if (!signal.aborted) location.assign(address); // the browser says what is wrong, and can try again
    }
  }

  document.addEventListener('change', ({ target }) => {
    const { form, name } = target as HTMLInputElement;
    // what is ticked to be compared is no step that anybody wants to take back one by one
    if (form?.id === 'filters')
      show(makeListAddress(form, target), name === 'part' ? 'replaceState' : 'pushState');
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== 'filters') return;
    event.preventDefault();
    const comparison = findComparisonPath(event);
    if (comparison === undefined) show(makeListAddress(form), 'pushState');
    else location.assign(comparison);
  });
  addEventListener('popstate', () => show(location.href));
}

type TrustedTypes = {
  createPolicy(name: string, rules: PagePolicy): PagePolicy;
};
type PagePolicy = { createHTML(text: string): string };

/** Reads pages of the shop, in which no script runs; the one place where the content policy allows text to become markup. */
function makePageReader(): (text: string) => Document {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('fetched-page', { createHTML: (text) => text });
  return (text) => new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'text/html');
}

/** What has to be sent by hand without a script is not shown. */
export function markScripted(): void {
  document.documentElement.dataset.scripted = '';
}

/**
 * What a form asks for, without what was left empty. A part that was ticked last comes last, so that of too many it is the
 * one that is left out, and not one that was chosen before; and the list stays on its page.
 */
export function readFilterQuery(form: HTMLFormElement, last?: EventTarget | null): URLSearchParams {
  const chosen = last as HTMLInputElement | null | undefined;
  const given = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][];
  if (chosen?.name !== 'part') return new URLSearchParams(given);
  const isLast = ([, value]: [string, string]) => value === chosen.value;
  const { value: page } = form.elements.namedItem('page') as HTMLButtonElement;
  const turned: [string, string][] = page === '1' ? [] : [['page', page]];
  return new URLSearchParams([...turned, ...given.filter((each) => !isLast(each)), ...given.filter(isLast)]);
}

/** The address of the comparison that the button asks for by which the form was sent, if it is one. */
export function findComparisonPath({ submitter, target }: SubmitEvent): string | undefined {
  const path = submitter?.getAttribute('formaction');
  if (!path) return undefined;
  const parts = new FormData(target as HTMLFormElement).getAll('part') as string[];
  return `${path}?${new URLSearchParams(parts.map((part) => ['part', part]))}`;
}

function makeListAddress(form: HTMLFormElement, last?: EventTarget | null): string {
  return `${new URL(form.action).pathname}?${readFilterQuery(form, last)}`;
}

function findCanonicalAddress(page: Document): string | undefined {
  return page.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
}

function replaceList(next: Document): void {
  const focused = document.activeElement;
  const isOpen = findOpenDetails();
  const kept = [...changingClass.flatMap((selector) => document.querySelector(selector) ?? [])];
  for (const [index, shown] of kept.entries()) {
    const replacement = next.querySelector(changingClass[index] ?? '');
    if (!replacement) throw new Error('This is not a list');
    const grids = [shown, replacement].map((list) => list.querySelector('.part-grid'));
    shown.replaceWith(replacement);
    keepUnchangedGrid(grids);
  }
  const count = document.querySelector('[data-count]');
  if (count) count.textContent = next.querySelector('[data-count]')?.textContent ?? '';
  document.title = next.title;
  for (const each of document.querySelectorAll<HTMLDetailsElement>('#filters details'))
    each.open ||= isOpen.has(makeDetailsKey(each));
  if (focused && focused !== document.activeElement) restoreFocus(focused);
  setBusy(false);
}

/** The same parts stay as they are, so that no picture comes anew; only what is ticked is the new page's. */
function keepUnchangedGrid([shown, replacement]: (Element | null | undefined)[]): void {
  const contentOf = (grid: Element) => grid.innerHTML.replaceAll(' checked=""', '');
  if (!shown || !replacement || contentOf(shown) !== contentOf(replacement)) return;
  const ticks = [...replacement.querySelectorAll('input')];
  for (const [index, tick] of shown.querySelectorAll('input').entries())
    tick.checked = ticks[index]?.checked ?? false;
  replacement.replaceWith(shown);
}

function findOpenDetails(): Set<string> {
  return new Set([...document.querySelectorAll('#filters details[open]')].map(makeDetailsKey));
}

function makeDetailsKey(details: Element): string {
  return `${details.className} ${details.closest('fieldset')?.querySelector('legend')?.textContent}`;
}

/** The same field has the focus, and what is being typed into it is not lost. */
function restoreFocus(focused: Element): void {
  const { name, value, type } = focused as HTMLInputElement;
  if (!name) return;
  const same = [...document.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)].find(
    (field) => type !== 'checkbox' || field.value === value,
  );
  if (same && type === 'text') same.value = value;
  same?.focus();
}

function setBusy(isBusy: boolean): void {
  document.querySelector('.browse-list')?.setAttribute('aria-busy', String(isBusy));
}
