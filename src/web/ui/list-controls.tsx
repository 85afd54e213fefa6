/** Search, sorting, filter and pages of a table; their state is in the address. */
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Form, Link, useNavigation, useNavigationType, useSearchParams, useSubmit } from 'react-router';
import type { ListPage } from '#web/api/api-client.ts';
import { focusHeading } from '#web/ui/focus.ts';

export const pageSize = 20;

export type Choice = { value: string; label: string };

export function readListQuery(request: Request) {
  const { searchParams } = new URL(request.url);
  const parameters = ['q', 'sort', 'status', 'of', 'cursor'].flatMap((name) => {
    const value = searchParams.get(name);
    return value ? [[name, value]] : [];
  });
  return { limit: pageSize, ...Object.fromEntries(parameters) };
}

export function useFirstRowNumber(): number {
  const [search] = useSearchParams();
  return (readPageNumber(search) - 1) * pageSize + 1;
}

export function ListControls({
  label,
  sorts,
  statuses,
}: {
  label: string;
  sorts: Choice[];
  statuses: Choice[];
}) {
  const [search] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const submit = useAddressFields(form);
  return (
    <Form ref={form} role="search" className="controls" onSubmit={submit}>
      <label>
        <span>{label}</span>
        <input
          className="input w-full"
          type="search"
          name="q"
          maxLength={100}
          defaultValue={search.get('q') ?? ''}
        />
      </label>
      <ChoiceList name="sort" label="Sort by" choices={sorts} selected={search.get('sort')} />
      <ChoiceList name="status" label="Show" choices={statuses} selected={search.get('status')} />
      <button type="submit" className="btn">
        Search
      </button>
    </Form>
  );
}

/** Keeps the fields of a form equal to the address; the handler that it returns writes them into it. */
export function useAddressFields(form: RefObject<HTMLFormElement | null>) {
  const [search] = useSearchParams();
  const type = useNavigationType();
  const submit = useSubmit();
  useEffect(() => {
    // same fields, so that they keep the focus; the focused one may be ahead of the address while someone types
    for (const field of form.current?.elements ?? []) {
      if (field === document.activeElement && type !== 'POP') continue;
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = search.get(field.name) ?? '';
    }
  }, [form, search, type]);
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(removeEmptyFields(new FormData(event.currentTarget)), { method: 'get', preventScrollReset: true });
  };
}

export function ListPages({
  page: { rows, total, next },
  empty,
}: {
  page: ListPage<unknown>;
  empty?: ReactNode;
}) {
  const [search] = useSearchParams();
  const { state } = useNavigation();
  const isFiltered = filterParameters.some((name) => search.has(name));
  if (empty && rows.length === 0 && !isFiltered && !search.has('cursor')) return empty;
  const pageNumber = readPageNumber(search);
  const first = (pageNumber - 1) * pageSize + 1;
  return (
    <nav className="mt-4 flex flex-wrap items-center gap-3" aria-label="Pages" aria-busy={state !== 'idle'}>
      <p className="muted text-sm" role="status">
        {rows.length === 0
          ? 'Nothing was found.'
          : `${first.toLocaleString('en-US')} to ${(first + rows.length - 1).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
      </p>
      {rows.length === 0 && isFiltered && (
        <Link
          className="btn btn-sm"
          to={replaceParameters(search, {
            q: undefined,
            status: undefined,
            cursor: undefined,
            page: undefined,
          })}
          onClick={focusHeading}
        >
          {describeClearing(search)}
        </Link>
      )}
      {pageNumber > 1 && (
        <Link className="btn btn-sm" to={replaceParameters(search, { cursor: undefined, page: undefined })}>
          First page
        </Link>
      )}
      {next && (
        <Link
          className="btn btn-sm"
          rel="next"
          to={replaceParameters(search, { cursor: next, page: String(pageNumber + 1) })}
        >
          Next page
        </Link>
      )}
    </nav>
  );
}

function ChoiceList({
  name,
  label,
  choices,
  selected,
}: {
  name: string;
  label: string;
  choices: Choice[];
  selected: string | null;
}) {
  return (
    <label>
      <span>{label}</span>
      <select
        className="select w-full"
        name={name}
        defaultValue={selected ?? ''}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

const filterParameters = ['q', 'status'];

/** Names what the link drops: a list without filters may still hide ended orders. */
function describeClearing(search: URLSearchParams): string {
  if (!search.has('status')) return 'Clear the search';
  return search.has('q') ? 'Clear search and filter' : 'Clear the filter';
}

function removeEmptyFields(form: FormData): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of form) if (value !== '') search.set(name, String(value));
  return search;
}

function replaceParameters(search: URLSearchParams, changes: Record<string, string | undefined>): string {
  const changed = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  return `?${changed}`;
}

function readPageNumber(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return search.has('cursor') && Number.isSafeInteger(page) && page > 1 ? page : 1;
}
