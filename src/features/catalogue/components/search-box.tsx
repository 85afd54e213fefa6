/** The search box in the header: a plain form, with suggestions where scripts run. */
import Search from 'lucide:search';
import { useEffect, useRef } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { maxSearchLength } from '#kernel/words.ts';
import { Icon } from '#ui/components/icons.tsx';

export function SearchBox() {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const latest = useRef(navigate);
  latest.current = navigate;
  // most who come here search for nothing: the suggestions come with the first focus
  useEffect(() => {
    const unmounted = new AbortController();
    async function suggest() {
      const { runSuggestions } = await import('#catalogue/components/run-suggestions.ts');
      if (!form.current || unmounted.signal.aborted) return;
      const stop = runSuggestions(form.current, (address) => void latest.current(address));
      unmounted.signal.addEventListener('abort', stop);
    }
    form.current?.addEventListener('focusin', suggest, { once: true, signal: unmounted.signal });
    return () => unmounted.abort();
  }, []);
  const { pathname, search } = useLocation();
  const list = /^\/parts(\/[^/]+)?\/?$/i.test(pathname) ? new URLSearchParams(search) : undefined;
  const query = list?.get('q') ?? '';
  const build = pathname === paths.parts ? undefined : list?.get('fits');
  return (
    <Form
      className="bar-search"
      role="search"
      aria-label={build ? 'This list' : 'All parts'}
      action={build ? pathname : paths.parts}
      ref={form}
      data-search
      data-sold-out={wording.product.soldOut}
    >
      <input
        key={query}
        className="input w-full"
        type="search"
        name="q"
        aria-label={build ? 'Search this list' : 'Search all parts'}
        placeholder="Parts, brands, SKUs"
        defaultValue={query}
        maxLength={maxSearchLength}
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
      />
      {build && <input type="hidden" name="fits" value={build} />}
      <button type="submit" aria-label="Find parts">
        <Icon of={Search} />
      </button>
    </Form>
  );
}
