/** What is chosen of a list to be compared, and the way to see it side by side. */
import { Link } from 'react-router';
import type { Category } from '#domain/catalogue/parts.ts';
import { paths } from '#domain/paths.ts';
import type { OmittedParts as LeftOutParts } from '#web/catalogue/compare/comparison-view.ts';
import { OmittedPartsNotice } from '#web/catalogue/compare/omitted-parts.tsx';

export type ChosenParts = {
  /** Each with the address of the list without it. */
  parts: { slug: string; name: string; without: string }[];
  leftOut: LeftOutParts;
};

type CompareBarProps = { category: Category; chosen: ChosenParts; page: number };

/** The check boxes and both buttons belong to the form of the filters, so that whatever is sent keeps what is ticked. */
export function CompareBar({ category, chosen: { parts, leftOut }, page }: CompareBarProps) {
  return (
    <section className="compare-bar" aria-label="To compare">
      {parts.length === 0 ? (
        <p>Tick up to four parts to see them side by side.</p>
      ) : (
        <ul className="chosen" aria-label="Chosen to compare">
          {parts.map(({ slug, name, without }) => (
            <li key={slug}>
              <Link to={without} aria-label={`Do not compare ${name}`} replace preventScrollReset>
                <span className="chosen-name">{name}</span> <span aria-hidden="true">×</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="compare-ways">
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
      <OmittedPartsNotice of={leftOut} role="alert" />
    </section>
  );
}
