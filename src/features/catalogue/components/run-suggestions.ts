/** Suggestions below the search box: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ (manual selection). */
import type { suggestPartsEndpoint } from '#catalogue/contract/facets.ts';
import { formatDollars } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';

const debounceMs = 150;

type Suggestion = { name: string; note: string; address: string; picture?: string };

/** Returns a function that removes the suggestions. Does nothing in data-saving mode. */
export function runSuggestions(form: HTMLElement, navigate: (address: string) => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => {};
  const listeners = new AbortController();
  const findInput = () => form.querySelector('input') as HTMLInputElement; // React may replace the input
  const listbox = makeListbox(form, findInput);
  let pending: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function close(): void {
    clearTimeout(timer);
    pending?.abort();
    listbox.show([]);
  }

  async function load(): Promise<void> {
    const q = findInput().value.trim();
    pending?.abort();
    if (q.length < 2) return close();
    pending = new AbortController();
    const { signal } = pending;
    try {
      const response = await fetch(`/api/parts/suggestions?${new URLSearchParams({ q })}`, { signal });
      const suggestions = response.ok ? makeSuggestions(await response.json(), q, form.dataset.soldOut) : [];
      if (signal.aborted || document.activeElement !== findInput()) return;
      listbox.show(suggestions);
    } catch {
      if (!signal.aborted) close();
    }
  }

  const select = (suggestion: Suggestion | undefined) => {
    close();
    if (suggestion) navigate(suggestion.address);
  };
  const on = (name: string, act: (event: Event) => void, target: EventTarget = form) =>
    target.addEventListener(name, act, { signal: listeners.signal });
  on('input', () => {
    clearTimeout(timer);
    timer = setTimeout(load, debounceMs);
  });
  on('keydown', (event) =>
    handleKey(event as KeyboardEvent, { input: findInput(), listbox, load, close, select }),
  );
  on('focusin', listbox.equip);
  on('focusout', close);
  on('pointerdown', (event) => event.preventDefault(), listbox.element); // keeps the focus and the list
  on('click', ({ target }) => select(listbox.findSuggestion(target as Element)), listbox.element);
  listbox.equip();

  return () => {
    close();
    listeners.abort();
    listbox.remove();
  };
}

function makeListbox(form: HTMLElement, findInput: () => HTMLInputElement) {
  const { list, status } = makeElements();
  form.append(list, status);
  let suggestions: Suggestion[] = [];
  let activeIndex = -1;

  function equip(): void {
    const input = findInput();
    input.role = 'combobox';
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', list.id);
    input.setAttribute('aria-expanded', String(!list.hidden));
  }

  return {
    element: list,
    equip,
    isOpen: () => !list.hidden,
    active: () => suggestions[activeIndex],
    findSuggestion: (element: Element) =>
      suggestions[[...list.children].indexOf(element.closest('li') as Element)],
    show(next: Suggestion[]): void {
      suggestions = next;
      activeIndex = -1;
      list.hidden = suggestions.length === 0;
      list.replaceChildren(...suggestions.map(makeOption));
      equip();
      findInput().removeAttribute('aria-activedescendant');
      status.textContent = list.hidden
        ? ''
        : `${suggestions.length} suggestion${suggestions.length === 1 ? '' : 's'}`;
    },
    step(offset: 1 | -1): void {
      const options = [...list.children];
      options[activeIndex]?.setAttribute('aria-selected', 'false');
      activeIndex = ((activeIndex + 1 + offset + suggestions.length + 1) % (suggestions.length + 1)) - 1;
      const option = options[activeIndex];
      option?.setAttribute('aria-selected', 'true');
      option?.scrollIntoView({ block: 'nearest' });
      if (option) findInput().setAttribute('aria-activedescendant', option.id);
      else findInput().removeAttribute('aria-activedescendant');
    },
    remove(): void {
      list.remove();
      status.remove();
    },
  };
}

function makeElements(): { list: HTMLElement; status: HTMLElement } {
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  list.hidden = true;
  const status = document.createElement('p');
  status.className = 'sr-only';
  status.role = 'status';
  return { list, status };
}

type KeyTargets = {
  input: HTMLInputElement;
  listbox: ReturnType<typeof makeListbox>;
  load: () => Promise<void>;
  close: () => void;
  select: (suggestion: Suggestion | undefined) => void;
};

function handleKey(event: KeyboardEvent, { input, listbox, load, close, select }: KeyTargets): void {
  if (event.isComposing || event.target !== input) return;
  const { key } = event;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault();
    if (listbox.isOpen()) listbox.step(key === 'ArrowDown' ? 1 : -1);
    else void load();
  } else if (key === 'Enter') {
    const suggestion = listbox.active();
    if (suggestion) event.preventDefault(); // else the form is submitted
    select(suggestion);
  } else if (key === 'Escape' && listbox.isOpen()) {
    event.preventDefault(); // the first Escape only closes the list; the browser clears the input on the second
    close();
  }
}

/** `soldOut`: the shop's words for it. */
function makeSuggestions(
  { categories, brands, parts, meant }: EndpointResponse<typeof suggestPartsEndpoint>,
  typed: string,
  soldOut = '',
): Suggestion[] {
  const q = meant ?? typed;
  return [
    ...brands.map(({ brand }) => ({
      name: brand,
      note: 'Brand',
      address: `${paths.parts}?${new URLSearchParams({ brand })}`,
    })),
    ...categories.map(({ category, label, count }) => ({
      name: `${q} in ${label}`,
      note: count === 1 ? '1 part' : `${count} parts`,
      address: `${paths.category(category)}?${new URLSearchParams({ q })}`,
    })),
    ...parts.map(({ price, available_quantity: stock, minimum_order: minimum, ...part }) => ({
      name: part.name,
      note: `${price === null ? 'No price yet' : formatDollars(price)} · ${stock < minimum ? soldOut : `${stock} available`}`,
      address: paths.part(part),
      picture: part.thumbnail,
    })),
  ];
}

function makeOption({ name, note, picture }: Suggestion, index: number): HTMLElement {
  const option = document.createElement('li');
  option.id = `suggestion-${index}`;
  option.role = 'option';
  option.setAttribute('aria-selected', 'false');
  const label = document.createElement('span');
  label.textContent = name;
  const line = document.createElement('span');
  line.textContent = note;
  if (picture) option.append(Object.assign(new Image(48, 36), { src: picture, alt: '' }));
  option.append(label, line);
  return option;
}
