/** Ready builds: to start from instead of an empty build, and one step dearer or cheaper. */
import { Link } from 'react-router';
import { formatBudget } from '#kernel/money.ts';

/** `label`: its use. */
export type ReadyBuildView = {
  label: string;
  name: string;
  description: string;
  total: string;
  to: string;
};

export type ReadyChoiceView = ReadyBuildView & {
  cheaper: ReadyBuildView | undefined;
  dearer: ReadyBuildView | undefined;
};

/** `budget`: dollars. */
export function ReadyBuilds({
  builds,
  budget,
}: {
  builds: readonly ReadyBuildView[];
  budget: number | undefined;
}) {
  if (builds.length === 0 && budget === undefined) return null;
  return (
    <section className="mt-6 grid gap-3" aria-labelledby="ready-builds">
      <h2 className="text-xl" id="ready-builds">
        {budget === undefined ? 'Start from a ready build' : `Ready builds up to ${formatBudget(budget)}`}
      </h2>
      {builds.length === 0 ? (
        <p>No ready build costs that little at the moment. Choose the parts one by one.</p>
      ) : (
        <ul className="ready-builds">
          {builds.map((build) => (
            <li key={build.to}>
              <Link className="ready-build" to={build.to}>
                <span className="ready-name font-semibold tabular-nums">{build.name}</span>
                <span className="font-semibold tabular-nums">{build.total}</span>
                <span className="ready-facts">{build.description}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The neighbours in price of the one that the page begins with. */
export function ReadySteps({ choice: { cheaper, dearer } }: { choice: ReadyChoiceView }) {
  return (
    <p className="ready-steps">
      {cheaper && (
        <Link className="btn btn-sm" to={cheaper.to}>
          Cheaper: {cheaper.total}
        </Link>
      )}
      {dearer && (
        <Link className="btn btn-sm" to={dearer.to}>
          Dearer: {dearer.total}
        </Link>
      )}
    </p>
  );
}

/** For a page about something else. */
export function ReadyLinks({ builds }: { builds: readonly ReadyBuildView[] }) {
  if (builds.length === 0) return null;
  return (
    <>
      <p className="mt-3">Or start from a ready build, whose parts fit together and are in stock:</p>
      <p className="mt-2 flex flex-wrap gap-2">
        {builds.map(({ label, total, to }) => (
          <Link key={to} className="btn btn-sm" to={to}>
            {label} {total}
          </Link>
        ))}
      </p>
    </>
  );
}
