/** The frame of the dashboard: its title and the links of the person's role. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import Menu from 'lucide-react/icons/menu';
import Package from 'lucide-react/icons/package';
import Star from 'lucide-react/icons/star';
import UserRound from 'lucide-react/icons/user-round';
import { NavLink, Outlet, useLocation } from 'react-router';
import { readAdmin, readSession } from '#contract/people.ts';
import { wording } from '#domain/wording.ts';
import { ask, isProblem } from '#web/api-client.ts';
import type { DashboardLink } from '#web/components/administrator-links.ts';
import { Icon } from '#web/components/icons.tsx';
import { Loading } from '#web/components/loading.tsx';
import { VerificationNotice } from '#web/components/verification-notice.tsx';
import { load, requirePerson } from '#web/guard.ts';
import { ownPageHead } from '#web/own-page-head.ts';
import { useWhenToPrefetch } from '#web/prefetch.ts';
import type { Route } from './+types/dashboard.ts';

const { dashboard } = wording;

export const meta = () => ownPageHead('Dashboard', 'Your orders, your reviews and your profile.');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const person = await requirePerson(request);
  const [{ admin }, session] = await Promise.all([
    load(request, readAdmin, { params: { email: person.email } }),
    ask(readSession, {}, { signal: request.signal }),
  ]);
  const isUnverified = session && !isProblem(session) && !session.user.emailVerified;
  return {
    links: admin ? await fetchAdministratorLinks() : customerLinks,
    unverified: isUnverified ? session.user.email : undefined,
  };
}

export const HydrateFallback = Loading;

export default function Dashboard({ loaderData: { links, unverified } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const current = links.find(({ to }) => to === pathname.replace(/\/$/, ''));
  return (
    <div className="wrap dashboard">
      <div className="dashboard-side">
        <h1 className="dashboard-title">{dashboard.heading}</h1>
        <details className="dashboard-menu lg:hidden" open={false}>
          <summary>
            <Icon of={Menu} />
            <span>Menu</span>
            <span className="muted font-normal">{current?.label}</span>
            <Icon of={ChevronDown} />
          </summary>
          <DashboardLinks links={links} />
        </details>
        <div className="max-lg:hidden">
          <DashboardLinks links={links} />
        </div>
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

async function fetchAdministratorLinks(): Promise<DashboardLink[]> {
  return (await import('#web/components/administrator-links.ts')).administratorLinks;
}

const customerLinks: DashboardLink[] = [
  { to: '/dashboard', label: dashboard.myOrders, icon: Package },
  { to: '/dashboard/add_review', label: dashboard.addReview, icon: Star },
  { to: '/dashboard/my_profile', label: dashboard.myProfile, icon: UserRound },
];

function DashboardLinks({ links }: { links: DashboardLink[] }) {
  const prefetch = useWhenToPrefetch();
  return (
    <nav aria-label="Dashboard">
      <ul className="menu mt-2 w-full gap-0.5 px-0">
        {links.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              prefetch={prefetch}
              viewTransition
              end
              className={({ isActive }) => (isActive ? 'menu-active' : '')}
              onClick={(event) => event.currentTarget.closest('details')?.removeAttribute('open')}
            >
              <Icon of={icon} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
