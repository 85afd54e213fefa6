/** The navigation bar of every page; `html[data-person]` decides which of its links are shown. */
import { Link, NavLink, useLocation } from 'react-router';
import { SearchBox } from '#catalogue/components/search-box.tsx';
import * as paths from '#kernel/paths.ts';
import { makeLogInPath } from '#kernel/return-path.ts';
import { wording } from '#kernel/wording.ts';
import { usePrefetchMode } from '#ui/layout/prefetch.ts';
import { useShop } from '#ui/layout/shop.ts';
import { Wordmark } from '#ui/layout/wordmark.tsx';

const { navigation } = wording;

export function NavigationBar() {
  const { pathname, search } = useLocation();
  const { name } = useShop();
  const linkProps = { prefetch: usePrefetchMode(), viewTransition: true } as const;
  return (
    <header className="bar">
      <nav className="wrap bar-rows" aria-label="Main">
        <Link {...linkProps} className="bar-logo" to={paths.home}>
          <Wordmark />
          <span className="sr-only">{name}</span>
        </Link>
        <ul className="bar-pages">
          <li>
            <NavLink {...linkProps} className="bar-link" to={paths.home} end>
              {navigation.home}
            </NavLink>
          </li>
          <li>
            <NavLink {...linkProps} className="bar-link" to={paths.parts}>
              {navigation.parts}
            </NavLink>
          </li>
          <li>
            <NavLink {...linkProps} className="bar-link" to={paths.portfolio}>
              {navigation.portfolio}
            </NavLink>
          </li>
        </ul>
        <SearchBox />
        <PersonAndOrders />
        <Counted to={paths.build} counts="build" label={navigation.build} />
        <Counted to={paths.basket} counts="basket" label={navigation.basket} />
        <div className="bar-account">
          <Link
            {...linkProps}
            className="btn btn-sm"
            data-for="visitor"
            to={makeLogInPath(pathname + search)}
          >
            {navigation.logIn}
          </Link>
          <NavLink {...linkProps} className="bar-link" data-for="person" to={paths.dashboard}>
            {navigation.dashboard}
          </NavLink>
          {/* the small script, which is on every page, does it */}
          <button type="button" className="btn btn-sm" data-for="person" data-action="log-out">
            {navigation.logOut}
          </button>
        </div>
      </nav>
    </header>
  );
}

/** The number, and of the build the address, are of this browser: the small script puts them here. The pages are always documents. */
function Counted({ to, counts, label }: { to: string; counts: 'basket' | 'build'; label: string }) {
  return (
    <NavLink
      className="bar-link bar-counted"
      to={to}
      data-counts={counts}
      reloadDocument
      suppressHydrationWarning
    >
      <span className="bar-counted-name">{label}</span>
      <span suppressHydrationWarning>{''}</span>
    </NavLink>
  );
}

/** Empty text nodes: hydration keeps the name and the number to pay that the public script has put here. */
function PersonAndOrders() {
  return (
    <div className="bar-person" data-for="person">
      <span className="max-w-full truncate" data-person-name suppressHydrationWarning>
        {''}
      </span>
      <Link to={paths.dashboard} viewTransition data-unpaid suppressHydrationWarning>
        {''}
      </Link>
    </div>
  );
}

/** The empty text node: hydration keeps what the script has put here. */
export function AdministratorNotices() {
  return (
    <aside
      className="wrap not-printed grid gap-2 pt-3 empty:hidden"
      data-for="administrator"
      data-notices
      aria-label="Notices for administrators"
      suppressHydrationWarning
    >
      {''}
    </aside>
  );
}
