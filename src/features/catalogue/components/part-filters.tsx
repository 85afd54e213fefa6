/** The filters of a list of parts: a plain form; with scripts a choice applies at once. */
import { type ComponentProps, useEffect, useRef } from 'react';
import { Form, useNavigate, useSubmit } from 'react-router';
import {
  closeFilters,
  findComparisonPath,
  markScripted,
  readFilterQuery,
} from '#catalogue/components/run-filters.ts';
import type { Facet, FacetValue } from '#catalogue/rules/index/facets.ts';
import type { ListProblem } from '#catalogue/rules/lists/list-queries.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import * as paths from '#kernel/paths.ts';
import { countWords, formatNumber } from '#kernel/words.ts';

type FilteredListProps = {
  category: Category | undefined;
  q: string;
  facets: Facet[];
  unread: readonly ListProblem[];
  firstPagePath: string;
  total: number;
  parts: readonly { slug: string }[];
  compared: { parts: readonly { slug: string }[] } | undefined;
};

const maxVisibleValues = 6;
const maxUnsearchedValues = 12;

export function PartFilters({ listed }: { listed: FilteredListProps }) {
  const { category, q, facets, unread, firstPagePath, total, parts, compared } = listed;
  const submit = useSubmit();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useEffect(markScripted, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has other choices
  useEffect(() => form.current?.reset(), [firstPagePath]);
  const choosable = facets.filter(hasChoice);
  return (
    <details className="filters" hidden={choosable.length === 0}>
      <summary>Filters</summary>
      <Form
        id="filters"
        ref={form}
        action={category ? paths.category(category) : paths.parts}
        onChange={({ currentTarget, target }) =>
          // what is typed to find a value chooses nothing
          target.type === 'search' || submit(readFilterQuery(currentTarget), { preventScrollReset: true })
        }
        onSubmit={(event) => {
          event.preventDefault();
          const comparison = findComparisonPath(event.nativeEvent as SubmitEvent);
          if (comparison === undefined) closeFilters(event.currentTarget);
          else void navigate(comparison);
        }}
      >
        {q && <input type="hidden" name="q" value={q} />}
        {(compared?.parts ?? [])
          .filter(({ slug }) => !parts.some((part) => part.slug === slug))
          .map(({ slug }) => (
            <input key={slug} type="hidden" name="part" value={slug} />
          ))}
        {choosable.map((facet) => (
          <FacetField key={facet.key} facet={facet} unread={unread} />
        ))}
        <p className="filters-apply">
          <button type="submit" className="btn btn-primary">
            <span data-script>Show {countWords(total, 'part')}</span>
            <span data-no-script>Show the parts</span>
          </button>
        </p>
      </Form>
    </details>
  );
}

function hasChoice(facet: Facet): boolean {
  if (facet.kind === 'flag') return facet.count > 0 || facet.isChosen;
  return facet.kind === 'choice' ? facet.values.length > 0 : facet.min !== undefined;
}

type FacetProps<Shown> = { facet: Shown; unread: readonly ListProblem[] };

function FacetField({ facet, unread }: FacetProps<Facet>) {
  const { kind, key, label, explanation } = facet;
  if (kind === 'flag') {
    return (
      <div className="facet facet-flag">
        <FacetCheckbox name={key} choice={facet} />
        <p>{explanation}</p>
      </div>
    );
  }
  return (
    <fieldset className="facet" aria-label={label}>
      <details className="facet-word">
        <summary>{label}</summary>
        <p>{explanation}</p>
      </details>
      <FacetValues facet={facet} />
      {kind === 'range' && <FacetRange facet={facet} unread={unread} />}
    </fieldset>
  );
}

function FacetValues({ facet: { key, label, values } }: { facet: Exclude<Facet, { kind: 'flag' }> }) {
  const maxCommonest = values.length === maxVisibleValues + 1 ? values.length : maxVisibleValues; // never '1 more'
  const commonest = [...values].sort((one, other) => other.count - one.count).slice(0, maxCommonest);
  const isVisible = (value: (typeof values)[number]) => value.isChosen || commonest.includes(value);
  const rest = values.filter((value) => !isVisible(value));
  const renderCheckbox = (value: (typeof values)[number]) => (
    <FacetCheckbox key={value.value} name={key} choice={value} />
  );
  return (
    <>
      <div className="ticks">{values.filter(isVisible).map(renderCheckbox)}</div>
      {rest.length > 0 && (
        <details className="facet-more">
          <summary>{rest.length} more</summary>
          {rest.length > maxUnsearchedValues && (
            <input
              type="search"
              className="input input-sm"
              data-find
              aria-label={`Find in ${label}`}
              placeholder="Type to find"
            />
          )}
          {[...Map.groupBy(rest, ({ group }) => group)].map(([group, members]) => (
            <div key={`${group}`} className="facet-group">
              <p>{group}</p>
              <div className="ticks">{members.map(renderCheckbox)}</div>
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function FacetCheckbox({ name, choice }: { name: string; choice: FacetValue }) {
  return (
    <label className="tick">
      <input type="checkbox" name={name} value={choice.value} defaultChecked={choice.isChosen} />
      <span>{choice.label}</span>
      <span className="tick-count">{formatNumber(choice.count)}</span>
    </label>
  );
}

function FacetRange({ facet, unread }: FacetProps<Facet & { kind: 'range' }>) {
  const { key, label, unit, min, max, chosenMin, chosenMax } = facet;
  const ends = [
    { name: `${key}-min`, word: 'from', limit: min, value: chosenMin },
    { name: `${key}-max`, word: 'to', limit: max, value: chosenMax },
  ].map((end) => ({ ...end, problem: unread.find(({ path }) => path === end.name) }));
  return (
    <>
      <div className="range">
        {ends.map(({ name, word, limit, value, problem }) => (
          <label key={name}>
            <span className="sr-only">{label}, </span>
            {word}
            <input
              className="input input-sm"
              name={name}
              inputMode="decimal"
              autoComplete="off"
              placeholder={limit === undefined ? '' : String(limit)}
              defaultValue={value ?? problem?.unread}
              aria-invalid={problem && true}
            />
          </label>
        ))}
        <span>{unit}</span>
      </div>
      {ends.map(
        ({ name, problem }) =>
          problem && <UnreadLimit key={name} label={label} problem={problem} className="text-error" />,
      )}
    </>
  );
}

type UnreadLimitProps = { label: string | undefined; problem: ListProblem } & ComponentProps<'p'>;

export function UnreadLimit({ label, problem, ...props }: UnreadLimitProps) {
  return (
    <p {...props}>{`${label}: “${problem.unread}” is left out. A plain number is needed, such as 250.`}</p>
  );
}
