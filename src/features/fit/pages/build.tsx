/** A build: the parts of a computer, whether they fit together, and what they cost; its state is in the address. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BudgetForm } from '#fit/components/budget-form.tsx';
import { BuildFindings, VerdictBadge } from '#fit/components/build-findings.tsx';
import { ReadyBuilds, ReadySteps } from '#fit/components/ready-builds.tsx';
import verdictStyles from '#fit/components/verdict.css?url';
import { maxBuildNameLength } from '#fit/contract/fit.ts';
import stylesheet from '#fit/pages/build.css?url';
import { readBuildPage } from '#fit/pages/build.server.ts';
import type { PowerView } from '#fit/rules/rules/power.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { EmptyState, Notice } from '#ui/components/notice.tsx';
import { PageForm } from '#ui/components/page-form.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import type { Route } from './+types/build.ts';

type BuildPage = NonNullable<Route.ComponentProps['loaderData']['build']>;
type BuildRow = BuildPage['rows'][number];
type BuildLine = BuildRow['lines'][number];

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
    <div
      className="wrap pt-8"
      data-build={build.savedPath ? undefined : build.text}
      data-chosen={build.isEmpty ? '' : build.text}
    >
      <h1 className="text-3xl">{makeTitle(build)}</h1>
      <p className="build-intro mt-3 max-w-[62ch] text-lg">
        {build.savedPath
          ? 'This build does not change; its prices and stock are today’s.'
          : (build.ready?.description ??
            'Choose parts one by one: each list shows what fits the ones that you have.')}
      </p>
      {build.ready && <ReadySteps choice={build.ready} />}
      {build.leftOut.length > 0 && (
        <div className="mt-4">
          <Notice kind="warning" role="status">
            {build.leftOut.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        </div>
      )}
      {build.savedPath ? (
        build.budget && <p className="mt-3">{build.budget.sentence}</p>
      ) : (
        <BudgetForm text={build.text} budget={build.budget} />
      )}
      {build.isEmpty && <ReadyBuilds builds={build.readyBuilds} budget={build.budget?.amount} />}
      <div className="build">
        <ul className="build-rows">
          {build.rows.map((row) => (
            <Row key={row.kind} row={row} isSaved={build.savedPath !== undefined} />
          ))}
        </ul>
        {!build.isEmpty && (
          <>
            <Summary build={build} />
            <BuildFindings {...build} />
            <Share build={build} />
          </>
        )}
      </div>
    </div>
  );
}

function NoSuchBuild() {
  return (
    <div className="wrap pt-8">
      <h1 className="text-3xl">{makeTitle(undefined)}</h1>
      <EmptyState image="empty-parts" link={{ to: paths.build, label: 'Start a build', isPrimary: true }}>
        <p className="text-lg">
          Saved builds are kept for a year. It may have expired, or the address has an error.
        </p>
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

function Row({
  row: { kind, label, lines, included, choices, affordable },
  isSaved,
}: {
  row: BuildRow;
  isSaved: boolean;
}) {
  if (isSaved && lines.length === 0 && !included) return null;
  return (
    <li className="build-row" id={kind} tabIndex={-1}>
      <h2>{label}</h2>
      <div className="build-lines">
        {lines.map((line) => (
          <Line key={line.id} line={line} isSaved={isSaved} />
        ))}
        {isSaved && included && <p className="build-choices muted">{included}</p>}
        {!isSaved && (
          <p className="build-choices">
            {included && <span className="muted">{included}</span>}
            {choices.map(({ label: word, to }) => (
              <StateLink
                key={to}
                to={to}
                className={lines.length > 0 || included ? 'link' : 'btn btn-tint btn-sm'}
              >
                {word} <span className="sr-only">{label}</span>
              </StateLink>
            ))}
            {affordable && <StateLink to={affordable.to}>{affordable.text}</StateLink>}
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
      <FramedImage frame="part-picture build-image" of={line.image} alt="" sizes="5rem" />
      <div className="build-words">
        <p>
          {quantity > 1 && <span className="build-quantity">{quantity} × </span>}
          <Link className="build-name font-semibold wrap-anywhere" to={line.to}>
            {withNonBreakingSpaces(name)}
          </Link>
        </p>
        <p className="build-facts">
          {verdict && <VerdictBadge verdict={verdict} />}
          {watts && <span className="muted">{watts}</span>}
          {problem && <span className="text-error">{problem}</span>}
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
      <p className="text-right font-bold tabular-nums">
        {isOwned ? <span className="muted">Owned</span> : line.price}
      </p>
    </div>
  );
}

/** On phones its head stays at the lower edge of the window while the parts are scrolled. */
function Summary({ build }: { build: BuildPage }) {
  const { verdict, total, totalNote, power, text, savedPath } = build;
  return (
    <section className="build-summary" aria-labelledby="build-total">
      <div className="build-total">
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
        {build.canBuy && (
          <PageForm action={paths.build} className="build-buy">
            <input type="hidden" name="parts" value={text} />
            <button type="submit" className="btn btn-primary" name="action" value="basket">
              Put it into the basket
            </button>
          </PageForm>
        )}
      </div>
      <div className="build-rest">
        {totalNote && <p className="text-sm">{withNonBreakingSpaces(totalNote)}</p>}
        {power && <Power power={power} />}
        {savedPath && (
          <Link className="btn" to={build.editPath} rel="nofollow">
            Change a copy
          </Link>
        )}
        <a className="link text-sm" href="#share">
          Share, copy or keep it
        </a>
      </div>
    </section>
  );
}

/** The bar shows what the sentence says. */
function Power({ power: { sentence, load } }: { power: PowerView }) {
  return (
    <div className="build-power grid gap-1.5">
      {load && (
        <svg className={load.level} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={load.percent} height="1" />
        </svg>
      )}
      <p className="text-sm">{withNonBreakingSpaces(sentence)}</p>
    </div>
  );
}

function Share({ build: { savedPath, text, share } }: { build: BuildPage }) {
  return (
    <section className="build-share" aria-labelledby="share">
      <h2 className="text-xl" id="share">
        Share, copy or keep it
      </h2>
      <p className="muted text-sm">
        Whoever opens the address sees the same parts, with the prices and the stock of that day.
      </p>
      <Copied label="Address">
        <input className="input w-full" id="Address" readOnly value={share.address} />
      </Copied>
      <div className="build-texts">
        <Copied label="Text">
          <textarea id="Text" rows={5} readOnly value={share.text} />
        </Copied>
        <Copied label="Markdown">
          <textarea id="Markdown" rows={5} readOnly value={share.markdown} />
        </Copied>
      </div>
      <PageForm action={paths.builds} className="build-name-form">
        <input type="hidden" name="parts" value={text} />
        <label>
          <span className="text-sm font-semibold">Name, to keep it in your account</span>
          <input className="input w-full" name="name" maxLength={maxBuildNameLength} required />
        </label>
        <button type="submit" className="btn" name="action" value="keep">
          Keep it
        </button>
        <Link className="link" to={paths.builds} reloadDocument>
          My builds
        </Link>
      </PageForm>
      {!savedPath && (
        <PageForm action={paths.build}>
          <input type="hidden" name="parts" value={text} />
          <button type="submit" className="btn btn-sm" name="action" value="save">
            Save under a short address
          </button>
        </PageForm>
      )}
    </section>
  );
}

/** Without a script, what is in the field can be marked and copied. `children`: the field, with the label as its id. */
function Copied({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="build-copied">
      <label htmlFor={label}>{label}</label>
      {children}
      <button type="button" className="btn btn-sm" data-copy={label} aria-live="polite">
        Copy <span className="sr-only">{label}</span>
      </button>
    </p>
  );
}
