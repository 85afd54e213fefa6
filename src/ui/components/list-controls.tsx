/** Search, sorting, filters and pages of a list; their state is in the address. */
import {
  type FormEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  Form,
  Link,
  useLocation,
  useNavigation,
  useNavigationType,
  useSearchParams,
  useSubmit,
} from 'react-router';
import { formatNumber } from '#kernel/words.ts';
import type { ListPage } from '#ui/api/api-client.ts';
import { focusHeading } from '#ui/components/focus.ts';
import { Pager } from '#ui/components/pager.tsx';

const pageSize = 20;

const filterParameters = ['q', 'status', 'from', 'to', 'customer', 'purchase', 'promised', 'paidOn'];

export type Choice = { value: string; label: string };

export function readListQuery(request: Request, names = ['sort', 'of', ...filterParameters]) {
  const { searchParams } = new URL(request.url);
  const parameters = ['page', ...names].flatMap((name) => {
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
  name = 'q',
  sorts,
  statuses,
  moreFilters = [],
  isFoldedOnPhones = false,
}: {
  label: string;
  name?: 'q' | 'customer';
  sorts?: Choice[];
  statuses: Choice[];
  moreFilters?: Filter[] | undefined;
  /** Until they are used. */
  isFoldedOnPhones?: boolean | undefined;
}) {
  const controls = (
    <SearchForm>
      <SearchField name={name} label={label} />
      {sorts && <ChoiceList name="sort" label="Sort by" choices={sorts} />}
      <ChoiceList name="status" label="Show" choices={statuses} />
      {moreFilters.length > 0 && <MoreFilters filters={moreFilters} />}
    </SearchForm>
  );
  return isFoldedOnPhones ? <FoldedOnPhones>{controls}</FoldedOnPhones> : controls;
}

function FoldedOnPhones({ children }: { children: ReactNode }) {
  const [search] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const isWide = useSyncExternalStore(
    watchWidth,
    () => wideWindow().matches,
    () => false,
  );
  const isUsed = ['sort', ...filterParameters].some((name) => search.has(name));
  return (
    <details
      className="list-fold"
      open={isWide || isUsed || isOpen}
      onToggle={({ currentTarget }) => !isWide && setOpen(currentTarget.open)}
    >
      <summary className="btn btn-sm md:hidden">Search and sort</summary>
      {children}
    </details>
  );
}

const wideWindow = () => matchMedia('(width >= 48rem)');

function watchWidth(onChange: () => void): () => void {
  const window = wideWindow();
  window.addEventListener('change', onChange);
  return () => window.removeEventListener('change', onChange);
}

type Filter = { name: string; label: string; type?: 'date'; min?: string; max?: string };

const days = { type: 'date', min: '1970-01-01', max: '9999-12-31' } as const;
export const dayFilters: Filter[] = [
  { name: 'from', label: 'From', ...days },
  { name: 'to', label: 'To', ...days },
];
export const paidOnFilter: Filter = { name: 'paidOn', label: 'Paid on', ...days };

/** Folded until one is set. */
function MoreFilters({ filters }: { filters: Filter[] }) {
  const [search] = useSearchParams();
  return (
    <details className="list-filters" open={filters.some(({ name }) => search.has(name))}>
      <summary className="btn">More filters</summary>
      {filters.map((filter) => (
        <SearchField key={filter.name} {...filter} />
      ))}
    </details>
  );
}

export function SearchForm({ children }: { children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const [search] = useSearchParams();
  const type = useNavigationType();
  const submit = useSubmit();
  useLayoutEffect(() => {
    // same fields, so that they keep the focus; the focused one may be ahead of the address while someone types
    for (const field of form.current?.elements ?? []) {
      if (field === document.activeElement && type !== 'POP') continue;
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = search.get(field.name) ?? '';
    }
  }, [search, type]);
  function writeAddress(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    submit(removeEmptyFields(new FormData(event.currentTarget)), { method: 'get', preventScrollReset: true });
  }
  return (
    <Form ref={form} role="search" className="controls" onSubmit={writeAddress}>
      {children}
      <button type="submit" className="btn">
        Search
      </button>
    </Form>
  );
}

export function SearchField({ name, label, type, ...bounds }: Filter) {
  const [search] = useSearchParams();
  return (
    <label>
      <span>{label}</span>
      <input
        className="input w-full"
        type={type ?? 'search'}
        name={name}
        defaultValue={search.get(name) ?? ''}
        maxLength={100}
        {...bounds}
      />
    </label>
  );
}

export function ChoiceList({ name, label, choices }: { name: string; label: string; choices: Choice[] }) {
  const [search] = useSearchParams();
  return (
    <label>
      <span>{label}</span>
      <select
        className="select w-full"
        name={name}
        defaultValue={search.get(name) ?? ''}
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

type ListPagesProps = { page: ListPage<unknown>; empty?: ReactNode; isFiltered?: boolean | undefined };

/** `empty` stands for a list that no filter has emptied. */
export function ListPages({ page: { rows, total }, empty, ...given }: ListPagesProps) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const hasFilter = filterParameters.some((name) => search.has(name));
  const isFiltered = given.isFiltered ?? hasFilter;
  if (empty && rows.length === 0 && total === 0 && !isFiltered) return empty;
  const pageNumber = readPageNumber(search);
  const first = (pageNumber - 1) * pageSize + 1;
  const pageCount = Math.ceil(total / pageSize);
  return (
    <div className="mt-4" aria-busy={state !== 'idle'}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="muted text-sm" role="status">
          {rows.length > 0
            ? `${formatNumber(first)} to ${formatNumber(first + rows.length - 1)} of ${formatNumber(total)}`
            : total > 0
              ? 'The list has fewer pages.'
              : (search.get('from') ?? '') > (search.get('to') || '9999')
                ? 'The day “From” is after the day “To”.'
                : 'Nothing was found.'}
        </p>
        {total === 0 && hasFilter && (
          <Link
            className="btn btn-sm"
            to={pathname + removeParameters(search, filterParameters)}
            onClick={focusHeading}
          >
            {describeClearing(search)}
          </Link>
        )}
      </div>
      <Pager
        page={Math.min(pageNumber, pageCount + 1)}
        pageCount={pageCount}
        address={pathname + removeParameters(search, [])}
      />
    </div>
  );
}

/** Names what the link drops: a list without filters may still hide ended orders. */
function describeClearing(search: URLSearchParams): string {
  if (!filterParameters.some((name) => name !== 'q' && search.has(name))) return 'Clear the search';
  return search.has('q') ? 'Clear search and filter' : 'Clear the filter';
}

function removeEmptyFields(form: FormData): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of form) if (value !== '') search.set(name, String(value));
  return search;
}

/** The rest of the address, from its first page. */
function removeParameters(search: URLSearchParams, names: string[]): string {
  const rest = new URLSearchParams(search);
  for (const name of ['page', ...names]) rest.delete(name);
  return rest.size > 0 ? `?${rest}` : '';
}

function readPageNumber(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isSafeInteger(page) && page > 1 ? page : 1;
}
