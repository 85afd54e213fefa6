/**
 * Suggestions below the search box while somebody types: a combobox with a list, as WAI-ARIA's Authoring Practices
 * describe it (list autocomplete with manual selection, https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Without
 * them, on a link where data are dear or when they cannot be had, the form works as it stands.
 */

/** Milliseconds of quiet before the shop is asked. */
const quiet = 150;

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
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  list.hidden = true;
  const said = document.createElement('p');
  said.className = 'sr-only';
  said.role = 'status';
  form.append(list, said);

  let asking: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: Suggestion[] = [];
  let chosen = -1;
  const box = () => form.querySelector('input') as HTMLInputElement; // the application may put another one there

  function equip(input: HTMLInputElement): void {
    input.role = 'combobox';
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', list.id);
    input.setAttribute('aria-expanded', String(!list.hidden));
  }

  function close(): void {
    clearTimeout(timer);
    asking?.abort();
    shown = [];
    show();
  }

  function show(): void {
    chosen = -1;
    list.hidden = shown.length === 0;
    list.replaceChildren(...shown.map(optionOf));
    const input = box();
    equip(input);
    input.removeAttribute('aria-activedescendant');
    said.textContent = list.hidden ? '' : `${shown.length} suggestion${shown.length === 1 ? '' : 's'}`;
  }

  function choose(index: number): void {
    const options = [...list.children];
    options[chosen]?.setAttribute('aria-selected', 'false');
    chosen = index;
    const option = options[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) box().setAttribute('aria-activedescendant', option.id);
    else box().removeAttribute('aria-activedescendant');
  }

  async function ask(): Promise<void> {
    const q = box().value.trim();
    asking?.abort();
    if (q.length < 2) return close();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const answer = await fetch(`/api/parts/suggestions?${new URLSearchParams({ q })}`, { signal });
      const found = answer.ok ? suggestionsOf(await answer.json(), q) : [];
      if (signal.aborted || document.activeElement !== box()) return;
      shown = found;
      show();
    } catch {
      if (!signal.aborted) close();
    }
  }

  function press(event: KeyboardEvent): void {
    if (event.isComposing || event.target !== box()) return;
    const { key } = event;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (list.hidden) void ask();
      else choose(((chosen + 1 + step + shown.length + 1) % (shown.length + 1)) - 1); // the box itself is one of the stops
    } else if (key === 'Enter') {
      const suggestion = shown[chosen];
      close();
      if (!suggestion) return; // the form is sent
      event.preventDefault();
      go(suggestion.address);
    } else if (key === 'Escape' && !list.hidden) {
      event.preventDefault(); // the first time it only closes the list, the second time the browser empties the box
      close();
    }
  }

  const on = (name: string, act: (event: Event) => void, target: EventTarget = form) =>
    target.addEventListener(name, act, { signal: stop.signal });
  on('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, quiet);
  });
  on('keydown', (event) => press(event as KeyboardEvent));
  on('focusin', () => equip(box()));
  on('focusout', close);
  on('pointerdown', (event) => event.preventDefault(), list); // the box keeps the focus, so that the list stays
  on(
    'click',
    ({ target }) => {
      const suggestion = shown[[...list.children].indexOf((target as Element).closest('li') as Element)];
      close();
      if (suggestion) go(suggestion.address);
    },
    list,
  );
  equip(box());

  return () => {
    close();
    stop.abort();
    list.remove();
    said.remove();
  };
}

function suggestionsOf({ categories, brands, parts, meant }: Suggestions, typed: string): Suggestion[] {
  const q = meant ?? typed;
  return [
    ...brands.map(({ brand }) => ({
      name: brand,
      kind: 'Brand',
      address: `/parts?${new URLSearchParams({ brand })}`,
    })),
    ...categories.map(({ category, label, count }) => ({
      name: `${q} in ${label}`,
      kind: count === 1 ? '1 part' : `${count} parts`,
      address: `/parts/${category}?${new URLSearchParams({ q })}`,
    })),
    ...parts.map(({ name, category, slug }) => ({ name, kind: '', address: `/parts/${category}/${slug}` })),
  ];
}

function optionOf({ name, kind }: Suggestion, index: number): HTMLElement {
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
