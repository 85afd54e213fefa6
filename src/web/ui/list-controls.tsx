/** Search, sorting, a filter and the pages of a table. All of it stands in the address: it can be kept, sent, and gone back to. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, Link, useNavigation, useNavigationType, useSearchParams, useSubmit } from 'react-router';
import type { ListPage } from '#web/api/api-client.ts';
import { focusHeading } from '#web/ui/focus.ts';

export const pageSize = 20;

export type Choice = { value: string; label: string };

/** What the address asks a list for; the shop itself refuses what it does not know. */
export function readListQuery(request: Request) {
  const { searchParams } = new URL(request.url);
  const asked = ['q', 'sort', 'status', 'of', 'cursor'].flatMap((name) => {
    const value = searchParams.get(name);
    return value ? [[name, value]] : [];
  });
  return { limit: pageSize, ...Object.fromEntries(asked) };
}

/** The number of the first row that the address shows, from 1. */
export function useFirstRowNumber(): number {
  const [search] = useSearchParams();
  return (readPageNumber(search) - 1) * pageSize + 1;
}

/** The form above a table. The first choice of each kind is what is shown when nothing is asked for. */
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
  const type = useNavigationType();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // not by new fields: whoever has the focus in one of these keeps it, and is ahead of the address while typing on
    for (const field of form.current?.elements ?? []) {
      if (field === document.activeElement && type !== 'POP') continue;
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = search.get(field.name) ?? '';
    }
  }, [search, type]);
  return (
    <Form
      ref={form}
      role="search"
      className="controls"
      onSubmit={(event) => {
        event.preventDefault();
        submit(withoutEmptyFields(new FormData(event.currentTarget)), {
          method: 'get',
          preventScrollReset: true,
        });
      }}
    >
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
      <ChoiceList name="sort" label="Sort by" choices={sorts} chosen={search.get('sort')} />
      <ChoiceList name="status" label="Show" choices={statuses} chosen={search.get('status')} />
      <button type="submit" className="btn">
        Search
      </button>
    </Form>
  );
}

/** How many there are, and the ways to the first and to the next page. */
export function ListPages({
  listed: { rows, total, next },
  empty,
}: {
  listed: ListPage<unknown>;
  /** Stands there when there is nothing to be listed though nothing was asked for. */
  empty?: ReactNode;
}) {
  const [search] = useSearchParams();
  const { state } = useNavigation();
  const isNarrowed = narrowingParameters.some((name) => search.has(name));
  if (empty && rows.length === 0 && !isNarrowed && !search.has('cursor')) return empty;
  const page = readPageNumber(search);
  const first = (page - 1) * pageSize + 1;
  return (
    <nav className="mt-4 flex flex-wrap items-center gap-3" aria-label="Pages" aria-busy={state !== 'idle'}>
      <p className="muted text-sm" role="status">
        {rows.length === 0
          ? 'Nothing was found.'
          : `${first.toLocaleString('en-US')} to ${(first + rows.length - 1).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
      </p>
      {rows.length === 0 && isNarrowed && (
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
      {page > 1 && (
        <Link className="btn btn-sm" to={replaceParameters(search, { cursor: undefined, page: undefined })}>
          First page
        </Link>
      )}
      {next && (
        <Link
          className="btn btn-sm"
          rel="next"
          to={replaceParameters(search, { cursor: next, page: String(page + 1) })}
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
  chosen,
}: {
  name: string;
  label: string;
  choices: Choice[];
  chosen: string | null;
}) {
  return (
    <label>
      <span>{label}</span>
      <select
        className="select w-full"
        name={name}
        defaultValue={chosen ?? ''}
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

/** What of an address leaves rows out of a list. */
const narrowingParameters = ['q', 'status'];

/** Says what the way back drops: a list without a filter may still leave out what has ended. */
function describeClearing(search: URLSearchParams): string {
  if (!search.has('status')) return 'Clear the search';
  return search.has('q') ? 'Clear search and filter' : 'Clear the filter';
}

/** Only what was chosen, so that the plain list has the plain address. */
function withoutEmptyFields(form: FormData): URLSearchParams {
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
