/** The builds that a person keeps under names. */
import { Link } from 'react-router';
import { maxBuildNameLength } from '#fit/contract/fit.ts';
import stylesheet from '#fit/pages/build.css?url';
import { readBuildsPage } from '#fit/pages/builds.server.ts';
import * as paths from '#kernel/paths.ts';
import { makeLogInPath } from '#kernel/return-path.ts';
import { EmptyState, Notice } from '#ui/components/notice.tsx';
import { PageForm } from '#ui/components/page-form.tsx';
import { describeUnlistedPage } from '#ui/components/page-meta.ts';
import type { Route } from './+types/builds.ts';

export const handle = { isPublic: true };

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

export function loader({ context, url }: Route.LoaderArgs) {
  return readBuildsPage(context, url);
}

export const meta = describeUnlistedPage('My builds', 'The builds that you keep under names.');

export default function Builds({ loaderData: { isSignedIn, note, builds } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-8">
      <h1 className="text-3xl">My builds</h1>
      {note && (
        <div className="mt-4">
          <Notice kind="warning" role="status">
            <p>{note}</p>
          </Notice>
        </div>
      )}
      {builds.length === 0 && (
        <EmptyState image="empty-parts">
          <p className="text-lg">
            {isSignedIn ? 'You keep no build yet.' : 'Log in to see the builds that you keep.'}
          </p>
          <Link
            className="btn btn-primary"
            to={isSignedIn ? paths.build : makeLogInPath(paths.builds)}
            reloadDocument
          >
            {isSignedIn ? 'Build a computer' : 'Log in'}
          </Link>
        </EmptyState>
      )}
      <ul className="kept-builds">
        {builds.map(({ id, name, to, parts }) => (
          <li key={id}>
            <p>
              <Link className="link build-name font-semibold wrap-anywhere" to={to}>
                {name}
              </Link>{' '}
              <span className="muted text-sm">{parts}</span>
            </p>
            <details>
              <summary>
                Rename or delete <span className="sr-only">{name}</span>
              </summary>
              <PageForm action={paths.builds} className="build-name-form">
                <input type="hidden" name="id" value={id} />
                <label>
                  <span className="text-sm font-semibold">Name</span>
                  <input
                    className="input w-full"
                    name="name"
                    defaultValue={name}
                    maxLength={maxBuildNameLength}
                    required
                  />
                </label>
                <button type="submit" className="btn" name="action" value="rename">
                  Rename
                </button>
                <button type="submit" className="btn" name="action" value="delete" formNoValidate>
                  Delete
                </button>
              </PageForm>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
