/** The frame of the dashboard: its title and the links of the person's role. */
import { NavLink, Outlet } from 'react-router';
import { readAdmin } from '#contract/people.ts';
import { wording } from '#domain/wording.ts';
import { Loading } from '#web/components/loading.tsx';
import { VerificationNotice } from '#web/components/verification-notice.tsx';
import { load, requirePerson } from '#web/guard.ts';
import type { Route } from './+types/dashboard.ts';

export const meta = () => [{ title: `Dashboard – ${wording.shop}` }];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const person = await requirePerson(request);
  const { admin } = await load(request, readAdmin, { params: { email: person.email } });
  return { person, admin };
}

export const HydrateFallback = Loading;

export default function Dashboard({ loaderData: { admin } }: Route.ComponentProps) {
  const links = admin ? administratorLinks : customerLinks;
  return (
    <div className="wrap grid gap-6 py-6 lg:grid-cols-[13rem_1fr]">
      <div>
        <h1 className="text-xl font-bold">{wording.dashboard.heading}</h1>
        <details className="lg:hidden" open={false}>
          <summary className="btn btn-sm mt-3">Menu</summary>
          <DashboardLinks links={links} />
        </details>
        <div className="max-lg:hidden">
          <DashboardLinks links={links} />
        </div>
      </div>
      <div className="min-w-0">
        <VerificationNotice />
        <Outlet />
      </div>
    </div>
  );
}

type DashboardLink = { to: string; label: string };

const { dashboard } = wording;

const myProfile = { to: '/dashboard/my_profile', label: dashboard.myProfile };

const customerLinks: DashboardLink[] = [
  { to: '/dashboard', label: dashboard.myOrders },
  { to: '/dashboard/add_review', label: dashboard.addReview },
  myProfile,
];

const administratorLinks: DashboardLink[] = [
  { to: '/dashboard', label: 'Overview' },
  myProfile,
  { to: '/dashboard/manage_orders', label: dashboard.manageOrders },
  { to: '/dashboard/manage_products', label: dashboard.manageProducts },
  { to: '/dashboard/add_product', label: dashboard.addProduct },
  { to: '/dashboard/make_admin', label: dashboard.makeAdmin },
  { to: '/dashboard/manage_reviews', label: 'Manage Reviews' },
];

function DashboardLinks({ links }: { links: DashboardLink[] }) {
  return (
    <nav aria-label="Dashboard">
      <ul className="menu w-full px-0">
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className={({ isActive }) => (isActive ? 'menu-active' : '')}
              onClick={(event) => event.currentTarget.closest('details')?.removeAttribute('open')}
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
