/** The filters of a list of parts: a plain form, so that it works without a script; with one, what is chosen applies at once. */
import { useEffect, useRef } from 'react';
import { Form, useNavigate, useSubmit } from 'react-router';
import type { Facet } from '#domain/catalogue/facets.ts';
import type { Category } from '#domain/parts.ts';
import { paths } from '#domain/paths.ts';
import { comparisonIn, markScripted, queryOf } from '#web/site/filters.ts';

type FilteredList = {
  category: Category | undefined;
  q: string;
  facets: Facet[];
  address: string;
  parts: readonly { slug: string }[];
  /** What is chosen to be compared. */
  toCompare: { parts: readonly { slug: string }[] } | undefined;
};

/** How many values of a facet are seen at once; the others are one step away. */
const seenAtOnce = 7;

export function PartFilters({ listed }: { listed: FilteredList }) {
  const { category, q, facets, address, parts, toCompare } = listed;
  const submit = useSubmit();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useEffect(markScripted, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another address, other things are chosen
  useEffect(() => form.current?.reset(), [address]);
  return (
    <details className="filters">
      <summary>Filters</summary>
      <Form
        id="filters"
        ref={form}
        action={category ? paths.category(category) : paths.parts}
        onChange={({ currentTarget }) => submit(queryOf(currentTarget), { preventScrollReset: true })}
        onSubmit={(event) => {
          const comparison = comparisonIn(event.nativeEvent as SubmitEvent);
          if (comparison === undefined) return;
          event.preventDefault();
          void navigate(comparison);
        }}
      >
        {q && <input type="hidden" name="q" value={q} />}
        {(toCompare?.parts ?? [])
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
    return (
      <div className="facet facet-flag">
        <Tick name={facet.key} value="yes" label={facet.label} count={facet.count} isOn={facet.isChosen} />
        <Word facet={facet} />
      </div>
    );
  }
  if (facet.kind === 'choice' && facet.values.length === 0) return null;
  if (facet.kind === 'range' && facet.min === undefined) return null;
  return (
    <fieldset className="facet">
      <legend>{facet.label}</legend>
      <Word facet={facet} />
      {facet.kind === 'choice' ? <Values facet={facet} /> : <Range facet={facet} />}
    </fieldset>
  );
}

/** What the filter's word means. */
function Word({ facet: { label, explanation } }: { facet: Facet }) {
  return (
    <details className="facet-word">
      <summary aria-label={`What is ${label}?`}>?</summary>
      <p>{explanation}</p>
    </details>
  );
}

/** The first few, in their order, and whatever is chosen; the rest behind a word. */
function Values({ facet: { key, values } }: { facet: Facet & { kind: 'choice' } }) {
  const commonest = [...values].sort((one, other) => other.count - one.count).slice(0, seenAtOnce);
  const isSeen = (value: (typeof values)[number]) => value.isChosen || commonest.includes(value);
  const rest = values.filter((value) => !isSeen(value));
  const tick = (value: (typeof values)[number]) => (
    <Tick
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
      {values.filter(isSeen).map(tick)}
      {rest.length > 0 && (
        <details className="facet-more">
          <summary>{rest.length} more</summary>
          {rest.map(tick)}
        </details>
      )}
    </>
  );
}

type TickProps = { name: string; value: string; label: string; count: number; isOn: boolean };

function Tick({ name, value, label, count, isOn }: TickProps) {
  return (
    <label className="tick">
      <input type="checkbox" name={name} value={value} defaultChecked={isOn} />
      <span>{label}</span>
      <span className="tick-count">{count.toLocaleString('en-US')}</span>
    </label>
  );
}

function Range({ facet }: { facet: Facet & { kind: 'range' } }) {
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
