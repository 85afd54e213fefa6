/**
 * Suggestions below the search box while somebody types: a combobox with a list, as WAI-ARIA's Authoring Practices
 * describe it (list autocomplete with manual selection, https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Without
 * them, on a link where data are dear or when they cannot be had, the form works as it stands.
 */
import { paths } from '#domain/paths.ts';

/** From the last key to the request. */
const debounceMs = 150;

type Suggestions = {
  parts: { name: string; category: string; slug: string }[];
  brands: { brand: string }[];
  categories: { category: string; label: string; count: number }[];
  /** What was searched for instead of a typing error. */
  meant: string | null;
};

type Suggestion = { name: string; kind: string; address: string };

/** Sets the box going, `go` leading to what is chosen, and answers what stops it and leaves the form as it was. */
export function runSuggestions(form: HTMLElement, go: (address: string) => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => {};
  const stop = new AbortController();
  const box = () => form.querySelector('input') as HTMLInputElement; // the application may put another one there
  const listbox = makeListbox(form, box);
  let asking: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function close(): void {
    clearTimeout(timer);
    asking?.abort();
    listbox.show([]);
  }

  async function ask(): Promise<void> {
    const q = box().value.trim();
    asking?.abort();
    if (q.length < 2) return close();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const answer = await fetch(`/api/parts/suggestions?${new URLSearchParams({ q })}`, { signal });
      const found = answer.ok ? makeSuggestions(await answer.json(), q) : [];
      if (signal.aborted || document.activeElement !== box()) return;
      listbox.show(found);
    } catch {
      if (!signal.aborted) close();
    }
  }

  const leave = (suggestion: Suggestion | undefined) => {
    close();
    if (suggestion) go(suggestion.address);
  };
  const on = (name: string, act: (event: Event) => void, target: EventTarget = form) =>
    target.addEventListener(name, act, { signal: stop.signal });
  on('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, debounceMs);
  });
  on('keydown', (event) => press(event as KeyboardEvent, { box: box(), listbox, ask, close, leave }));
  on('focusin', listbox.equip);
  on('focusout', close);
  on('pointerdown', (event) => event.preventDefault(), listbox.element); // the box keeps the focus, so that the list stays
  on('click', ({ target }) => leave(listbox.suggestionAt(target as Element)), listbox.element);
  listbox.equip();

  return () => {
    close();
    stop.abort();
    listbox.remove();
  };
}

type Listbox = ReturnType<typeof makeListbox>;

/** The list below the box, and the line that says to screen readers how long it is. */
function makeListbox(form: HTMLElement, box: () => HTMLInputElement) {
  const { list, said } = makeElements();
  form.append(list, said);
  let shown: Suggestion[] = [];
  let chosen = -1;

  function equip(): void {
    const input = box();
    input.role = 'combobox';
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', list.id);
    input.setAttribute('aria-expanded', String(!list.hidden));
  }

  return {
    element: list,
    equip,
    isOpen: () => !list.hidden,
    chosen: () => shown[chosen],
    suggestionAt: (place: Element) => shown[[...list.children].indexOf(place.closest('li') as Element)],
    show(suggestions: Suggestion[]): void {
      shown = suggestions;
      chosen = -1;
      list.hidden = shown.length === 0;
      list.replaceChildren(...shown.map(makeOption));
      equip();
      box().removeAttribute('aria-activedescendant');
      said.textContent = list.hidden ? '' : `${shown.length} suggestion${shown.length === 1 ? '' : 's'}`;
    },
    /** Up or down and round; the box itself is one of the stops. */
    step(by: 1 | -1): void {
      const options = [...list.children];
      options[chosen]?.setAttribute('aria-selected', 'false');
      chosen = ((chosen + 1 + by + shown.length + 1) % (shown.length + 1)) - 1;
      const option = options[chosen];
      option?.setAttribute('aria-selected', 'true');
      option?.scrollIntoView({ block: 'nearest' });
      if (option) box().setAttribute('aria-activedescendant', option.id);
      else box().removeAttribute('aria-activedescendant');
    },
    remove(): void {
      list.remove();
      said.remove();
    },
  };
}

function makeElements(): { list: HTMLElement; said: HTMLElement } {
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  list.hidden = true;
  const said = document.createElement('p');
  said.className = 'sr-only';
  said.role = 'status';
  return { list, said };
}

type KeyTargets = {
  box: HTMLInputElement;
  listbox: Listbox;
  ask: () => Promise<void>;
  close: () => void;
  leave: (suggestion: Suggestion | undefined) => void;
};

function press(event: KeyboardEvent, { box, listbox, ask, close, leave }: KeyTargets): void {
  if (event.isComposing || event.target !== box) return;
  const { key } = event;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault();
    if (listbox.isOpen()) listbox.step(key === 'ArrowDown' ? 1 : -1);
    else void ask();
  } else if (key === 'Enter') {
    const suggestion = listbox.chosen();
    if (suggestion) event.preventDefault(); // otherwise the form is sent
    leave(suggestion);
  } else if (key === 'Escape' && listbox.isOpen()) {
    event.preventDefault(); // the first time it only closes the list, the second time the browser empties the box
    close();
  }
}

function makeSuggestions({ categories, brands, parts, meant }: Suggestions, typed: string): Suggestion[] {
  const q = meant ?? typed;
  return [
    ...brands.map(({ brand }) => ({
      name: brand,
      kind: 'Brand',
      address: `${paths.parts}?${new URLSearchParams({ brand })}`,
    })),
    ...categories.map(({ category, label, count }) => ({
      name: `${q} in ${label}`,
      kind: count === 1 ? '1 part' : `${count} parts`,
      address: `${paths.category(category)}?${new URLSearchParams({ q })}`,
    })),
    ...parts.map(({ name, category, slug }) => ({ name, kind: '', address: paths.part({ category, slug }) })),
  ];
}

function makeOption({ name, kind }: Suggestion, index: number): HTMLElement {
  const option = document.createElement('li');
  option.id = `suggestion-${index}`;
  option.role = 'option';
  option.setAttribute('aria-selected', 'false');
  const words = document.createElement('span');
  words.textContent = name;
  const note = document.createElement('span');
  note.textContent = kind;
  option.append(words, note);
  return option;
}
