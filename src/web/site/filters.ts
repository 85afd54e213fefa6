/**
 * Applies the filters of a list as soon as one is chosen, where no React runs: fetches the page that the form asks for and
 * puts its list in the place of the one that is shown. Focus stays, the count is announced, the address changes.
 */

const changing = ['h1', '.browse-head nav', '#filters', '.browse-list'];

export function runFilters(): void {
  if (!document.querySelector('#filters')) return;
  markScripted();
  let underWay: AbortController | undefined;

  async function show(address: string, isNew: boolean): Promise<void> {
    underWay?.abort();
    underWay = new AbortController();
    const { signal } = underWay;
    setBusy(true);
    try {
      const answer = await fetch(address, { signal });
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (signal.aborted) return;
      replaceList(next);
      const { pathname, search } = new URL(canonicalOf(next) ?? address, location.href);
      if (isNew) history.pushState(null, '', pathname + search);
    } catch {
      if (!signal.aborted) location.assign(address); // the browser says what is wrong, and can try again
    }
  }

  document.addEventListener('change', ({ target }) => {
    const { form } = target as HTMLInputElement;
    if (form?.id === 'filters') show(addressOf(form), true);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== 'filters') return;
    event.preventDefault();
    show(addressOf(form), true);
  });
  addEventListener('popstate', () => show(location.href, false));
}

/** What has to be sent by hand without a script is not shown. */
export function markScripted(): void {
  document.documentElement.dataset.scripted = '';
}

function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value !== '') query.append(name, String(value));
  return `${new URL(form.action).pathname}?${query}`;
}

function canonicalOf(page: Document): string | undefined {
  return page.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
}

function replaceList(next: Document): void {
  const focused = document.activeElement;
  const isOpen = openDetails();
  const kept = [...changing.flatMap((selector) => document.querySelector(selector) ?? [])];
  for (const [index, shown] of kept.entries()) {
    const replacement = next.querySelector(changing[index] ?? '');
    if (!replacement) throw new Error('This is not a list');
    shown.replaceWith(replacement);
  }
  const count = document.querySelector('[data-count]');
  if (count) count.textContent = next.querySelector('[data-count]')?.textContent ?? '';
  document.title = next.title;
  for (const each of document.querySelectorAll<HTMLDetailsElement>('#filters details'))
    each.open ||= isOpen.has(nameOf(each));
  if (focused && !focused.isConnected) focusSame(focused);
  setBusy(false);
}

function openDetails(): Set<string> {
  return new Set([...document.querySelectorAll('#filters details[open]')].map(nameOf));
}

function nameOf(details: Element): string {
  return `${details.className} ${details.closest('fieldset')?.querySelector('legend')?.textContent}`;
}

/** The same field has the focus, and what is being typed into it is not lost. */
function focusSame(focused: Element): void {
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
