/** The parts of a list that are chosen to be compared, and the button that compares them. */
import { Link } from 'react-router';
import type { OmittedParts } from '#app/pages/compare/comparison-view.ts';
import { OmittedPartsNotice } from '#app/pages/compare/omitted-parts.tsx';
import type { Category } from '#catalogue/rules/parts.ts';
import * as paths from '#kernel/paths.ts';

export type ChosenParts = {
  parts: { slug: string; name: string; pathWithout: string }[];
  omitted: OmittedParts;
};

type CompareBarProps = { category: Category; chosen: ChosenParts; page: number };

/** Check boxes and buttons belong to the filter form, so that every submission keeps what is ticked. */
export function CompareBar({ category, chosen: { parts, omitted }, page }: CompareBarProps) {
  return (
    <section className="compare-bar" aria-label="To compare">
      {parts.length === 0 ? (
        <p>Tick up to four parts to see them side by side.</p>
      ) : (
        <ul className="chosen" aria-label="Chosen to compare">
          {parts.map(({ slug, name, pathWithout }) => (
            <li key={slug}>
              <Link to={pathWithout} aria-label={`Do not compare ${name}`} replace preventScrollReset>
                <span className="truncate">{name}</span> <span aria-hidden="true">×</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="ms-auto flex flex-wrap gap-2">
        <button type="submit" className="btn" form="filters" name="page" value={page} data-no-script>
          Keep what is ticked
        </button>
        <button
          type="submit"
          className="btn btn-primary"
          form="filters"
          formAction={paths.comparison(category)}
        >
          Compare
        </button>
      </p>
      <OmittedPartsNotice omitted={omitted} role="alert" />
    </section>
  );
}
