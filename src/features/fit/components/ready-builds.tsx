/** Ready builds: to start from instead of an empty build, and one step dearer or cheaper. */
import { Link } from 'react-router';

export type ReadyBuildView = { name: string; description: string; total: string; to: string };

export type ReadyChoiceView = ReadyBuildView & {
  cheaper: ReadyBuildView | undefined;
  dearer: ReadyBuildView | undefined;
};

export function ReadyBuilds({
  builds,
  budget,
}: {
  builds: readonly ReadyBuildView[];
  budget: string | undefined;
}) {
  if (builds.length === 0 && budget === undefined) return null;
  return (
    <section className="ready-builds" aria-labelledby="ready-builds">
      <h2 className="text-xl" id="ready-builds">
        {budget === undefined ? 'Start from a ready build' : `Ready builds up to ${budget}`}
      </h2>
      {builds.length === 0 ? (
        <p>No ready build costs that little at the moment: choose the parts one by one.</p>
      ) : (
        <ul>
          {builds.map((build) => (
            <li key={build.to}>
              <Link className="ready-build" to={build.to}>
                <span className="ready-name">{build.name}</span>
                <span className="ready-total">{build.total}</span>
                <span className="ready-facts">{build.description}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The build that the page begins with, and its neighbours. */
export function ReadyChoice({ choice: { description, cheaper, dearer } }: { choice: ReadyChoiceView }) {
  return (
    <div className="ready-choice">
      <p>{description}</p>
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
    </div>
  );
}

/** For a page about something else. */
export function ReadyLinks({ builds }: { builds: readonly ReadyBuildView[] }) {
  if (builds.length === 0) return null;
  return (
    <p className="ready-links">
      Or start from a ready build:{' '}
      {builds.map((build, index) => (
        <span key={build.to}>
          {index > 0 && ', '}
          <Link className="link" to={build.to}>
            {build.name}
          </Link>{' '}
          ({build.total})
        </span>
      ))}
    </p>
  );
}
