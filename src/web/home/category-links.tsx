/** Links to the categories of the shop, each with a picture of one of its parts. */
import { Link } from 'react-router';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';

export type CategoryLink = { to: string; label: string; picture: string };

export function CategoryLinks({ links }: { links: readonly CategoryLink[] }) {
  return (
    <nav className="wrap" aria-label="Categories">
      <ul className="shelves">
        {links.map(({ to, label, picture }) => (
          <li key={to}>
            <Link className="shelf" to={to}>
              <span className="part-picture block">
                <ResponsiveImage of={picture} alt="" sizes="(width >= 64rem) 15rem, 9rem" />
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
