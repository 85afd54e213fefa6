/** The search box in the header: a plain form, with suggestions where scripts run. */
import Search from 'lucide-react/icons/search';
import { useEffect, useRef } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { runSuggestions } from '#catalogue/components/run-suggestions.ts';
import { maxSearchLength } from '#kernel/fields.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { Icon } from '#ui/components/icons.tsx';

export function SearchBox() {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const latest = useRef(navigate);
  latest.current = navigate;
  useEffect(
    () =>
      form.current ? runSuggestions(form.current, (address) => void latest.current(address)) : undefined,
    [],
  );
  const { pathname, search } = useLocation();
  const query = /^\/parts(\/[^/]+)?\/?$/i.test(pathname) ? (new URLSearchParams(search).get('q') ?? '') : '';
  return (
    <Form
      className="bar-search"
      role="search"
      aria-label="All parts"
      action={paths.parts}
      ref={form}
      data-search
      data-sold-out={wording.product.soldOut}
    >
      <input
        key={query}
        className="input w-full"
        type="search"
        name="q"
        aria-label="Search all parts"
        placeholder="Parts, brands, SKUs"
        defaultValue={query}
        maxLength={maxSearchLength}
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
      />
      <button type="submit" aria-label="Find parts">
        <Icon of={Search} />
      </button>
    </Form>
  );
}
