/** A build: the parts of a computer, whether they fit together, and what they cost; its state is in the address. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BuildFindings, VerdictBadge } from '#fit/components/build-findings.tsx';
import type { BuildLine, BuildPage, BuildRow } from '#fit/components/build-view.ts';
import { ReadyBuilds, ReadyChoice } from '#fit/components/ready-builds.tsx';
import verdictStyles from '#fit/components/verdict.css?url';
import stylesheet from '#fit/pages/build.css?url';
import { readBuildPage } from '#fit/pages/build.server.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { EmptyState, Notice } from '#ui/components/notice.tsx';
import { PageForm } from '#ui/components/page-form.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';
import type { Route } from './+types/build.ts';

export const handle = { isPublic: true };

export const links = () => [stylesheet, verdictStyles].map((href) => ({ rel: 'stylesheet', href }));

export function loader({ context, params, url }: Route.LoaderArgs) {
  return readBuildPage(context, (params as { id?: string }).id, url);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  makePageMeta({
    matches,
    title: makeTitle(loaderData?.build),
    description:
      'Choose the parts of a computer and see whether they fit together: with both numbers, what it costs, and what it draws.',
    canonical: loaderData?.build?.canonical,
  });

function makeTitle(build: BuildPage | undefined): string {
  if (!build) return 'This build is not here';
  return build.savedPath ? 'A saved build' : (build.ready?.name ?? 'Build a computer');
}

export default function Build({ loaderData: { build } }: Route.ComponentProps) {
  if (!build) return <NoSuchBuild />;
  return (
    <div className="wrap pt-8" data-build={build.text}>
      <h1 className="text-3xl">{makeTitle(build)}</h1>
      <p className="build-intro mt-3 max-w-[62ch] text-lg">
        {build.savedPath
          ? 'This build does not change; its prices and stock are today’s.'
          : 'Choose parts one by one: each list shows what fits the ones that you have.'}
      </p>
      {build.ready && <ReadyChoice choice={build.ready} />}
      {build.leftOut.length > 0 && (
        <div className="mt-4">
          <Notice kind="warning" role="status">
            {build.leftOut.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        </div>
      )}
      <ReadyBuilds builds={build.readyBuilds} budget={undefined} />
      <div className="build">
        <ul className="build-rows">
          {build.rows.map((row) => (
            <Row key={row.kind} row={row} isSaved={build.savedPath !== undefined} />
          ))}
        </ul>
        <Summary build={build} />
      </div>
      {!build.isEmpty && <BuildFindings build={build} />}
    </div>
  );
}

function NoSuchBuild() {
  return (
    <div className="wrap pt-8">
      <h1 className="text-3xl">{makeTitle(undefined)}</h1>
      <EmptyState image="empty-parts">
        <p className="text-lg">
          Saved builds are kept for a year. It may have expired, or the address has an error.
        </p>
        <Link className="btn btn-primary" to={paths.build}>
          Start a build
        </Link>
      </EmptyState>
    </div>
  );
}

/** Search engines need not follow every choice, and browsers not prefetch it. */
function StateLink({
  to,
  className = 'link',
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link to={to} className={className} rel="nofollow">
      {children}
    </Link>
  );
}

function Row({ row: { label, lines, choices }, isSaved }: { row: BuildRow; isSaved: boolean }) {
  if (isSaved && lines.length === 0) return null;
  return (
    <li className="build-row">
      <h2>{label}</h2>
      <div className="build-lines">
        {lines.map((line) => (
          <Line key={line.id} line={line} isSaved={isSaved} />
        ))}
        {!isSaved && (
          <p className="build-choices">
            {choices.map(({ label: word, to }) => (
              <StateLink key={to} to={to} className={lines.length > 0 ? 'link' : 'btn btn-tint btn-sm'}>
                {word} <span className="sr-only">{label}</span>
              </StateLink>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

function Line({ line, isSaved }: { line: BuildLine; isSaved: boolean }) {
  const { name, quantity, isOwned, watts, verdict, problem } = line;
  return (
    <div className="build-line">
      <div className="part-picture build-image">
        <ResponsiveImage of={line.image} alt="" sizes="5rem" />
      </div>
      <div className="build-words">
        <p>
          {quantity > 1 && <span className="build-quantity">{quantity} × </span>}
          <Link className="build-name" to={line.to}>
            {withNonBreakingSpaces(name)}
          </Link>
        </p>
        <p className="build-facts">
          {verdict && <VerdictBadge verdict={verdict} />}
          {watts && <span className="muted">{watts}</span>}
          {problem && <span className="build-problem">{problem}</span>}
        </p>
        {!isSaved && (
          <p className="build-ways">
            {line.lessPath && (
              <StateLink to={line.lessPath}>
                One less <span className="sr-only">of {name}</span>
              </StateLink>
            )}
            {line.morePath && (
              <StateLink to={line.morePath}>
                One more <span className="sr-only">of {name}</span>
              </StateLink>
            )}
            <StateLink to={line.ownedPath}>
              {isOwned ? 'Buy it here' : 'I have it'} <span className="sr-only">: {name}</span>
            </StateLink>
            <StateLink to={line.withoutPath}>
              Remove <span className="sr-only">{name}</span>
            </StateLink>
          </p>
        )}
      </div>
      <p className="build-price">{isOwned ? <span className="muted">Owned</span> : line.price}</p>
    </div>
  );
}

function Summary({ build }: { build: BuildPage }) {
  const { verdict, total, watts, wattsUnknown, text, savedPath } = build;
  return (
    <section className="build-summary" aria-labelledby="build-total">
      <h2 id="build-total">
        Total <strong>{total}</strong>
      </h2>
      <p>
        {verdict ? (
          <VerdictBadge verdict={verdict} />
        ) : (
          <span className="muted">Nothing to compare yet.</span>
        )}
      </p>
      {watts > 0 && (
        <p className="muted text-sm">
          Draws up to about {watts} W{wattsUnknown.length > 0 && `, without the ${wattsUnknown.join(', ')}`}.
        </p>
      )}
      {!build.isEmpty && (
        <PageForm action={paths.build} className="build-form">
          <input type="hidden" name="parts" value={text} />
          {build.canBuy && (
            <button type="submit" className="btn btn-primary btn-lg" name="action" value="basket">
              Put it into the basket
            </button>
          )}
          {savedPath ? (
            <Link className="btn" to={build.editPath} rel="nofollow">
              Change a copy
            </Link>
          ) : (
            <button type="submit" className="btn" name="action" value="save">
              Save under a short address
            </button>
          )}
        </PageForm>
      )}
      {!build.isEmpty && !savedPath && (
        <p className="muted text-sm build-hint">
          This build is in the address of the page: bookmark it, share it or print it.
        </p>
      )}
    </section>
  );
}
