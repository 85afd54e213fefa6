/** The filters of a list of parts: a plain form; with scripts a choice applies at once. */
import { useEffect, useRef } from 'react';
import { Form, useNavigate, useSubmit } from 'react-router';
import { findComparisonPath, markScripted, readFilterQuery } from '#catalogue/components/run-filters.ts';
import type { Facet } from '#catalogue/rules/index/facets.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import * as paths from '#kernel/paths.ts';
import { formatNumber } from '#kernel/words.ts';

type FilteredListProps = {
  category: Category | undefined;
  q: string;
  facets: Facet[];
  firstPagePath: string;
  parts: readonly { slug: string }[];
  compared: { parts: readonly { slug: string }[] } | undefined;
};

const maxVisibleValues = 7;
const maxUnsearchedValues = 12;

export function PartFilters({ listed }: { listed: FilteredListProps }) {
  const { category, q, facets, firstPagePath, parts, compared } = listed;
  const submit = useSubmit();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useEffect(markScripted, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has other choices
  useEffect(() => form.current?.reset(), [firstPagePath]);
  return (
    <details className="filters">
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
          const comparison = findComparisonPath(event.nativeEvent as SubmitEvent);
          if (comparison === undefined) return;
          event.preventDefault();
          void navigate(comparison);
        }}
      >
        {q && <input type="hidden" name="q" value={q} />}
        {(compared?.parts ?? [])
          .filter(({ slug }) => !parts.some((part) => part.slug === slug))
          .map(({ slug }) => (
            <input key={slug} type="hidden" name="part" value={slug} />
          ))}
        {facets.map((facet) => (
          <FacetField key={facet.key} facet={facet} />
        ))}
        <button type="submit" className="btn btn-primary filters-apply">
          Show the parts
        </button>
      </Form>
    </details>
  );
}

function FacetField({ facet }: { facet: Facet }) {
  if (facet.kind === 'flag') {
    if (facet.count === 0 && !facet.isChosen) return null;
    return (
      <div className="facet facet-flag">
        <FacetCheckbox
          name={facet.key}
          value={facet.value}
          label={facet.label}
          count={facet.count}
          isOn={facet.isChosen}
        />
        <FacetExplanation facet={facet} />
      </div>
    );
  }
  if (facet.kind === 'choice' && facet.values.length === 0) return null;
  if (facet.kind === 'range' && facet.min === undefined) return null;
  return (
    <fieldset className="facet">
      <legend>{facet.label}</legend>
      <FacetExplanation facet={facet} />
      <FacetValues facet={facet} />
      {facet.kind === 'range' && <FacetRange facet={facet} />}
    </fieldset>
  );
}

function FacetExplanation({ facet: { label, explanation } }: { facet: Facet }) {
  return (
    <details className="facet-word">
      <summary aria-label={`What is ${label}?`}>?</summary>
      <p>{explanation}</p>
    </details>
  );
}

function FacetValues({ facet: { key, label, values } }: { facet: Exclude<Facet, { kind: 'flag' }> }) {
  const commonest = [...values].sort((one, other) => other.count - one.count).slice(0, maxVisibleValues);
  const isVisible = (value: (typeof values)[number]) => value.isChosen || commonest.includes(value);
  const rest = values.filter((value) => !isVisible(value));
  const renderCheckbox = (value: (typeof values)[number]) => (
    <FacetCheckbox
      key={value.value}
      name={key}
      value={value.value}
      label={value.label}
      count={value.count}
      isOn={value.isChosen}
    />
  );
  return (
    <>
      {values.filter(isVisible).map(renderCheckbox)}
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
              {members.map(renderCheckbox)}
            </div>
          ))}
        </details>
      )}
    </>
  );
}

type FacetCheckboxProps = { name: string; value: string; label: string; count: number; isOn: boolean };

function FacetCheckbox({ name, value, label, count, isOn }: FacetCheckboxProps) {
  return (
    <label className="tick">
      <input type="checkbox" name={name} value={value} defaultChecked={isOn} />
      <span>{label}</span>
      <span className="tick-count">{formatNumber(count)}</span>
    </label>
  );
}

function FacetRange({ facet }: { facet: Facet & { kind: 'range' } }) {
  const { key, label, unit, min, max, chosenMin, chosenMax } = facet;
  const ends = [
    { name: `${key}-min`, word: 'from', limit: min, value: chosenMin },
    { name: `${key}-max`, word: 'to', limit: max, value: chosenMax },
  ];
  return (
    <div className="range">
      {ends.map(({ name, word, limit, value }) => (
        <label key={name}>
          <span className="sr-only">{label}, </span>
          {word}
          <input
            className="input input-sm"
            name={name}
            inputMode="decimal"
            autoComplete="off"
            placeholder={limit === undefined ? '' : String(limit)}
            defaultValue={value}
          />
        </label>
      ))}
      <span>{unit}</span>
    </div>
  );
}
