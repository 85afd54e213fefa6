/** The frame of the dashboard: its title and the links for the person's role. */
import ChevronDown from 'lucide:chevron-down';
import Menu from 'lucide:menu';
import Package from 'lucide:package';
import Star from 'lucide:star';
import UserRound from 'lucide:user-round';
import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { Link, Outlet, useLocation, useRevalidator } from 'react-router';
import type { DashboardGroup, DashboardLink } from '#app/pages/dashboard/administrator-links.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { VerificationNotice } from '#people/components/verification-notice.tsx';
import { readSessionEndpoint } from '#platform/contract/session.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { Icon } from '#ui/components/icons.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { usePrefetchMode } from '#ui/layout/prefetch.ts';
import { findPerson, readRole, throwIfProblem } from '#ui/session/guard.ts';
import { loadOnServer } from '#ui/session/load-on-server.server.ts';
import { storeRole } from '#ui/session/session.ts';
import { type Loaded, whenLoaded } from '#ui/session/when-loaded.tsx';
import type { Route } from './+types/dashboard.ts';

const { dashboard } = wording;

export const meta = describePrivatePage('Dashboard', 'Your orders, your reviews and your profile.');

async function load({ request }: Route.ClientLoaderArgs) {
  const person = await findPerson(request);
  if (isProblem(person) && person.status !== 401) return { isAdmin: undefined, unverified: undefined };
  const [role, session] = await Promise.all([
    readRole(request, throwIfProblem(request, person)),
    callEndpoint(readSessionEndpoint, {}, { signal: request.signal }),
  ]);
  const isUnverified = session && !isProblem(session) && !session.user.emailVerified;
  return {
    // a failure here does not hide the page: it is shown in place of the links
    isAdmin: isProblem(role) && role.status !== 401 ? undefined : throwIfProblem(request, role).admin,
    unverified: isUnverified ? session.user.email : undefined,
  };
}

export const loader = loadOnServer(load);
export const clientLoader = load;

export default whenLoaded(Dashboard);

function Dashboard({ loaderData }: Loaded<Route.ComponentProps>) {
  const { unverified } = loaderData;
  const isAdmin = useLastDefined(loaderData.isAdmin);
  // the server may know another one than this browser
  useEffect(() => {
    if (isAdmin !== undefined) storeRole(isAdmin);
  }, [isAdmin]);
  return (
    <div className="wrap dashboard">
      <div className="dashboard-side">
        <h1 className="dashboard-title">{dashboard.heading}</h1>
        {isAdmin === undefined ? (
          <MissingLinks />
        ) : (
          <Suspense>{isAdmin ? <AdministratorMenu /> : <DashboardMenu groups={customerLinks} />}</Suspense>
        )}
      </div>
      <div className="min-w-0">
        {unverified && <VerificationNotice email={unverified} />}
        <div data-page>
          <Outlet />
        </div>
      </div>
    </div>
  );
}

function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

// only they load its icons
const AdministratorMenu = lazy(async () => {
  const { administratorLinks } = await import('#app/pages/dashboard/administrator-links.ts');
  return { default: () => <DashboardMenu groups={administratorLinks} /> };
});

function DashboardMenu({ groups }: { groups: DashboardGroup[] }) {
  const { pathname } = useLocation();
  const current = findCurrentLink(
    groups.flatMap(({ links }) => links),
    pathname,
  );
  return (
    <>
      <details className="dashboard-menu xl:hidden" open={false}>
        <summary>
          <Icon of={Menu} />
          <span>Menu</span>
          <span className="muted font-normal">{current?.link.label}</span>
          <Icon of={ChevronDown} />
        </summary>
        <DashboardLinks groups={groups} current={current} />
      </details>
      <div className="max-xl:hidden">
        <DashboardLinks groups={groups} current={current} />
      </div>
    </>
  );
}

const customerLinks: DashboardGroup[] = [
  {
    links: [
      { to: paths.dashboard, label: dashboard.myOrders, icon: Package },
      { to: paths.addReview, label: dashboard.addReview, icon: Star },
      { to: paths.myProfile, label: dashboard.myProfile, icon: UserRound },
    ],
  },
];

function MissingLinks() {
  const { state, revalidate } = useRevalidator();
  return (
    <nav aria-label="Dashboard" className="flex flex-wrap items-center gap-3">
      <p>The menu could not be loaded.</p>
      <button
        type="button"
        className="btn btn-sm"
        aria-disabled={state !== 'idle'}
        onClick={() => void revalidate()}
      >
        Try again
      </button>
    </nav>
  );
}

/** The lists that link to the pages of one order or part; the first that the role has is current. */
const parentLists: Record<string, string[]> = {
  order: [paths.manageOrders, paths.dashboard],
  invoice: [paths.manageOrders, paths.dashboard],
  payment: [paths.dashboard],
  edit_product: [paths.manageProducts],
  stock_ledger: [paths.manageProducts],
  settings: [paths.settings],
};

type CurrentLink = { link: DashboardLink; isPage: boolean } | undefined;

function findCurrentLink(links: DashboardLink[], pathname: string): CurrentLink {
  const page = pathname.replace(/\/$/, '');
  for (const path of [page, ...(parentLists[page.split('/')[2] ?? ''] ?? [])]) {
    const link = links.find(({ to }) => to === path);
    if (link) return { link, isPage: path === page };
  }
  return undefined;
}

function DashboardLinks({ groups, current }: { groups: DashboardGroup[]; current: CurrentLink }) {
  const prefetch = usePrefetchMode();
  return (
    <nav aria-label="Dashboard" className="mt-2">
      {groups.map(({ heading, links }) => (
        <Fragment key={links[0]?.to}>
          {heading && <p className="menu-heading">{heading}</p>}
          <ul className="menu w-full gap-0.5 p-0" aria-label={heading}>
            {links.map((link) => (
              <li key={link.to}>
                <Link
                  to={link.to}
                  prefetch={prefetch}
                  viewTransition
                  className={link === current?.link ? 'menu-active' : ''}
                  aria-current={link === current?.link ? (current.isPage ? 'page' : 'true') : undefined}
                  onClick={(event) => event.currentTarget.closest('details')?.removeAttribute('open')}
                >
                  <Icon of={link.icon} />
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}
